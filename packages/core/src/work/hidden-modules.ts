/**
 * Knows new files that take the place of another one without touching it: a module that an import finds first, or a program
 * that the search path finds first.
 */

import { type CommandLine, everyCommand, programOf } from './entry-files.ts'
import { pythonLibrary } from './python-library.ts'

const code = /\.(?:[cm]?[jt]sx?|json|node|py|pyd|so)$/

/** What an import names: without its ending, and without the file that stands for a folder. */
const stemOf = (path: string): string => path.replace(code, '').replace(/\/(?:index|__init__)$/, '')

/** The new files whose name an import may resolve to in the place of a file that stays. `kept` is on the base and in the change. */
export function hidingModules(added: readonly string[], kept: readonly string[]): ReadonlySet<string> {
  const stems = new Map<string, string[]>()
  for (const path of kept.filter((one) => code.test(one)))
    stems.set(stemOf(path), [...(stems.get(stemOf(path)) ?? []), path])
  return new Set(
    added.filter((path) => {
      const isTyping = /\.d\.[cm]?ts$/.test(path)
      if (/\.py$/.test(path) && pythonLibrary.has(stemOf(path))) return true
      return !isTyping && (stems.get(stemOf(path)) ?? []).some((one) => isBefore(path, one))
    }),
  )
}

/** Data is found after code. */
const isBefore = (path: string, other: string): boolean => !path.endsWith('.json') || other.endsWith('.json')

/** Whether the file has the name of a program that a check starts by its name alone. */
export const hidesProgram = (path: string, lines: readonly CommandLine[]): boolean =>
  lines.some(({ run, folder }) =>
    everyCommand(run, folder).some(({ words }) =>
      words.some((word) => !word.includes('/') && programOf(word) === path.slice(path.lastIndexOf('/') + 1)),
    ),
  )
