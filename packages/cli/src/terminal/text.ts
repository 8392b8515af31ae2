/** Owns how text is measured and cut for a terminal: in columns, not in characters. */

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const invisible = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours begin with escape.
const colour = /\u001b\[[0-9;]*m/g

const columnsOf = (character: string): number =>
  invisible.test(character) ? 0 : wide.test(character) ? 2 : 1

export const withoutColours = (text: string): string => text.replace(colour, '')

/** Nearly every text is, and compiling the patterns above takes a millisecond or two. */
const plain = /^[ -~]*$/

/** The columns a text takes, colours not counted. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const character of withoutColours(text)) width += columnsOf(character)
  return width
}

/** At most `columns` wide, with an ellipsis if something was cut off. For texts without colours. */
export function clipped(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text
  let width = 0
  let kept = ''
  for (const character of text) {
    width += columnsOf(character)
    if (width > columns - 1) break
    kept += character
  }
  return columns <= 0 ? '' : `${kept}…`
}

export const padded = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - textWidth(text)))

/** Lines of whole words, each at most `columns` wide unless one word is wider. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line === '') line = word
    else if (textWidth(line) + 1 + textWidth(word) <= columns) line += ` ${word}`
    else {
      lines.push(line)
      line = word
    }
  }
  return line === '' ? lines : [...lines, line]
}
