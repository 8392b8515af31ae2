/** Owns the voice of a workflow: its texts in every language, and how it tells which language a person writes. */
import type { Voice } from '@harness/core/work/voice'
import { languageOf } from '../../text/language-of.ts'
import { german } from './words/de.ts'
import { english } from './words/en.ts'
import { spanish } from './words/es.ts'
import { french } from './words/fr.ts'
import { japanese } from './words/ja.ts'
import { korean } from './words/ko.ts'
import type { WorkflowTexts } from './words/texts.ts'
import { chinese } from './words/zh.ts'

export const workflowVoice: Voice<WorkflowTexts> = {
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
