/** Sees what was merged into the base branch since the last look, and if people rewrote it. */
import type { BaseSeen } from '@harness/core/playbooks/daemon/facts'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { isAncestor } from '@harness/shell/machine/git/commits'
import { git } from '@harness/shell/machine/git/git'
import { readRef } from '@harness/shell/machine/git/refs'
import type { PlanFolders } from '@harness/shell/playbooks/delivery/plan-folder'

/** Where runs find the base: on the remote of a forge, as it was fetched last. */
export const baseRefOf = (baseBranch: string, forge: HarnessConfig['forge']): string =>
  forge.kind === 'github' ? `refs/remotes/${forge.remote}/${baseBranch}` : `refs/heads/${baseBranch}`

const mostMerges = 200

export async function seeBase(
  { repoRoot, baseBranch }: PlanFolders,
  forge: HarnessConfig['forge'],
  anchor: string | null,
): Promise<BaseSeen | null> {
  const commit = await readRef(repoRoot, baseRefOf(baseBranch, forge))
  if (commit === null) return null
  if (anchor === null || anchor === commit) return { commit, rewritten: false, merges: [] }
  if (!(await isKnownAncestor(repoRoot, anchor, commit))) return { commit, rewritten: true, merges: [] }
  const format = '--format=%H%x00%s%x00%(trailers:key=Harness-Command,valueonly,separator=%x2c)'
  const range = `${anchor}..${commit}`
  const { stdout } = await git(repoRoot, [
    'log',
    '--first-parent',
    '--reverse',
    `-${mostMerges}`,
    format,
    range,
    '--',
  ])
  return { commit, rewritten: false, merges: stdout.split('\n').flatMap(mergeIn) }
}

/** A commit that is gone altogether is no ancestor. */
async function isKnownAncestor(repoRoot: string, anchor: string, commit: string): Promise<boolean> {
  const { exitCode } = await git(repoRoot, ['cat-file', '-e', `${anchor}^{commit}`])
  return exitCode === 0 && (await isAncestor(repoRoot, anchor, commit))
}

/** A plan is named by the command that merged it, else by the subject of the merge. */
function mergeIn(line: string): BaseSeen['merges'] {
  const [commit, subject = '', trailer = ''] = line.split('\0')
  if (commit === undefined || commit === '') return []
  const byCommand = /\/merge\/(\d{4})\//.exec(trailer)?.[1]
  const bySubject = /^Merge (?:plan (\d{4})|.*\btask\/(\d{4})-)/.exec(subject)
  const planId = byCommand ?? bySubject?.[1] ?? bySubject?.[2] ?? null
  return planId === null ? [] : [{ commit, planId }]
}
