/** Has a handbook made from PRODUCT.md and the code: resumes the unfinished run of it, or starts a new one. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import type { DrivenRun } from '../../engine/drive-registered.ts'
import { startRun } from '../../engine/start-run.ts'
import { beginCommand, generationSubject } from '../../store/layout/run-subject.ts'
import { guardUndriven } from './generation-effects.ts'
import { generationInput, guardNone } from './generation-input.ts'
import { generationRegistration } from './registration.ts'

export interface GenerationOptions extends RunOutside {
  onEvent(event: AnyEvent, state: GenerationState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
}

export function generateHandbook(
  options: GenerationOptions & { readonly replace: boolean },
): Promise<DrivenRun<GenerationState>> {
  const { stateDir, repoRoot, replace } = options
  return startRun(
    generationRegistration,
    { ...options, until: null },
    {
      subject: generationSubject,
      command: beginCommand(generationSubject),
      asked: { replace },
      async refuse(unfinished) {
        if (replace) await guardUndriven({ stateDir, repoRoot })
        if (unfinished === null) await generationInput(options, replace)
      },
      // The handbook that was to be replaced may be another one by now, so the operator must say so again.
      async guard({ input }) {
        if (input.replace && !replace) guardNone(repoRoot)
      },
    },
  )
}
