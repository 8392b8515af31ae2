/**
 * CompletePlan: a delivered plan's file moves to its completed place and says so, in a commit of its own on the base
 * branch, made without touching any checkout but the one of that branch. Safe to repeat: a plan that lies there already
 * is completed.
 */
import type { CompletePlan } from '@harness/core/command'
import type { CommandFailed, MergeRefused, PlanCompleted } from '@harness/core/event'
import { asTreeHash, type CommitHash, type TreeHash } from '@harness/core/ids'
import { setPlanStatus } from '@harness/formats/plan/set-plan-status'
import type { Attempt } from '../adapters.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { commitTree } from '../git/commits.ts'
import { git, gitOk } from '../git/git.ts'
import { withIndexOf } from '../git/index-of.ts'
import { advanceBase } from './advance-base.ts'
import { atTheBase, commandTrailer, type ForgePorts, requireBase } from './local-forge.ts'

export const completePlan = (
  command: CompletePlan,
  attempt: Attempt,
  ports: ForgePorts,
): Promise<PlanCompleted | MergeRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, () => atTheBase(ports, () => complete(command, ports)))

async function complete(command: CompletePlan, ports: ForgePorts): Promise<PlanCompleted | MergeRefused> {
  const { repoRoot, clock } = ports
  const base = await requireBase(repoRoot, command.baseBranch)
  const event = { at: clock.now(), commandId: command.id }
  const tree = await movedTree(command, repoRoot, base)
  if (tree === null) return { ...event, type: 'PlanCompleted', path: command.to, commit: base }
  const commit = await commitTree(repoRoot, {
    tree,
    parents: [base],
    message: command.message,
    trailers: [{ key: commandTrailer, value: command.id }],
  })
  const advance = await advanceBase(repoRoot, command.baseBranch, base, commit)
  return advance.type === 'advanced'
    ? { ...event, type: 'PlanCompleted', path: command.to, commit }
    : { ...event, type: 'MergeRefused', reason: advance.reason, detail: ports.sanitise(advance.detail) }
}

/** The base's tree with the plan moved; null where it is not in its old place. */
async function movedTree(
  command: CompletePlan,
  repoRoot: string,
  base: CommitHash,
): Promise<TreeHash | null> {
  const { exitCode, stdout: text } = await git(repoRoot, ['cat-file', 'blob', `${base}:${command.from}`])
  if (exitCode !== 0) return null
  const completed = setPlanStatus(text, 'completed', command.from)
  const blob = await gitOk(repoRoot, ['hash-object', '-w', '--no-filters', '--stdin'], {
    stdin: completed.ok ? completed.value : text,
  })
  return withIndexOf(repoRoot, base, async (env) => {
    const info = `100644,${blob.stdout.trim()},${command.to}`
    await gitOk(repoRoot, ['update-index', '--force-remove', '--', command.from], { env })
    await gitOk(repoRoot, ['update-index', '--add', '--cacheinfo', info], { env })
    return asTreeHash((await gitOk(repoRoot, ['write-tree'], { env })).stdout.trim())
  })
}
