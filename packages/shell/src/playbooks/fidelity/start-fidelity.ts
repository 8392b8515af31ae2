/** Holds the product against its spec, or records that a person accepts the latest report. Resumes an unfinished audit. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { UserError } from '@harness/core/kernel/user-error'
import { fidelityCommand } from '@harness/core/playbooks/fidelity/endings'
import type { FidelityState } from '@harness/core/playbooks/fidelity/state'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import type { DrivenRun } from '../../engine/drive-registered.ts'
import { startRun } from '../../engine/start-run.ts'
import { beginCommand, fidelitySubject } from '../../store/layout/run-subject.ts'
import { type AskedAudit, fidelityInput, specOf } from './fidelity-input.ts'
import { fidelityRegistration } from './registration.ts'

export interface StartFidelityOptions extends RunOutside {
  onEvent(event: AnyEvent, state: FidelityState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  readonly asked: AskedAudit
}

export const startFidelity = ({
  asked,
  ...options
}: StartFidelityOptions): Promise<DrivenRun<FidelityState>> =>
  startRun(
    fidelityRegistration,
    { ...options, until: null },
    {
      subject: fidelitySubject,
      command: beginCommand(fidelitySubject),
      asked: { ...asked },
      async refuse(unfinished) {
        if (unfinished === null) await fidelityInput(options, asked)
      },
      async guard({ input }) {
        if (asked.specPath !== null && specOf(asked.specPath, options.config) !== input.specPath)
          throw new UserError('other-spec-unfinished', `The unfinished audit is about ${input.specPath}.`, {
            next: `Finish it: ${fidelityCommand(input)}; or abandon it: harness refuse fidelity --give-up -m "why"`,
          })
        if (asked.accepts !== null && input.accepts === null)
          throw new UserError('fidelity-report-missing', `An audit of ${input.specPath} is unfinished.`, {
            next: `Finish it, then read its report: ${fidelityCommand(input)}`,
          })
      },
    },
  )
