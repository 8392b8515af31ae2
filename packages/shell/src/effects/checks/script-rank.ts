/**
 * Ranks the scripts of checks by how far they are from the check. What a check runs may be the product as well, so the base's
 * versions go back over the new product by ranks: a script of the check is the base's while what it runs is the new one.
 */
import { dirname } from 'node:path'
import { inputKind } from '@harness/core/work/check-inputs'
import { entryKind } from '@harness/core/work/entry-files'
import { type Followed, shellLines } from './script-lines.ts'

/** 0: the check's own line names it, and no other script that it names. 1: a script loads it, or it is a tool. 2: it may be the product. */
export type ScriptRank = 0 | 1 | 2

export const scriptRanks: readonly ScriptRank[] = [2, 1, 0]

/** Whether the file is in a folder of tools. */
export const isInToolFolder = (path: string): boolean =>
  /(?:^|\/)(?:tools?|tooling|scripts?|ci|checks?|lint|qa|verify)$/.test(dirname(path))

export function rankOf(path: string, { own, scripts }: Pick<Followed, 'own' | 'scripts'>): ScriptRank {
  const isOwn = (one: string): boolean => (entryKind(own, one) ?? inputKind(own, one)) !== null
  const others = scripts.filter((script) => script.path !== path)
  const names = (lines: ReturnType<typeof shellLines>): boolean => entryKind(lines, path) !== null
  if (isOwn(path) && !others.some((script) => isOwn(script.path) && names(shellLines(script)))) return 0
  const isLoaded = others.some((script) => names(shellLines(script).filter(({ run }) => loads.test(run))))
  return isLoaded || isInToolFolder(path) || !isScript.test(path) ? 1 : 2
}

const loads = /(?:^|[;&|]\s*)\s*(?:\.|source)\s/
/** A file without an ending may be one. */
const isScript = /(?:^|\/)[^./]+$|\.(?:[cm]?[jt]sx?|py|rb|php|pl|lua|(?:ba|z|k|da)?sh|bats|go|rs|exs?)$/
