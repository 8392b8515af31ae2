/** Owns the voice of a workflow: its texts in every language, and how it tells which language a person writes. */
import type { WorkflowVoice } from '@harness/core/playbooks/workflow/words'
import { languageOf } from '../../text/language-of.ts'
import { german } from './words/de.ts'
import { english } from './words/en.ts'
import { spanish } from './words/es.ts'
import { french } from './words/fr.ts'
import { japanese } from './words/ja.ts'
import { korean } from './words/ko.ts'
import { chinese } from './words/zh.ts'

export const workflowVoice: WorkflowVoice = {
  words: {
    en: english,
    zh: chinese,
    ja: japanese,
    ko: korean,
    es: spanish,
    de: german,
    fr: french,
  },
  languageOf,
}
