/** Owns which parts of a line are never broken: single words, and command lines, which people copy and paste. Pure. */
import { withoutColours } from './text.ts'

/** A word or a whole command line, with the spaces before it. */
export interface Piece {
  readonly gap: string
  readonly text: string
}

export function piecesOf(line: string): readonly Piece[] {
  const pieces: Piece[] = []
  let command: OpenCommand | null = null
  const words = [...line.matchAll(/(\s*)(\S+)/g)].map(([, gap = '', text = '']) => ({ gap, text }))
  words.forEach((word, index) => {
    const { gap } = word
    const text = withoutColours(word.text)
    const last = pieces.at(-1)
    if (command !== null && last !== undefined && (command.quote !== null || gap.length === 1)) {
      pieces[pieces.length - 1] = { ...last, text: `${last.text}${gap}${word.text}` }
      command = follow(command, text)
    } else {
      pieces.push(word)
      const next = withoutColours(words[index + 1]?.text ?? '')
      command = isStart(withoutColours(words[index - 1]?.text ?? ''), gap, text, next)
        ? follow({ opening: /^[("'`]/.exec(text)?.[0] ?? '', quote: null }, text)
        : null
    }
  })
  return pieces
}

interface OpenCommand {
  /** What stands around the whole command, if anything. */
  readonly opening: string
  /** The quotation mark that is open, if one is. */
  readonly quote: string | null
}

const words = (text: string): string => text.split(' ').join('|')

const gitCommands =
  'add am apply bisect branch checkout cherry-pick clean clone commit config diff fetch init lfs log merge mv pull push rebase reflog remote reset restore revert rm show stash status submodule switch tag update-index worktree'
const programs = [
  words(
    'harness npm npx pnpm yarn nvm node bun uv pip python python3 pytest tox cargo mvn apt brew claude codex docker',
  ),
  words('cd cp mv rm mkdir kill chmod chown curl du export echo sudo'),
  `git(?= (?:-|(?:${words(gitCommands)})\\b))`,
  '\\./\\S+',
  // A setting before the program's name.
  '[A-Z][A-Z0-9_]*=\\S*',
]
const command = new RegExp(`^["'\`(]?(?:${programs.join('|')}) `)

/** A program of these names is started only here; in the middle of a sentence it is mostly its subject. */
function isStart(before: string, gap: string, text: string, next: string): boolean {
  if (text === '$') return before === '' && next !== ''
  if (next === '' || !command.test(`${text} ${next}`)) return false
  if (before === '' || gap.length > 1 || /:$|^(?:or|then)$/.test(before) || /^["'`(]/.test(text)) return true
  return /^harness$/.test(text) && /^(?:and|by|run|see|with)$|[,;]$/i.test(before)
}

/** The command after one more word; null if that was its last. */
function follow(open: OpenCommand, text: string): OpenCommand | null {
  let { quote } = open
  for (const [mark] of text.matchAll(/\\?["'`]/g))
    if (quote === null) quote = mark.length === 1 ? mark : null
    // In single quotes a backslash is a character like any other.
    else if (mark === quote || (quote === "'" && mark.endsWith(quote))) quote = null
  if (quote !== null) return { ...open, quote }
  const closing = open.opening === '(' ? ')' : open.opening
  if (closing !== '' && text.replace(/[,;.:]$/, '').endsWith(closing)) return null
  return /[^.][.]$|[,;:]$/.test(text) ? null : { ...open, quote }
}
