/** Owns soft budgets: what a change came to against what was expected of it. Data, never a reason to halt or retry. */
import type { FileChange } from '../../effects/measure-change.ts'
import type { HandbookPrompt } from './handbook-document.ts'

export interface Measured {
  readonly actualLoc: number
  readonly actualFiles: number
  readonly outOfScopeFiles: readonly string[]
  /** Actual lines by expected ones; null if nothing was expected. */
  readonly ratio: number | null
  readonly isOverrun: boolean
}

export interface Overrun {
  readonly promptId: string
  /** Null if unbounded. */
  readonly expectedLoc: number | null
  readonly actualLoc: number
  readonly expectedFiles: number | null
  readonly actualFiles: number
  readonly ratio: number | null
  readonly outOfScopeFiles: readonly string[]
  readonly summary: string
  readonly at: number
}

export function measure({ anchors, budget }: HandbookPrompt, files: readonly FileChange[]): Measured {
  const inScope = files.filter(({ path }) => isWithin(path, anchors.paths))
  const outOfScopeFiles = files.filter((file) => !inScope.includes(file)).map(({ path }) => path)
  const actualLoc = inScope.reduce((sum, { added, removed }) => sum + added + removed, 0)
  const loc = budget?.loc ?? null
  const count = budget?.files ?? null
  const isOver =
    (loc !== null && actualLoc > loc + (budget?.locFloor ?? 0)) ||
    (count !== null && inScope.length > count + (budget?.filesFloor ?? 0))
  return {
    actualLoc,
    actualFiles: inScope.length,
    outOfScopeFiles,
    ratio: loc === null ? null : actualLoc / Math.max(loc, 1),
    isOverrun: isOver || outOfScopeFiles.length > 0,
  }
}

/** Without a scope nothing is out of it. */
export const isWithin = (path: string, paths: readonly string[]): boolean =>
  paths.length === 0 || paths.some((scope) => covers(scope, path))

function covers(scope: string, path: string): boolean {
  const plain = scope.replace(/^\.\//, '').replace(/\/+$/, '')
  if (plain === '.') return true
  if (path === plain || path.startsWith(`${plain}/`)) return true
  return /[*?{]/.test(plain) && new RegExp(`^${patternOf(plain)}(/.*)?$`).test(path)
}

/** `**` crosses folders, `*` and `?` do not; of `{a,b}` either counts. Brackets are part of a name, as routes have them. */
const patternOf = (glob: string): string =>
  glob.replace(/\*\*\/?|\*|\?|\{[^{}]*,[^{}]*\}|[.+^${}()|[\]\\]/g, (part) => {
    if (part === '*') return '[^/]*'
    if (part === '?') return '[^/]'
    if (part.startsWith('**')) return '.*'
    if (part.length === 1) return `\\${part}`
    const either = part.slice(1, -1).split(',')
    return `(?:${either.map((one) => patternOf(one.trim())).join('|')})`
  })

/** Whether the prompt has no size: then only a warning is due. */
export const isUnbounded = ({ budget }: HandbookPrompt): boolean => budget === null || budget.loc === null
