/**
 * Knows new files that take the place of another one without touching it: a module that an import finds first, or a program
 * that the search path finds first.
 */

import { type CommandLine, everyCommand, programOf } from './entry-files.ts'
import { pythonLibrary } from './python-library.ts'
import { folderIn } from './shell-words.ts'

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

/** Whether make takes the file, or its folder, for a target of the line that is made already. `rules` are those of the base. */
export const hidesTarget = (
  path: string,
  lines: readonly CommandLine[],
  kept: readonly string[],
  rules: string,
): boolean =>
  lines.some(({ run, folder }) =>
    everyCommand(run, folder).some(({ words, folder: at }) => {
      const start = words.findIndex((word) => /^g?make$/.test(programOf(word)))
      const targets = start === -1 ? [] : words.slice(start + 1).filter((word) => /^[\w.-]+$/.test(word))
      return targets.some((target) => {
        const place = folderIn(at, target)
        const isAt = (one: string): boolean => one === place || one.startsWith(`${place}/`)
        return isAt(path) && !kept.some(isAt) && !isPhony(target, rules)
      })
    }),
  )

const isPhony = (target: string, rules: string): boolean =>
  rules.split('\n').some((line) => line.startsWith('.PHONY') && line.split(/[\s:]+/).includes(target))

/** Whether a new manifest leads what loads its folder elsewhere than to the index that the base has there. */
export function hidesIndex(path: string, text: string, kept: readonly string[]): boolean {
  const folder = path.slice(0, -'package.json'.length)
  const index = kept.filter(
    (one) => one.startsWith(folder) && /^index\.[cm]?[jt]sx?$/.test(one.slice(folder.length)),
  )
  const main = /"(?:main|module|browser)"\s*:\s*"([^"]*)"/.exec(text)?.[1]
  return index.length > 0 && main !== undefined && stemOf(`/${main.replace(/^\.\//, '')}`) !== ''
}

/** Whether the file has the name of a program that a check starts by its name alone. */
export const hidesProgram = (path: string, lines: readonly CommandLine[]): boolean =>
  lines.some(({ run, folder }) =>
    everyCommand(run, folder).some(({ words }) =>
      words.some((word) => !word.includes('/') && programOf(word) === path.slice(path.lastIndexOf('/') + 1)),
    ),
  )
