/**
 * Owns which commits of a base branch are merges. Merge commits and squashed pull requests are. Commits that a rebase
 * put there look like commits that a person pushed: those that follow each other count as one merge. Pure.
 */
import type { BaseSeen } from '@harness/core/playbooks/daemon/facts'
import type { PlanFolders } from '@harness/shell/playbooks/delivery/plan-folder'

export interface BaseCommit {
  readonly commit: string
  /** If it has several parents. */
  readonly isMerge: boolean
  readonly subject: string
  /** The commands of the harness that its trailers name. */
  readonly commands: string
  /** What it changed against its first parent. */
  readonly paths: readonly { readonly path: string; readonly isNew: boolean }[]
}

type Folders = Pick<PlanFolders, 'planDir' | 'completedDir'>
type Merge = BaseSeen['merges'][number]

/** Oldest first, as the commits are. */
export function mergesIn(commits: readonly BaseCommit[], folders: Folders): readonly Merge[] {
  const merges: Merge[] = []
  let pushed: BaseCommit[] = []
  const endPushed = (): void => {
    merges.push(...pushedMerges(pushed, folders))
    pushed = []
  }
  for (const one of commits) {
    const named = namedPlan(one)
    if (named === null && isBookkeeping(one, folders)) continue
    if (named === null && !isWhole(one)) {
      pushed.push(one)
      continue
    }
    endPushed()
    merges.push({ commit: one.commit, planId: named ?? completedBy(one, folders)[0] ?? null })
  }
  endPushed()
  return merges
}

function pushedMerges(pushed: readonly BaseCommit[], folders: Folders): readonly Merge[] {
  const last = pushed.at(-1)
  if (last === undefined) return []
  const completed = pushed.flatMap((one) =>
    completedBy(one, folders).map((planId) => ({ commit: one.commit, planId })),
  )
  return completed.length > 0 ? completed : [{ commit: last.commit, planId: null }]
}

/** Plans are written, blocked and moved all the time, which changes nothing of the product. */
const isBookkeeping = ({ paths }: BaseCommit, { planDir, completedDir }: Folders): boolean =>
  paths.every(({ path }) => path.startsWith(`${planDir}/`) || path.startsWith(`${completedDir}/`))

/** GitHub ends the subject of a squashed pull request with its number. */
const isWhole = ({ isMerge, subject }: BaseCommit): boolean => isMerge || / \(#\d+\)$/.test(subject)

/** A plan is named by the command that merged it, else by the subject of the merge. */
function namedPlan({ commands, subject }: BaseCommit): string | null {
  const byCommand = /\/merge\/(\d{4})\//.exec(commands)?.[1]
  const bySubject = /^Merge (?:plan (\d{4})|.*\btask\/(\d{4})-)/.exec(subject)
  return byCommand ?? bySubject?.[1] ?? bySubject?.[2] ?? null
}

/** The plans whose files it brought into the folder of completed plans. */
const completedBy = ({ paths }: BaseCommit, { completedDir }: Folders): readonly string[] =>
  paths.flatMap(({ path, isNew }) => {
    const name = path.startsWith(`${completedDir}/`) ? path.slice(completedDir.length + 1) : ''
    const [, id] = /^(\d{4})-[^/]*\.md$/.exec(name) ?? []
    return isNew && id !== undefined ? [id] : []
  })
