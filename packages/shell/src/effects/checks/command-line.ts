/**
 * Owns what can be told of a command line without running it: the programs that it starts, and the scripts of a package
 * that it calls. What only a shell could tell is left out, so that no line is refused by mistake.
 */
import { delimiter, isAbsolute, join } from 'node:path'
import { isProgram } from '@harness/agent-runner/runner/program-path'
import { type ShellToken, shellTokens } from '@harness/core/work/shell-words'

const builtins: ReadonlySet<string> = new Set(
  '. : [ alias bg break case cd command continue do echo eval exec exit export false for hash if kill printf pwd read return set shift source test time times trap true type ulimit umask unset until wait while {'.split(
    ' ',
  ),
)

/** The first word that is no assignment; null if a shell would still expand it. */
export function programOf(line: string): string | null {
  for (const token of shellTokens(line)) {
    if (token.type !== 'word') return null
    if (/^[A-Za-z_][A-Za-z0-9_]*=/.test(token.text)) continue
    return /^[\w./+@-]+$/.test(token.text) || token.text === '[' ? token.text : null
  }
  return null
}

export const isBuiltin = (program: string): boolean => builtins.has(program)

const keywords: ReadonlySet<string> = new Set('if then for while until case do function'.split(' '))

/**
 * The commands that all have to pass for the line to pass, up to a change of folder. One, if the line is not that plain;
 * none, if it may pass without them.
 */
export function commandsIn(line: string): readonly string[] {
  const tokens = [...shellTokens(line)]
  if (tokens.some((token) => token.type === 'end' && token.operator === '||')) return []
  const groups = plainGroups(tokens)
  if (groups === null) return [line]
  const commands = groups.pop() ?? []
  if (groups.flat().some(isCd)) return []
  const elsewhere = commands.findIndex(isCd)
  return elsewhere === -1 ? commands : commands.slice(0, elsewhere + 1)
}

/** The commands between `&&`, for each part between `;`; null if the line has more to it than that. */
function plainGroups(tokens: readonly ShellToken[]): string[][] | null {
  const groups: string[][] = []
  let group: string[] = []
  let words: string[] = []
  const endCommand = (): void => {
    if (words.length > 0) group.push(words.join(' '))
    words = []
  }
  for (const token of tokens) {
    if (token.type === 'word') {
      if (!/^[\w./:=@+,-]+$/.test(token.text)) return null
      if (words.length === 0 && keywords.has(token.text)) return null
      words.push(token.text)
    } else if (token.type === 'end' && (token.operator === '&&' || token.operator === ';')) {
      endCommand()
      if (token.operator === ';' && group.length > 0) groups.push(group)
      if (token.operator === ';') group = []
    } else return null
  }
  endCommand()
  return group.length === 0 ? groups : [...groups, group]
}

const isCd = (command: string): boolean => programOf(command) === 'cd'

const withoutAssignments = (command: string): string =>
  command.trim().replace(/^(?:[A-Za-z_][A-Za-z0-9_]*=\S*\s+)*/, '')

/** Options of npm and pnpm that take no value. */
const quiet = '(?:(?:-s|-q|-d|--silent|--quiet|--verbose|--no-color)\\s+)*'
const runScript = new RegExp(
  `^(?:(?:npm|pnpm)\\s+${quiet}run(?:-script)?\\s+${quiet}|node\\s+--run[\\s=]\\s*)([\\w:.][\\w:.-]*)(?=\\s|$)`,
)
const runTest = new RegExp(`^npm\\s+${quiet}(?:test|t)(?=\\s|$)`)

/** The script of the package at the top that `npm run x` names; null if there is none, or another package may be meant. */
export function scriptOf(command: string): string | null {
  if (/\s(?:-w|-C|--prefix|--workspaces?|--if-present)\b/.test(command)) return null
  const line = withoutAssignments(command)
  return runScript.exec(line)?.[1] ?? (runTest.test(line) ? 'test' : null)
}

/** The file below the top that `sh x.sh` or `node x.js` reads; null if there is none, or only the program could tell. */
export function fileOf(command: string): string | null {
  const line = withoutAssignments(command)
  const file =
    /^(?:node|python3?|ruby|perl|php|(?:ba|z)?sh(?:\s+-[eux]+)*)\s+((?:\.\/)*\w[\w./@+-]*\.\w+)(?=\s|$)/.exec(
      line,
    )?.[1]
  return file === undefined || file.includes('..') ? null : file.replace(/^(?:\.\/)+/, '')
}

/** The path of the program; null if it is neither on the path nor, with a folder in its name, below `root`. */
export function findProgram(program: string, root: string, path: string): string | null {
  const candidates = isAbsolute(program)
    ? [program]
    : program.includes('/')
      ? [join(root, program)]
      : path
          .split(delimiter)
          .filter((folder) => folder !== '')
          .map((folder) => join(folder, program))
  return candidates.find(isProgram) ?? null
}
