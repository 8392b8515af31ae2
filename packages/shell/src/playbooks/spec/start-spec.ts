/** Has a spec made of an idea: resumes the unfinished run, or starts a new one. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { oneLine } from '@harness/core/kernel/one-line'
import { UserError } from '@harness/core/kernel/user-error'
import { specIdentity } from '@harness/core/playbooks/spec/identity'
import type { SpecState } from '@harness/core/playbooks/spec/state'
import type { Language } from '@harness/core/work/voice'
import { specVoice } from '@harness/formats/documents/spec/spec-voice'
import { languageOf, spokenLanguage } from '@harness/formats/text/language-of'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import type { DrivenRun } from '../../engine/drive-registered.ts'
import { startRun } from '../../engine/start-run.ts'
import { beginCommand } from '../../store/layout/run-subject.ts'
import { specRegistration } from './registration.ts'
import { type AskedSpec, guardAsked } from './spec-input.ts'

export interface StartSpecOptions extends RunOutside {
  onEvent(event: AnyEvent, state: SpecState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  /** An idea of null resumes the unfinished run. */
  readonly asked: Omit<AskedSpec, 'idea'> & { readonly idea: string | null }
}

export function startSpec({ asked, ...options }: StartSpecOptions): Promise<DrivenRun<SpecState>> {
  const { idea } = asked
  const subject = specIdentity.name
  return startRun(
    specRegistration,
    { ...options, until: null },
    {
      subject,
      command: beginCommand(subject),
      asked: { ...asked },
      async refuse(unfinished) {
        if (unfinished === null) guardAsked({ ...asked, idea: idea ?? '' })
      },
      async guard({ input, language }) {
        if (idea !== null && oneLine(idea) !== oneLine(input.idea))
          throw otherIdea(input.idea, spokenLanguage(languageOf(idea), language))
      },
    },
  )
}

function otherIdea(begun: string, language: Language): UserError {
  const trouble = specVoice.words[language].refusals.otherIdea
  return new UserError('spec-unfinished', trouble.said(oneLine(begun)), {
    next: trouble.next('harness spec', 'harness refuse spec --give-up -m "why"'),
  })
}
