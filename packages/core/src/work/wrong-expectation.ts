/**
 * Writes of a test another one, which expects something else and so must fail. If it passes, the product passes whatever
 * tests expect: it equals everything, it lets go only of its own wrong answer, or it reads the answer out of the test. Pure.
 */

const text = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\`(?:[^\`\\$\n]|\\.)*\``
const literal = String.raw`(?:${text}|-?\d+(?:\.\d+)?(?![\w.])|\b(?:true|false|True|False)\b)`
/** What an expected value comes after: another argument, a name, a comparison, or a matcher. */
const before = String.raw`(?:[,:[]\s*|[=!]=\s+|\.(?:to[A-Z]\w*|eq\w*|is\w*|deep\w*|include\w*|contain\w*)\(\s*)`
const end = String.raw`(?=\s*(?:[,)\]}]|$))`
const expected = new RegExp(`(${before})(${literal})${end}`, 'g')
const alone = new RegExp(`^(\\s*)(${literal})${end}`)

/** The last of several literals in a list of them: a case of a table, and what is expected of it. */
const row = new RegExp(`((?<![\\w$])[[(]\\s*(?:${literal}\\s*,\\s*)+)(${literal})(?=\\s*,?\\s*[\\])])`, 'g')

const assertion = /\b(?:assert|expect|should|t)\b\s*[.(]|\.(?:to[A-Z]|should\b|assert[A-Z])|^\s*assert\b/

/** Null if the test names no expected value in an assertion. */
export function withWrongExpectations(original: string, marker: string): string | null {
  let open = 0
  const lines = original.split('\n').map((line) => {
    const isWithin = open > 0
    if (!isWithin && !assertion.test(line)) return line
    open = Math.max(0, open + count(line, '(') - count(line, ')'))
    const changed = line.replace(expected, (_, start, value) => `${start}${another(value, marker)}`)
    return isWithin
      ? changed.replace(alone, (_, start, value) => `${start}${another(value, marker)}`)
      : changed
  })
  const changed = lines.join('\n')
  if (changed !== original) return changed
  const inTable = original.replace(row, (_, start, value) => `${start}${another(value, marker)}`)
  return inTable === original ? null : inTable
}

const count = (line: string, sign: string): number => line.split(sign).length - 1

const opposite: Readonly<Record<string, string>> = {
  true: 'false',
  false: 'true',
  True: 'False',
  False: 'True',
}

function another(value: string, marker: string): string {
  const quote = value.at(-1) ?? ''
  if (/['"`]/.test(quote)) return `${value.slice(0, -1)}${marker}${quote}`
  return opposite[value] ?? `${value}4819`
}
