/** Finds in a change what belongs to people: the plans, and what governs the harness. */
import type { Suspicion } from '../effects/run-agent.ts'
import type { Check } from '../kernel/check.ts'
import { linesInScope } from './plan-scope.ts'

export interface Rules {
  readonly checks: readonly Pick<Check, 'run'>[]
  /** Folders of files that belong to people: plans, and what governs the harness. */
  readonly governed: readonly string[]
  /** A new file that is larger is a suspicion. */
  readonly largestFileBytes: number
}

const isGoverned = (path: string, { governed }: Pick<Rules, 'governed'>): boolean =>
  governed.some((place) => path === place || path.startsWith(`${place}/`))

/** `paths` are the names of one file, before and after the change. */
export function governedEdit(paths: readonly string[], rules: Pick<Rules, 'governed'>): readonly Suspicion[] {
  const touched = paths.find((path) => isGoverned(path, rules))
  return touched === undefined
    ? []
    : [{ kind: 'rules-edited', file: touched, detail: `${touched} governs the harness.` }]
}

/**
 * Whether the plan names the file as something to work on: not if it sets limits there. The whole path counts, not a
 * part of a longer one. A name that may be an ordinary word counts only in quotes.
 */
export function planCallsFor(plan: string, file: string): boolean {
  const name = file.replace(/[.*+?^$()[\]{}|\\/]/g, '\\$&')
  const named = isWord.test(file)
    ? new RegExp(`([\`'"])(?:\\./)?${name}\\1`)
    : new RegExp(`(?<![\\w./-])(?:\\./)?${name}(?![\\w/-]|\\.\\w)`)
  return linesInScope(plan).some((line) => named.test(line))
}

const isWord = /^(?:[a-z0-9]+|.{1,3})$/
