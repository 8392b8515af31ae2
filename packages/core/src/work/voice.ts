/** Owns the languages in which playbooks speak to people. The catalogues have the texts; a playbook is given its own. */
import type { GateAnswer } from '../kernel/gate-answer.ts'

export const languages = ['en', 'zh', 'ja', 'ko', 'es', 'de', 'fr'] as const
export type Language = (typeof languages)[number]

/** As agents are told them. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  zh: 'Chinese',
  ja: 'Japanese',
  ko: 'Korean',
  es: 'Spanish',
  de: 'German',
  fr: 'French',
}

export const isLanguage = (name: string): name is Language => (languages as readonly string[]).includes(name)

/** What a gate says: a heading, its question, and what each choice is called and leads to. */
export interface GateWords<Choice extends string, Question = string> {
  readonly header: string
  readonly question: Question
  readonly choices: Readonly<Record<Choice, { readonly label: string; readonly leadsTo: string }>>
}

/** The texts of a playbook in every language, and how a person's language is found. */
export interface Voice<Words> {
  readonly words: Readonly<Record<Language, Words>>
  /** Null if the text does not tell. */
  languageOf(text: string): string | null
}

/** People are answered in the language of their latest words; `before` if these do not tell, or in one without texts. */
export function languageAfter(
  { languageOf }: Pick<Voice<unknown>, 'languageOf'>,
  { reason }: Pick<GateAnswer, 'reason'>,
  before: Language,
): Language {
  const language = reason.trim() === '' ? null : languageOf(reason)
  return language !== null && isLanguage(language) ? language : before
}
