/** Owns what a delivery tells of a state: its phase, evidence, findings and waivers. Pure. */
import { describeConfinement, passed, verdictOn } from '@harness/core/kernel/evidence'
import { describeFinding } from '@harness/core/kernel/finding'
import { describeWaiver } from '@harness/core/kernel/waiver'
import { branchOf, type DeliveryState, phaseGroup } from '@harness/core/playbooks/delivery/state'
import { describeExecuted } from '@harness/core/work/executed-tests'
import type { TrackedFinding } from '@harness/core/work/findings-ledger'
import type { GivenReport } from '../../engine/run-report.ts'
import { whatComesNext } from './what-comes-next.ts'

export function deliveryReport(state: DeliveryState): GivenReport {
  const { input, hurdle, evidence, findings, waivers } = state
  const { plan } = input
  const isOver = state.phase === 'delivered' || state.phase === 'blocked'
  const listed = isOver ? state.phase : phaseGroup(state)
  return {
    subject: plan.id,
    title: plan.title,
    about: `${plan.id} ${plan.title}`,
    label: 'plan',
    heading: `${plan.id} ${plan.title} (${plan.path})`,
    phase: phaseGroup(state),
    phaseInLists: listed,
    branch: branchOf(input),
    baseBranch: input.baseBranch,
    isOver: state.phase === 'delivered',
    follows: hurdle !== null || isOver ? null : state.phase,
    next: whatComesNext(state),
    gate: hurdle?.type === 'gate' ? hurdle.gate : null,
    sleep: hurdle?.type === 'sleep' ? hurdle : null,
    warnings: state.warnings,
    sections: [
      {
        title: 'Evidence',
        lines: evidence.map((item) => {
          const how = passed(item)
            ? verdictOn(item)
            : `failed: ${item.problem ?? `exit code ${item.exitCode}`}`
          return `${item.check}: ${how} (${item.run}, ${describeExecuted(item)}${describeConfinement(item)}, tree ${item.tree.slice(0, 12)})`
        }),
      },
      { title: 'Findings', lines: findings.tracked.flatMap(findingLines) },
      { title: 'Waivers', lines: waivers.flatMap((waiver) => describeWaiver(waiver).split('\n')) },
    ],
    fields: {
      planId: plan.id,
      title: plan.title,
      phase: listed,
      evidence,
      findings: findings.tracked,
      waivers,
      reviewPasses: findings.passes,
    },
    ...(state.phase === 'delivered' && state.planKept !== null ? { mergedUnmoved: state.merged } : {}),
  }
}

function findingLines({ finding, open, blocking, waived, history }: TrackedFinding): readonly string[] {
  const fates = history.map(({ pass, fate }) => `${fate} in pass ${pass}`).join(', ')
  const standing = !open
    ? 'closed'
    : blocking
      ? 'open, blocking'
      : waived === true
        ? 'let stand'
        : 'open, a follow-up'
  const [head = '', ...detail] = describeFinding(finding).split('\n')
  return [head, `  ${standing}: ${fates}`, ...detail]
}
