/** Owns in which language a session is spoken of, and a command that may begin one. */
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { SessionFile } from '@harness/formats/documents/workflow/session-file'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import { languageOf, spokenLanguage } from '@harness/formats/text/language-of'
import type { KnownSession, SessionHere } from './known-session.ts'

/** English if there is no session, or it does not say. */
export const wordsOf = (own: KnownSession | null, found: SessionFile | null): WorkflowTexts =>
  workflowVoice.words[spokenLanguage(own?.state.userLang, found?.user_lang)]

/** As the config says, or as the task is written. If neither tells, the session does. */
export function wordsFor(
  task: string,
  { workflow }: Pick<HarnessConfig, 'workflow'>,
  { own, found }: SessionHere,
): WorkflowTexts {
  const told = workflow.userLang ?? languageOf(task)
  if (told !== null) return workflowVoice.words[spokenLanguage(told)]
  return wordsOf(own, found?.kind === 'session' ? found.session : null)
}
