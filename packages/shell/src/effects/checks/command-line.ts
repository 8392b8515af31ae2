/**
 * Owns what can be told of a command line without running it: the programs that it starts, and the scripts of a package
 * that it calls. What only a shell could tell is left out, so that no line is refused by mistake.
 */
import { delimiter, isAbsolute, join } from 'node:path'
import { isProgram } from '../../machine/process/is-program.ts'

const builtins: ReadonlySet<string> = new Set(
  '. : [ alias bg break case cd command continue do echo eval exec exit export false for hash if kill printf pwd read return set shift source test time times trap true type ulimit umask unset until wait while {'.split(
    ' ',
  ),
)

/** The first word that is no assignment; null if a shell would still expand it. */
export function programOf(line: string): string | null {
  for (const word of line.trim().split(/\s+/)) {
    if (/^[A-Za-z_][A-Za-z0-9_]*=/.test(word)) continue
    return /^[\w./+@-]+$/.test(word) || word === '[' ? word : null
  }
  return null
}

export const isBuiltin = (program: string): boolean => builtins.has(program)

const keyword = /(?:^|[;&\s])(?:if|then|for|while|until|case|do|function)\s/

/**
 * The commands that all have to pass for the line to pass, up to a change of folder. One, if the line is not that plain;
 * none, if it may pass without them.
 */
export function commandsIn(line: string): readonly string[] {
  if (line.includes('||')) return []
  if (!/^[\w\s./:=@+,&;-]*$/.test(line) || /(^|[^&])&([^&]|$)/.test(line) || keyword.test(line)) return [line]
  const groups = line.split(';').filter((group) => group.trim() !== '')
  const commands = (groups.pop() ?? '').split('&&').map((command) => command.trim())
  if (groups.some((group) => group.split('&&').some(isCd))) return []
  const elsewhere = commands.findIndex(isCd)
  return elsewhere === -1 ? commands : commands.slice(0, elsewhere + 1)
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

/** Where the program is; null if it is neither on the path nor, with a folder in its name, below `root`. */
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
