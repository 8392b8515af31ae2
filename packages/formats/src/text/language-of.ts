/**
 * Owns which language a person's text is in. The answer chooses wording only, never what is done. A journal is folded
 * with it, so it is a table of our own: the models of a library change with its versions.
 */
import { isLanguage, type Language } from '@harness/core/work/voice'
import { latinLanguages } from './language-words.ts'

/** The beginning of a text tells its language. */
const longestRead = 2_000
/** Names in code are English in every language, so they tell nothing. */
const isCode = /[./\\_@#<>{}=:]\S|\d|\p{Ll}\p{Lu}/u

/** A character of these says as much as several Latin letters. */
const latinLettersPerSign = 3
/** A text of many words with fewer known ones than this share is in none of our languages. */
const leastShare = 0.12

/** The code of the language (ISO 639-1), null if the text does not tell. */
export function languageOf(text: string): string | null {
  const read = text
    .slice(0, longestRead)
    .normalize('NFC')
    .replace(/`[^`]*`/g, ' ')
  const plain = read.split(/\s+/).filter((word) => !isCode.test(word))
  const words =
    plain
      .join(' ')
      .toLowerCase()
      .match(/\p{Script=Latin}+/gu) ?? []
  const latin = latinLanguage(words)
  const other = otherScript(read)
  if (other === null) return latin
  const letters = words.reduce((sum, word) => sum + word.length, 0)
  // Without a word that holds a sentence together, Latin letters are names and terms.
  return other.weight >= letters || (latin === null && other.weight * 2 >= letters) ? other.language : latin
}

/** The first that is told, if there are texts in it; otherwise English. */
export function spokenLanguage(...told: readonly (string | null | undefined)[]): Language {
  const first = told.find((language) => language != null) ?? 'en'
  return isLanguage(first) ? first : 'en'
}

const scripts: readonly (readonly [RegExp, string, number])[] = [
  [/\p{Script=Hangul}/gu, 'ko', latinLettersPerSign],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja', latinLettersPerSign],
  [/\p{Script=Han}/gu, 'zh', latinLettersPerSign],
  [/\p{Script=Cyrillic}/gu, 'ru', 1],
  [/\p{Script=Greek}/gu, 'el', 1],
  [/\p{Script=Arabic}/gu, 'ar', 1],
  [/\p{Script=Hebrew}/gu, 'he', 1],
  [/\p{Script=Devanagari}/gu, 'hi', 1],
  [/\p{Script=Thai}/gu, 'th', 1],
]

/** The first script that is there: Han is in Korean and Japanese texts too. Its weight is that of all such letters. */
function otherScript(text: string): { readonly language: string; readonly weight: number } | null {
  const found = scripts.flatMap(([script, language, weight]) => {
    const count = text.match(script)?.length ?? 0
    return count === 0 ? [] : [{ language, weight: count * weight }]
  })
  const [first] = found
  return first === undefined
    ? null
    : { language: first.language, weight: found.reduce((sum, { weight }) => sum + weight, 0) }
}

/** The language with the most known words; null if there is none or if two have as many. */
function latinLanguage(words: readonly string[]): string | null {
  const [best, second] = Object.entries(latinLanguages)
    .map(([language, { words: known, letters }]) => ({
      language,
      count: words.reduce(
        (sum, word) => sum + Number(known.has(word)) + Number(letters?.test(word) ?? false),
        0,
      ),
    }))
    .sort((one, next) => next.count - one.count)
  if (best === undefined || best.count === 0 || best.count === second?.count) return null
  return best.count < words.length * leastShare ? null : best.language
}
