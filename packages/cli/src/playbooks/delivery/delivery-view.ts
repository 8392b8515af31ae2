/** How deliveries are shown and taken up. */
import { isRunAgent } from '@harness/core/effects/run-agent'
import { passed } from '@harness/core/kernel/evidence'
import { describeFinding } from '@harness/core/kernel/finding'
import { describeWaiver } from '@harness/core/kernel/waiver'
import type { AgentFinished } from '@harness/core/playbooks/delivery/effects'
import type { Until } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import { branchOf, type DeliveryState, phaseGroup } from '@harness/core/playbooks/delivery/state'
import { describeExecuted } from '@harness/core/work/executed-tests'
import type { TrackedFinding } from '@harness/core/work/findings-ledger'
import { giveUpRun } from '@harness/shell/engine/conduct/give-up-run'
import { replayRun } from '@harness/shell/engine/replay/replay-run'
import { deliveryEffects } from '@harness/shell/playbooks/delivery/delivery-effects'
import { deliveryGivingUp } from '@harness/shell/playbooks/delivery/delivery-giving-up'
import { deliveryReplay } from '@harness/shell/playbooks/delivery/delivery-replay'
import { resumeRun, type TaskResult } from '@harness/shell/playbooks/delivery/run-task'
import { whatComesNext } from '../../run/progress/what-comes-next.ts'
import type { RunSight } from '../../run/views/run-sight.ts'
import { anyView, type Portrait, type RunView, type ToldResult } from '../../run/views/run-view.ts'
import { deliveryAnswer } from './delivery-answer.ts'

export const deliverySight = (state: DeliveryState): RunSight => {
  const { input, hurdle } = state
  const { plan } = input
  return {
    subject: plan.id,
    runId: input.runId,
    about: `${plan.id} ${plan.title}`,
    phase: phaseGroup(state),
    effects: deliveryEffects,
    baseBranch: input.baseBranch,
    follows: hurdle !== null || isOver(state) ? null : state.phase,
    next: whatComesNext(state),
    sleep: hurdle?.type === 'sleep' ? hurdle : null,
    warnings: state.warnings,
    spent: state.spent,
    wanted() {
      const decision = delivery.decide(state)
      return decision.type === 'end' ? [] : decision.commands
    },
    aside: (command) =>
      isRunAgent(command) && command.role === 'reviewer' ? `pass ${state.findings.passes + 1}` : null,
    answerLine: (event, spent) => deliveryAnswer(event as AgentFinished, spent),
  }
}

export const toldDelivery = (result: TaskResult): ToldResult => ({
  ...result,
  fields: { planId: result.planId, phasesRun: result.phasesRun, mergedBy: result.mergedBy },
})

const view: RunView<DeliveryState> = {
  playbook: delivery,
  sight: deliverySight,
  portrait,
  resume: async (options, run) =>
    // Commander has held it against the phases there are.
    toldDelivery(await resumeRun({ ...options, until: options.until as Until | null, run })),
  replay: (options) => replayRun(options, deliveryReplay),
  giveUp: (options) => giveUpRun(options, deliveryGivingUp),
}

export const deliveryView = anyView(view)

const isOver = ({ phase }: DeliveryState): boolean => phase === 'delivered' || phase === 'blocked'

function portrait(state: DeliveryState): Portrait {
  const { input, evidence, findings, waivers } = state
  return {
    label: 'plan',
    subject: `${input.plan.id} ${input.plan.title} (${input.plan.path})`,
    branch: branchOf(input),
    isOver: state.phase === 'delivered',
    sections: [
      {
        title: 'Evidence',
        lines: evidence.map((item) => {
          const how = passed(item) ? 'passed' : `failed: ${item.problem ?? `exit code ${item.exitCode}`}`
          return `${item.check}: ${how} (${item.run}, ${describeExecuted(item)}, tree ${item.tree.slice(0, 12)})`
        }),
      },
      { title: 'Findings', lines: findings.tracked.flatMap(findingLines) },
      { title: 'Waivers', lines: waivers.flatMap((waiver) => describeWaiver(waiver).split('\n')) },
    ],
    fields: {
      planId: input.plan.id,
      title: input.plan.title,
      phase: isOver(state) ? state.phase : phaseGroup(state),
      evidence,
      findings: findings.tracked,
      waivers,
      reviewPasses: findings.passes,
    },
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
