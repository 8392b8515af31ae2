/** Owns which language a text of a person is in. The answer chooses wording only, never what is done. */

/** The code of the language (ISO 639-1), null if the text does not tell. */
export function languageOf(text: string): string | null {
  if (/\p{Script=Hangul}/u.test(text)) return 'ko'
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja'
  if (/\p{Script=Han}/u.test(text)) return 'zh'
  return null
}
