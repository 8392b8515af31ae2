/**
 * ReadPlan: holds the plan's file against what the run knows of it, where people edit it: in their checkout while that
 * is on the base branch, and on the base branch itself. Only reads, so that a repetition is as good as the first.
 */
import type { ReadPlan } from '@harness/core/command'
import type { CommandFailed, PlanRead } from '@harness/core/event'
import type { Attempt } from '../adapters.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { readInside } from '../files/inside.ts'
import { lastChangeOf } from '../git/commits.ts'
import { git, gitOk } from '../git/git.ts'
import type { BaseSource } from '../lanes/base-source.ts'
import { type ForgePorts, requireBase } from './forge-ports.ts'
import { lineDifference } from './line-difference.ts'

type ReadPorts = ForgePorts & { readonly base?: BaseSource; redact(text: string): string }

export const readPlan = (
  command: ReadPlan,
  attempt: Attempt,
  ports: ReadPorts,
): Promise<PlanRead | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const completed = await completedOnBase(command, ports)
    const at = { type: 'PlanRead', at: ports.clock.now(), commandId: command.id } as const
    if (completed !== null) return { ...at, edit: null, completed }
    const found = [
      ...(await inCheckout(command, ports.repoRoot)),
      ...(await onBase(command, ports.repoRoot, ports.base)),
    ].map((text) => (text === null ? null : ports.redact(text)))
    // A plan that git does not know (its folder is ignored) is nowhere but in the checkout.
    const texts = found.some((text) => text !== null) ? found.filter((text) => text !== null) : [null]
    const edited = editIn(texts, command)
    return {
      ...at,
      edit:
        edited === undefined
          ? null
          : { text: edited, difference: lineDifference(command.known, edited ?? '') },
    }
  })

/** Whether the base has moved the plan to its completed place, and who did it; null where a person said to go on all the same. */
async function completedOnBase(
  { path, completedPath, baseBranch, agreed }: ReadPlan,
  { repoRoot, base: source, sanitise }: ReadPorts,
): Promise<NonNullable<PlanRead['completed']> | null> {
  if (completedPath === undefined || agreed.includes(null)) return null
  const base = await requireBase(repoRoot, baseBranch, source)
  const isCompleted =
    (await textAt(base, path, repoRoot)) === null && (await textAt(base, completedPath, repoRoot)) !== null
  if (!isCompleted) return null
  const commit = await lastChangeOf(repoRoot, base, completedPath)
  const { stdout } = await gitOk(repoRoot, ['log', '-1', '--format=%an%x00%s', commit])
  const [who = '', subject = ''] = stdout.trimEnd().split('\0')
  const by = `${commit.slice(0, 12)} by ${who}, “${subject}”, moved it to ${completedPath}`
  return { commit, by: sanitise(by) }
}

/** Only what was edited there: a checkout that lags behind a base which lives elsewhere says nothing. */
/** While the plan that is followed lies somewhere, what was followed before may lie elsewhere; undefined where nothing is new. */
function editIn(
  texts: readonly (string | null)[],
  { known, agreed }: Pick<ReadPlan, 'known' | 'agreed'>,
): string | null | undefined {
  const isFollowed = (text: string | null): boolean =>
    text === known || (text === null && agreed.includes(null))
  const others = texts.filter((text) => !isFollowed(text))
  return texts.some(isFollowed) ? others.find((text) => !agreed.includes(text)) : others[0]
}

async function inCheckout(command: ReadPlan, repoRoot: string): Promise<readonly (string | null)[]> {
  const { stdout } = await git(repoRoot, ['symbolic-ref', '--quiet', 'HEAD'])
  if (stdout.trim() !== `refs/heads/${command.baseBranch}`) return []
  const text = (await readInside(repoRoot, command.path))?.toString('utf8') ?? null
  return text === (await textAt('HEAD', command.path, repoRoot)) ? [] : [text]
}

async function onBase(
  command: ReadPlan,
  repoRoot: string,
  base: BaseSource | undefined,
): Promise<readonly (string | null)[]> {
  return [await textAt(await requireBase(repoRoot, command.baseBranch, base), command.path, repoRoot)]
}

async function textAt(revision: string, path: string, repoRoot: string): Promise<string | null> {
  const { exitCode, stdout } = await git(repoRoot, ['cat-file', 'blob', `${revision}:${path}`])
  return exitCode === 0 ? stdout : null
}
