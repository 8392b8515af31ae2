/** Reads code line by line: what is comment, what is text in quotes, and which brackets are open. Knows no grammar. */
export interface CodeLine {
  /** Without comments. */
  readonly code: string
  /** Without comments and without the insides of quotes. */
  readonly mask: string
  /** What is open at the start of the line, innermost last: brackets, quotes, `*` for a comment. */
  readonly open: readonly string[]
  /** The smallest number of open brackets and quotes in the line. */
  readonly lowest: number
}

const hashComments = /\.(?:py|rb|sh|bash|bats|exs?|pl)$|(?:^|\/)[^./]+$/
const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const quotes = ['"""', "'''", '"', "'", '`']
/** A slash behind one of these starts a pattern; behind anything else it divides. */
const beforePattern = /(?:^|[(,=:[!&|?{};>]|\breturn)\s*$/
const pattern = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/

/** The last line is empty and shows what is open at the end. */
export function codeLines(text: string, path: string): readonly CodeLine[] {
  const hasHashes = hashComments.test(path)
  const lines: CodeLine[] = []
  const open: string[] = []
  let line = { code: '', mask: '', open: [...open], lowest: 0 }
  const pop = (): void => {
    line.lowest = Math.min(line.lowest, open.pop() === undefined ? -1 : open.length)
  }
  const source = text.startsWith('#!') ? text.replace(/^.*/, '') : text
  for (let at = 0; at < source.length; at++) {
    const rest = source.slice(at, at + 3)
    const char = source.charAt(at)
    const top = open.at(-1) ?? ''
    if (char === '\n') {
      if (top === '"' || top === "'") pop()
      lines.push(line)
      line = { code: '', mask: '', open: [...open], lowest: open.length }
    } else if (top === '*') {
      if (!rest.startsWith('*/')) continue
      pop()
      at++
    } else if (quotes.includes(top)) {
      const isEnd = rest.startsWith(top)
      const isHole = top === '`' && rest.startsWith('${')
      const taken = isEnd ? top : char === '\\' || isHole ? source.slice(at, at + 2) : char
      line.code += taken
      if (isEnd || isHole) line.mask += taken
      if (isEnd) pop()
      if (isHole) open.push('{')
      at += taken.length - 1
    } else if (hasHashes ? char === '#' : rest.startsWith('//')) {
      at = (source.indexOf('\n', at) + 1 || source.length + 1) - 2
    } else if (!hasHashes && rest.startsWith('/*')) {
      open.push('*')
      at++
    } else {
      const quote = quotes.find((each) => rest.startsWith(each) && (hasHashes || each.length === 1))
      const isPattern = !hasHashes && char === '/' && beforePattern.test(line.mask)
      const [taken = char] = quote ? [quote] : (isPattern && pattern.exec(source.slice(at))) || []
      line.code += taken
      line.mask += taken.length > 1 && !quote ? '//' : taken
      if (quote !== undefined || '([{'.includes(char)) open.push(taken)
      else if (char in closing) {
        if (top === closing[char]) pop()
        else line.lowest = -1
      }
      at += taken.length - 1
    }
  }
  return [...lines, line, { code: '', mask: '', open: [...open], lowest: open.length }]
}
