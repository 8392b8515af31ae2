/** Makes text from agents, programs and repositories safe to show on a terminal; changes nothing a reader could have seen. */
import { alone, keyShapes } from './key-shapes.ts'

/**
 * What an escape before it must not take a character of: a mark of ours would look like none, and a key without its
 * first letter would not be known for one.
 */
const uncut = `(?!\\[redacted:|${keyShapes
  .filter(({ lead }) => lead === alone)
  .map(({ begin }) => begin)
  .join('|')})`

/**
 * One alternative per kind, each bounded by the next escape or line end, so that the time is linear: control strings
 * (OSC, DCS, SOS, PM, APC) with or without their end, CSI sequences, other escapes, and single control characters.
 */
const controls = [
  '(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x9c\\n\\r]*(?:\\x07|\\x1b\\\\|\\x9c)?',
  `(?:\\x1b(?!\\[redacted:)\\[|\\x9b)${uncut}[0-?]*[ -/]*(?:${uncut}[@-~])?`,
  `\\x1b[ -/]*(?:${uncut}[0-~])?`,
  '\\r\\n?',
  '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]',
  // Bidirectional controls, line separators, invisible characters and tags: they make text read as something else.
  '[\\xad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb]',
  '[\\u{e0000}-\\u{e007f}]',
].join('|')

const everyControl = new RegExp(controls, 'gu')
const oneControl = new RegExp(controls, 'uy')

/** Line feeds and tabs stay, carriage returns become line feeds, hidden characters are spelled out as `<U+202E>`. */
export const stripControl = (text: string): string => text.replace(everyControl, shown)

function shown(control: string): string {
  if (control.startsWith('\r')) return '\n'
  const code = control.codePointAt(0) ?? 0
  return code < 0xa0 ? '' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** The control that begins at `at`; one character if none does. */
export function controlAt(text: string, at: number): string {
  oneControl.lastIndex = at
  return oneControl.exec(text)?.[0] ?? text.charAt(at)
}
