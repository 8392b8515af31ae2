/**
 * Owns what can be told of a command line without running it: the programs that it starts, and the scripts of a package
 * that it calls. What only a shell could tell is left out, so that no line is refused by mistake.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

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

/** Commands that follow each other, as far as they all run in the same folder; one, if the line is not that plain. */
export function commandsIn(line: string): readonly string[] {
  if (!/^[\w\s./:=@+,&-]*$/.test(line) || /(^|[^&])&([^&]|$)/.test(line)) return [line]
  const commands = line.split('&&').map((command) => command.trim())
  const elsewhere = commands.findIndex((command) => programOf(command) === 'cd')
  return elsewhere === -1 ? commands : commands.slice(0, elsewhere + 1)
}

/** The script of the package at the top that `npm run x` names; null if there is none, or another package may be meant. */
export function scriptOf(command: string): string | null {
  if (/\s(?:-w|-C|--prefix|--workspaces?|--if-present)\b/.test(command)) return null
  const line = command.trim().replace(/^(?:[A-Za-z_][A-Za-z0-9_]*=\S*\s+)*/, '')
  const named = /^(?:npm|pnpm)\s+run\s+([\w:.-]+)(?=\s|$)/.exec(line)?.[1]
  if (named !== undefined) return named.startsWith('-') ? null : named
  return /^npm\s+(?:test|t)(?=\s|$)/.test(line) ? 'test' : null
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

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
