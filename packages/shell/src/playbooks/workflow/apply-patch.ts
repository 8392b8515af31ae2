/**
 * ApplyPatch: applies a proposed fix to a lane as one commit, or not at all. Git applies it: every line of context must
 * fit, and no path may lead through a link. The change is held to the same rules as an agent's. Safe to repeat: the commit
 * carries the command's id and is looked for first; otherwise the lane is put back to its commit.
 */
import { dirname } from 'node:path'
import type { ApplyPatch, PatchApplied, PatchRefused } from '@harness/core/effects/apply-patch'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { CommitHash } from '@harness/core/kernel/ids'
import { inspectChange } from '../../effects/agents/guard/inspect-change.ts'
import { touchedPlans } from '../../effects/agents/guard/plan-files.ts'
import { whyUnfit } from '../../effects/agents/guard/unfit-entries.ts'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { beginWork, endWork } from '../../effects/lanes/checkout-work.ts'
import { commandTrailer, commitOfCommand } from '../../effects/lanes/command-trailer.ts'
import { type LaneRecord, requireLane } from '../../effects/lanes/lane-record.ts'
import { layRepository } from '../../effects/lanes/lay-repository.ts'
import { putBack, putBackNotes } from '../../effects/lanes/put-back.ts'
import { isPlainWay } from '../../machine/disk/plain-path.ts'
import { type ChangedEntry, changedFiles, stagedEntries } from '../../machine/git/changes.ts'
import { commitStaged } from '../../machine/git/commit-all.ts'
import { treeOf } from '../../machine/git/commits.ts'
import { git, gitOk } from '../../machine/git/git.ts'
import { pathText, shownPath } from '../../machine/git/path-text.ts'
import { safeRevision } from '../../machine/git/refs.ts'
import { namedFew } from '../../store/layout/named-few.ts'
import { pathsIn, separated, withoutBareHeaders } from './patch-text.ts'
import type { PatchPorts } from './workflow-ports.ts'

export const applyPatch = (
  command: ApplyPatch,
  attempt: Attempt,
  ports: PatchPorts,
): Promise<PatchApplied | PatchRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const lane = await requireLane(ports.stateDir, command.lane)
    const made = attempt.repeated ? await madeBefore(command, lane) : null
    const aside = await putBack(lane, made ?? command.startCommit, ports, command.id)
    await beginWork(lane.path)
    try {
      const commit = made ?? (await patchLane(command, lane, ports))
      if (typeof commit !== 'string') return { type: 'PatchRefused', ...toldBy(command, ports), ...commit }
      const notes = putBackNotes(aside)
      return {
        type: 'PatchApplied',
        ...toldBy(command, ports),
        commit,
        tree: await treeOf(lane.path, commit),
        changedFiles: await changedFiles(lane.path, command.startCommit, commit),
        ...(notes.length === 0 ? {} : { notes }),
      }
    } finally {
      await endWork(lane.path)
    }
  })

type Refusal = Pick<PatchRefused, 'reason' | 'detail'>

const toldBy = ({ id }: ApplyPatch, { clock }: PatchPorts) => ({ at: clock.now(), commandId: id })

const madeBefore = ({ startCommit, id }: ApplyPatch, { path, branch }: LaneRecord) =>
  commitOfCommand(path, `${startCommit}..refs/heads/${branch}`, id)

async function patchLane(
  command: ApplyPatch,
  lane: LaneRecord,
  ports: PatchPorts,
): Promise<CommitHash | Refusal> {
  const refused = await whyRefused(command, lane, ports)
  if (refused === null) return commitPatch(command, lane, ports)
  await putBack(lane, command.startCommit, ports, command.id)
  return refused
}

async function commitPatch(
  { id, commitMessage }: ApplyPatch,
  { path }: LaneRecord,
  { clock, identity }: PatchPorts,
): Promise<CommitHash> {
  const commit = await commitStaged(path, commitMessage, [commandTrailer(id)], { at: clock.now(), identity })
  await layRepository(path)
  return commit
}

/** Null if the index has the whole patch and it may be committed. */
async function whyRefused(
  command: ApplyPatch,
  { path }: LaneRecord,
  ports: PatchPorts,
): Promise<Refusal | null> {
  const { details } = ports.words
  const led = pathsIn(command.diff).filter((file) => !isPlainWay(path, dirname(file)))
  if (led.length > 0)
    return { reason: 'path', detail: ports.sanitise(details.patchThroughLink(namedFew(led))) }
  const unfit = await stagePatch(path, command.diff)
  if (unfit !== null) {
    const reason = /beyond a symbolic link|invalid path/.test(unfit) ? 'path' : 'hunk'
    return { reason, detail: ports.sanitise(unfit) }
  }
  const staged = await stagedEntries(path)
  if (staged.length === 0) return { reason: 'hunk', detail: details.patchEmpty }
  const problem =
    (await whyLinked(command, path, staged, ports)) ??
    (await whyNotOurs(command, path, staged, ports)) ??
    (await inspectChange(path, command, staged, ports)).refusal ??
    (await whyUnfit(path, staged))
  return problem === null ? null : { reason: 'path', detail: ports.sanitise(problem) }
}

/** What git says against it; null if it is in the index and in the files. Git applies all of it or nothing. */
async function stagePatch(lane: string, diff: string): Promise<string | null> {
  const apply = (stdin: string, more: readonly string[] = []) =>
    git(lane, ['apply', '--index', '--whitespace=nowarn', ...more, '-'], { stdin })
  // Git compares times with its index: a file that was written again with the same text would not fit.
  await git(lane, ['update-index', '-q', '--refresh'])
  const patch = withoutBareHeaders(diff)
  const first = await apply(patch)
  if (first.exitCode === 0) return null
  // A model counts the lines of a hunk badly. The lines themselves must fit all the same.
  const last = /corrupt patch/.test(first.stderr) ? await apply(separated(patch), ['--recount']) : first
  return last.exitCode === 0 ? null : last.stderr.trim()
}

const linkModes: ReadonlySet<string> = new Set(['120000', '160000'])

/** Git follows none, but a patch can make one, or change what one leads to. */
async function whyLinked(
  { startCommit }: ApplyPatch,
  lane: string,
  staged: readonly ChangedEntry[],
  { words: { details } }: PatchPorts,
): Promise<string | null> {
  const paths = staged.map(({ path }) => path)
  const args = ['ls-tree', '-z', safeRevision(startCommit), '--', ...paths]
  const before = pathText((await gitOk(lane, args)).bytes).split('\0')
  const links = [
    ...staged.filter(({ mode }) => linkModes.has(mode)).map(({ path }) => path),
    ...before.flatMap((entry) =>
      linkModes.has(entry.slice(0, 6)) ? [entry.slice(entry.indexOf('\t') + 1)] : [],
    ),
  ]
  return links.length === 0 ? null : details.patchLinks(namedFew([...new Set(links)].map(shownPath)))
}

async function whyNotOurs(
  { startCommit }: ApplyPatch,
  lane: string,
  staged: readonly ChangedEntry[],
  { planDir, isReserved, words: { details } }: PatchPorts,
): Promise<string | null> {
  const paths = staged.map(({ path }) => shownPath(path))
  const plans = await touchedPlans(lane, startCommit, paths, planDir)
  const taken = [...plans, ...paths.filter((path) => isReserved?.(path) === true)]
  return taken.length === 0 ? null : details.patchTaken(namedFew(taken))
}
