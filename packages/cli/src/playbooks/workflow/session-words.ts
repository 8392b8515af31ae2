/** Owns in which language a session is spoken of. */

import { isLanguage } from '@harness/core/work/voice'
import type { SessionFile } from '@harness/formats/documents/workflow/session-file'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import type { KnownSession } from './known-session.ts'

/** English if there is no session, or it does not say. */
export function wordsOf(own: KnownSession | null, found: SessionFile | null): WorkflowTexts {
  const language = own?.state.userLang ?? found?.user_lang ?? 'en'
  return workflowVoice.words[isLanguage(language) ? language : 'en']
}
