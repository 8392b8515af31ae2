/** Owns the voice of a spec: its texts in every language, and how a person's language is found. */
import type { SpecWords } from '@harness/core/playbooks/spec/words'
import type { Language, Voice } from '@harness/core/work/voice'
import { languageOf } from '../../text/language-of.ts'
import { workflowVoice } from '../workflow/voice.ts'
import { german } from './words/de.ts'
import { english } from './words/en.ts'
import { spanish } from './words/es.ts'
import { french } from './words/fr.ts'
import { japanese } from './words/ja.ts'
import { korean } from './words/ko.ts'
import type { SpecTexts } from './words/texts.ts'
import { chinese } from './words/zh.ts'

type SpecSays = SpecWords & Pick<SpecTexts, 'refusals'>

/** The scan of conventions is the same one as in a workflow. */
const wordsOf = (language: Language, texts: SpecTexts): SpecSays => {
  const { conventions, scanMissing } = workflowVoice.words[language].gates
  return { ...texts, gates: { ...texts.gates, conventions, scanMissing } }
}

export const specVoice: Voice<SpecSays> = {
  words: {
    en: wordsOf('en', english),
    zh: wordsOf('zh', chinese),
    ja: wordsOf('ja', japanese),
    ko: wordsOf('ko', korean),
    es: wordsOf('es', spanish),
    de: wordsOf('de', german),
    fr: wordsOf('fr', french),
  },
  languageOf,
}
