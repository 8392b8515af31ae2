/** Finds, in the close of a phase, what is to be run. */

const shellInfo = /^(?:sh|bash|zsh|shell|console)?(?:\s|$)/i
const loneCode = /^(`+)([^`]+)\1\.?$/

/** One command a line; a backslash at the end of a line joins it with the next. None in code of another language. */
export function commandsInFence(info: string, code: string): readonly string[] {
  if (!shellInfo.test(info)) return []
  return code
    .replace(/\\\n/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\$\s+/, '').trim())
    .filter((command) => command !== '' && !command.startsWith('#'))
}

/** Code that is all there is in a list item or paragraph. */
export function commandAlone(content: string): readonly string[] {
  const code = loneCode.exec(content.trim())?.[2]?.trim() ?? ''
  return code === '' ? [] : [code]
}
