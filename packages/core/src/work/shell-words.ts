/**
 * Splits a command line into simple commands and their words, as a shell would. Nothing is expanded. A file that
 * a command reads with `<` counts as a word of it.
 */

/** A simple command, and the folder it runs in: '' is the top folder, null is unknown. */
export interface SimpleCommand {
  readonly words: readonly string[]
  readonly folder: string | null
}

const separators = ';&|\n`'
const redirects = '<>'

export type ShellToken =
  | { readonly type: 'word'; readonly text: string }
  /** The end of a command, with what ended it: `;`, `&`, `&&`, `|`, `||`, a line break or a backtick. */
  | { readonly type: 'end'; readonly operator: string }
  | { readonly type: 'open' | 'close' | 'input' | 'output' }

export function simpleCommands(line: string, folder: string | null): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = []
  const outer: (string | null)[] = []
  let at = folder
  let words: string[] = []
  let isTarget = false
  const end = (): void => {
    if (words.length > 0) commands.push({ words, folder: at })
    if (words[0] === 'cd' || words[0] === 'pushd') at = folderIn(at, words[1] ?? '')
    words = []
  }
  for (const token of shellTokens(line)) {
    if (token.type === 'word') {
      if (!isTarget) words.push(token.text)
      isTarget = false
      continue
    }
    isTarget = token.type === 'output'
    if (isTarget || token.type === 'input') continue
    end()
    if (token.type === 'open') outer.push(at)
    if (token.type === 'close') at = outer.length > 0 ? (outer.pop() ?? null) : at
  }
  end()
  return commands
}

export function* shellTokens(line: string): Generator<ShellToken> {
  let text: string | null = null
  let quote = ''
  for (let index = 0; index < line.length; index++) {
    const char = line.charAt(index)
    if (quote !== '') {
      if (char === quote) quote = ''
      else text += char
    } else if (char === '"' || char === "'") {
      quote = char
      text ??= ''
    } else if (char === '\\') {
      text = (text ?? '') + line.charAt(++index)
    } else if (/\s/.test(char) || `${separators}${redirects}()`.includes(char)) {
      if (text !== null && !(redirects.includes(char) && /^\d$/.test(text))) yield { type: 'word', text }
      text = null
      if (char === '(') yield { type: 'open' }
      else if (char === ')') yield { type: 'close' }
      else if (redirects.includes(char)) yield { type: char === '<' ? 'input' : 'output' }
      else if (separators.includes(char)) {
        const isDouble = (char === '&' || char === '|') && line.charAt(index + 1) === char
        if (isDouble) index++
        yield { type: 'end', operator: isDouble ? char + char : char }
      }
    } else text = (text ?? '') + char
  }
  if (text !== null) yield { type: 'word', text }
}

/** Joins a path to a folder; null if a variable or an absolute path hides where it leads. */
export function folderIn(folder: string | null, path: string): string | null {
  if (folder === null || /^[/~]|\$/.test(path)) return null
  const parts: string[] = []
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}
