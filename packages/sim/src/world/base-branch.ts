/** Owns the base branch of a simulated repository: it is moved only forward, by one commit at a time. */
import type { CommandId, CommitHash } from '@harness/core/kernel/ids'
import type { Site } from './ground.ts'
import type { Commit } from './repository.ts'

export function baseTip({ repository, baseBranch }: Site): Commit {
  const tip = repository.tipOf(baseBranch)
  if (tip === null) throw new Error(`there is no branch ${baseBranch}`)
  return tip
}

/** Puts a commit on top of the base, whatever else its parents are. */
export function extendBase(site: Site, made: Omit<Commit, 'hash' | 'tree'>): Commit {
  const commit = site.repository.commit(made)
  site.repository.point(site.baseBranch, commit.hash)
  return commit
}

/** What a command has put on the base before, found by the id its commit bears. */
export const foundOnBase = (site: Site, id: CommandId): Commit | null =>
  site.repository.mainlineOf(baseTip(site).hash).find((commit) => commit.commandId === id) ?? null

/** The commit that brought another one into the base; null if it is not there. */
export const broughtIn = (site: Site, commit: CommitHash): Commit | null =>
  site.repository
    .mainlineOf(baseTip(site).hash)
    .filter(({ hash }) => site.repository.isAncestor(commit, hash))
    .at(-1) ?? null
