/** Owns the voice of a workflow: its texts in every language, and how it tells which language a person writes. */
import type { Voice } from '@harness/core/playbooks/workflow/words'
import { languageOf } from '../../text/language-of.ts'
import { english } from './words/en.ts'

export const workflowVoice: Voice = {
  words: {
    en: english,
    zh: english,
    ja: english,
    ko: english,
    es: english,
    de: english,
    fr: english,
  },
  languageOf,
}
