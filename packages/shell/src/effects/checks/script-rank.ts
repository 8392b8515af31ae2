/**
 * Ranks the scripts of checks by how far they are from the check. What a check runs may be the product as well, so the base's
 * versions go back over the new product by ranks: a script of the check is the base's while what it runs is the new one.
 */
import { basename, dirname } from 'node:path'
import { inputKind } from '@harness/core/work/check-inputs'
import { type CommandLine, entryKind, everyCommand } from '@harness/core/work/entry-files'
import { isCodeName } from '@harness/core/work/test-files'
import { type Followed, shellLines } from './script-lines.ts'

/**
 * 0: the check's own line starts it, or has it for data, and no other script that it names runs it. 1: a script loads it or is
 * given it, or it is a tool. 2: it may be the product.
 */
export type ScriptRank = 0 | 1 | 2

export const scriptRanks: readonly ScriptRank[] = [2, 1, 0]

/** Whether it says that it checks something. */
const checks = /(?:^|[-_.])(?:checks?|verify|smoke|lint|tests?|ci|e2e|validate)(?:[-_.]|$)/i

/** Whether the file is in a folder of tools. */
export const isInToolFolder = (path: string): boolean =>
  /(?:^|\/)(?:tools?|tooling|scripts?|ci|checks?|lint|qa|verify)$/.test(dirname(path))

export function rankOf(path: string, { own, scripts }: Pick<Followed, 'own' | 'scripts'>): ScriptRank {
  const isOwn = (one: string): boolean => (entryKind(own, one) ?? inputKind(own, one)) !== null
  const others = scripts.filter((script) => script.path !== path)
  const names = (lines: ReturnType<typeof shellLines>): boolean => entryKind(lines, path) !== null
  if (
    isOwn(path) &&
    !isGiven(path, own) &&
    !others.some((script) => isOwn(script.path) && names(shellLines(script)))
  )
    return 0
  const isLoaded = others.some((script) => names(shellLines(script).filter(({ run }) => loads.test(run))))
  const isTool = isInToolFolder(path) || checks.test(basename(path))
  return isLoaded || isTool || isGiven(path, own) || !isScript.test(path) ? 1 : 2
}

/** Whether a script of the line is given this one, and does with it what it wants. */
const isGiven = (path: string, own: readonly CommandLine[]): boolean =>
  isScript.test(path) && entryKind(own, path) === 'script' && entryKind(own.flatMap(started), path) === null

/** The commands of the line, each up to the first script in it. */
const started = ({ run, folder }: CommandLine): readonly CommandLine[] =>
  everyCommand(run, folder).map(({ words, folder: at }) => {
    const first = words.findIndex((word, index) => isCodeName(word) && !words[index - 1]?.startsWith('-'))
    return { run: (first === -1 ? words : words.slice(0, first + 1)).join(' '), folder: at }
  })

const loads = /(?:^|[;&|]\s*)\s*(?:\.|source)\s/
/** A file without an ending may be one. */
const isScript = /(?:^|\/)[^./]+$|\.(?:[cm]?[jt]sx?|py|rb|php|pl|lua|(?:ba|z|k|da)?sh|bats|go|rs|exs?)$/
