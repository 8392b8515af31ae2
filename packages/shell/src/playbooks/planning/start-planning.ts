/** Has a spec planned: resumes the unfinished run, or starts a new one. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { UserError } from '@harness/core/kernel/user-error'
import { planCommand } from '@harness/core/playbooks/planning/endings'
import type { PlanningInput } from '@harness/core/playbooks/planning/input'
import type { PlanningState } from '@harness/core/playbooks/planning/state'
import { specPathOf } from '@harness/core/work/acceptance'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import type { DrivenRun } from '../../engine/drive-registered.ts'
import { startRun } from '../../engine/start-run.ts'
import { beginCommand, planningSubject } from '../../store/layout/run-subject.ts'
import { type AskedPlanning, planningInput } from './planning-input.ts'
import { planningRegistration } from './registration.ts'

export interface StartPlanningOptions extends RunOutside {
  onEvent(event: AnyEvent, state: PlanningState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  /** A spec of null resumes the unfinished run. */
  readonly asked: Omit<AskedPlanning, 'specPath'> & { readonly specPath: string | null }
}

export function startPlanning({
  asked,
  ...options
}: StartPlanningOptions): Promise<DrivenRun<PlanningState>> {
  const { specPath } = asked
  return startRun(
    planningRegistration,
    { ...options, until: null },
    {
      subject: planningSubject,
      command: beginCommand(planningSubject),
      asked: { ...asked },
      async refuse(unfinished) {
        if (unfinished !== null) return
        if (specPath === null)
          throw new UserError('usage', 'No spec is named, and no planning is unfinished.', {
            next: 'Name the spec: harness plan docs/product-specs/main.md',
          })
        await planningInput(options, { ...asked, specPath })
      },
      async guard({ input }) {
        if (specPath !== null && specPathOf(specPath) !== input.spec.path) throw otherSpec(input)
      },
    },
  )
}

const otherSpec = (input: PlanningInput): UserError =>
  new UserError('other-spec-unfinished', `The unfinished planning is about ${input.spec.path}.`, {
    next: `Resume it: ${planCommand(input)}; or abandon it: harness refuse planning --give-up -m "why"`,
  })
