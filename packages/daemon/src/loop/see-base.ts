/** Sees what was merged into the base branch since the last look, by whom ever, and if people rewrote it. */
import type { BaseSeen } from '@harness/core/playbooks/daemon/facts'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { isAncestor } from '@harness/shell/machine/git/commits'
import { git } from '@harness/shell/machine/git/git'
import { readRef } from '@harness/shell/machine/git/refs'
import type { PlanFolders } from '@harness/shell/playbooks/delivery/plan-folder'
import { type BaseCommit, mergesIn } from './merges-in.ts'

/** Where runs find the base: on the remote of a forge, as it was fetched last. */
const baseRefOf = (baseBranch: string, forge: HarnessConfig['forge']): string =>
  forge.kind === 'github' ? `refs/remotes/${forge.remote}/${baseBranch}` : `refs/heads/${baseBranch}`

const mostCommits = 200

export async function seeBase(
  folders: Pick<PlanFolders, 'repoRoot' | 'baseBranch' | 'planDir' | 'completedDir'>,
  forge: HarnessConfig['forge'],
  anchor: string | null,
): Promise<BaseSeen | null> {
  const { repoRoot, baseBranch } = folders
  const commit = await readRef(repoRoot, baseRefOf(baseBranch, forge))
  if (commit === null) return null
  if (anchor === null || anchor === commit) return { commit, rewritten: false, merges: [] }
  if (!(await isKnownAncestor(repoRoot, anchor, commit))) return { commit, rewritten: true, merges: [] }
  const { stdout } = await git(repoRoot, [
    'log',
    '--first-parent',
    '--reverse',
    `-${mostCommits}`,
    '--diff-merges=first-parent',
    '--no-renames',
    '--name-status',
    '-z',
    '--format=%x01%H%x00%P%x00%s%x00%(trailers:key=Harness-Command,valueonly,separator=%x2c)%x00',
    `${anchor}..${commit}`,
    '--',
  ])
  return { commit, rewritten: false, merges: mergesIn(stdout.split('\x01').flatMap(commitIn), folders) }
}

/** A commit that is gone altogether is no ancestor. */
async function isKnownAncestor(repoRoot: string, anchor: string, commit: string): Promise<boolean> {
  const { exitCode } = await git(repoRoot, ['cat-file', '-e', `${anchor}^{commit}`])
  return exitCode === 0 && (await isAncestor(repoRoot, anchor, commit))
}

/** Hash, parents, subject, trailers and an empty field; then status and path of each change. */
function commitIn(record: string): readonly BaseCommit[] {
  const [commit = '', parents = '', subject = '', commands = '', , ...changes] = record.split('\0')
  if (commit === '') return []
  const paths = changes.flatMap((path, at) =>
    at % 2 === 0 || path === '' ? [] : [{ path, isNew: changes[at - 1]?.trim() === 'A' }],
  )
  return [{ commit, isMerge: parents.includes(' '), subject, commands, paths }]
}
