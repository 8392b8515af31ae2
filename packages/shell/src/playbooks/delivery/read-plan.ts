/**
 * ReadPlan: holds the plan's file against what the run knows of it, where people edit it: in their checkout while that
 * is on the base branch, and on the base branch itself. Only reads, so that a repetition is as good as the first.
 */
import { createHash } from 'node:crypto'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { PlanRead, ReadPlan } from '@harness/core/effects/read-plan'
import type { CommitHash } from '@harness/core/kernel/ids'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { type ForgePorts, requireBase } from '../../effects/landing/forge-ports.ts'
import { type BaseSource, ownBranches } from '../../effects/lanes/base-source.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { lastChangeOf } from '../../machine/git/commits.ts'
import { git, gitOk } from '../../machine/git/git.ts'
import { currentBranch } from '../../machine/git/refs.ts'
import { lineDifference } from './line-difference.ts'

export type ReadPorts = ForgePorts & { readonly base?: BaseSource; redact(text: string): string }

export const readPlan = (
  command: ReadPlan,
  attempt: Attempt,
  ports: ReadPorts,
): Promise<PlanRead | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const { repoRoot, base: source = ownBranches } = ports
    const commit = await requireBase(repoRoot, command.baseBranch, source)
    const onBase = await textAt(commit, command.path, repoRoot)
    const completed = onBase === null ? await completedAt(commit, command, ports) : null
    const at = { type: 'PlanRead', at: ports.clock.now(), commandId: command.id } as const
    if (completed !== null) return { ...at, edit: null, completed }
    const isOwn = source.baseRef(command.baseBranch) === ownBranches.baseRef(command.baseBranch)
    const found = [...(await inCheckout(command, repoRoot, isOwn ? onBase : undefined)), onBase].map(
      (text) => (text === null ? null : ports.redact(text)),
    )
    // A plan that git does not know (its folder is ignored) is nowhere but in the checkout.
    const texts = found.some((text) => text !== null) ? found.filter((text) => text !== null) : [null]
    const edited = editIn(texts, command)
    return {
      ...at,
      edit:
        edited === undefined
          ? null
          : {
              text: edited,
              digest: edited === null ? null : digestOf(edited),
              difference: lineDifference(command.known, edited ?? ''),
            },
    }
  })

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Whether the base has the plan in its completed place, and who moved it there; null where a person said to go on all the same. */
async function completedAt(
  base: CommitHash,
  { completedPath, agreed }: ReadPlan,
  { repoRoot, sanitise }: ReadPorts,
): Promise<NonNullable<PlanRead['completed']> | null> {
  if (completedPath === undefined || agreed.includes(null)) return null
  if ((await textAt(base, completedPath, repoRoot)) === null) return null
  const commit = await lastChangeOf(repoRoot, base, completedPath)
  const { stdout } = await gitOk(repoRoot, ['log', '-1', '--format=%an%x00%s', commit])
  const [who = '', subject = ''] = stdout.trimEnd().split('\0')
  const by = `${commit.slice(0, 12)} by ${who}, “${subject}”, moved it to ${completedPath}`
  return { commit, by: sanitise(by) }
}

/** The plan that is followed may have another path than the one followed before; undefined if nothing is new. */
function editIn(
  texts: readonly (string | null)[],
  { known, agreed }: Pick<ReadPlan, 'known' | 'agreed'>,
): string | null | undefined {
  const isFollowed = (text: string | null): boolean =>
    text === known || (text === null && agreed.includes(null))
  const others = texts.filter((text) => !isFollowed(text))
  return texts.some(isFollowed) ? others.find((text) => !agreed.includes(text)) : others[0]
}

/**
 * Only what was edited there: a checkout that lags behind a base which lives elsewhere says nothing. `onOwn` is what the
 * branch itself holds, if that is known.
 */
async function inCheckout(
  { path, baseBranch }: ReadPlan,
  repoRoot: string,
  onOwn: string | null | undefined,
): Promise<readonly (string | null)[]> {
  if ((await currentBranch(repoRoot)) !== baseBranch) return []
  const text = (await readInside(repoRoot, path))?.toString('utf8') ?? null
  const committed = onOwn === undefined ? await textAt('HEAD', path, repoRoot) : onOwn
  return text === committed ? [] : [text]
}

async function textAt(revision: string, path: string, repoRoot: string): Promise<string | null> {
  const { exitCode, stdout } = await git(repoRoot, ['cat-file', 'blob', `${revision}:${path}`])
  return exitCode === 0 ? stdout : null
}
