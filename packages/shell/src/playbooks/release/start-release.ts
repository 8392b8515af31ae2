/** Holds the base branch against its acceptance file. An unfinished gate starts over with the base as it is now. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { UserError } from '@harness/core/kernel/user-error'
import { releaseCommand } from '@harness/core/playbooks/release/endings'
import type { ReleaseState } from '@harness/core/playbooks/release/state'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import type { DrivenRun } from '../../engine/drive-registered.ts'
import { startRun } from '../../engine/start-run.ts'
import { beginCommand, releaseSubject } from '../../store/layout/run-subject.ts'
import { releaseRegistration } from './registration.ts'
import { acceptanceOf, releaseInput } from './release-input.ts'

export interface StartReleaseOptions extends RunOutside {
  onEvent(event: AnyEvent, state: ReleaseState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  /** Null for what the config says. */
  readonly specPath: string | null
}

export const startRelease = ({
  specPath,
  ...options
}: StartReleaseOptions): Promise<DrivenRun<ReleaseState>> =>
  startRun(
    releaseRegistration,
    { ...options, until: null },
    {
      subject: releaseSubject,
      command: beginCommand(releaseSubject),
      asked: { specPath },
      async refuse(unfinished) {
        if (unfinished === null) await releaseInput(options, specPath)
      },
      async guard({ input }) {
        if (specPath !== null && acceptanceOf(specPath, options.config) !== input.acceptancePath)
          throw new UserError(
            'other-spec-unfinished',
            `The unfinished release gate is about ${input.acceptancePath}.`,
            {
              next: `Finish it: ${releaseCommand(input)}; or abandon it: harness refuse release --give-up -m "why"`,
            },
          )
      },
    },
  )
