/**
 * Owns a commit of the harness's own that changes files of the base branch. It is made without any checkout and put there
 * by the forge. On the same base a command makes the same commit, dated like that base, so that git which a killed
 * harness left makes no second one.
 */
import type { CommandId, CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { commitTree, newestDate, treeOf } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { treeWith } from '../../machine/git/index-of.ts'
import { carryProven } from '../checks/proven-trees.ts'
import type { Advance } from '../landing/advance-base.ts'
import type { ForgePorts } from '../landing/forge-ports.ts'
import { commandTrailer, commitOfCommand } from '../lanes/command-trailer.ts'
import type { Forge } from './port/forge.ts'

export interface BaseChange {
  readonly id: CommandId
  readonly baseBranch: string
  readonly message: string
  readonly files: readonly ChangedFile[]
}

export interface ChangedFile {
  readonly path: string
  readonly mode: string
  /** Null to remove it. */
  readonly bytes: Buffer | string | null
}

/** What was proven of the base counts for the commit too: no check depends on these files. */
export async function changeBase(
  { id, baseBranch, message, files }: BaseChange,
  base: CommitHash,
  ports: ForgePorts,
  forge: Forge,
  signal: AbortSignal,
): Promise<
  { readonly type: 'changed'; readonly commit: CommitHash } | Extract<Advance, { type: 'refused' }>
> {
  const { repoRoot, stateDir, identity } = ports
  const commit = await commitTree(repoRoot, {
    tree: await treeOfChange(repoRoot, base, files),
    parents: [base],
    message,
    trailers: [commandTrailer(id)],
    at: await newestDate(repoRoot, [base]),
    identity,
  })
  await carryProven(stateDir, await treeOf(repoRoot, base), await treeOf(repoRoot, commit))
  const advance = await forge.publishBase(baseBranch, base, commit, signal)
  if (advance.type === 'advanced') return { type: 'changed', commit }
  const theirs = await commitOfCommand(repoRoot, `${base}..${forge.baseRef(baseBranch)}`, id)
  return theirs === null ? advance : { type: 'changed', commit: theirs }
}

async function treeOfChange(
  repoRoot: string,
  base: CommitHash,
  files: readonly ChangedFile[],
): Promise<TreeHash> {
  const lines: string[] = []
  for (const { path, mode, bytes } of files)
    if (bytes === null) lines.push(`0 ${'0'.repeat(base.length)}\t${path}\0`)
    else {
      const { stdout } = await gitOk(repoRoot, ['hash-object', '-w', '--no-filters', '--stdin'], {
        stdin: bytes,
      })
      lines.push(`${mode} ${stdout.trim()}\t${path}\0`)
    }
  return treeWith(repoRoot, base, lines.join(''))
}
