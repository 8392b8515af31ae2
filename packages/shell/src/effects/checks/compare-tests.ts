/**
 * Tells whether a change weakens what its checks show. If it touches tests, what they stand on, or what decides which of them
 * run, the checks run again with the base's versions of those files over the new product: what the base's tests asked for
 * must still hold. The new tests run over the old product too: if none of them fails there, they do not show the change.
 */
import type { RunChecks } from '@harness/core/effects/run-checks'
import { type Evidence, isGreen, type SecondRun } from '@harness/core/kernel/evidence'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { mayBeCached } from '@harness/core/work/cached-runs'
import { commitTree, newestDate } from '../../machine/git/commits.ts'
import { treeWith } from '../../machine/git/index-of.ts'
import { shownPath } from '../../machine/git/path-text.ts'
import { inRoom, type Room } from '../rooms/in-room.ts'
import {
  type About,
  type Control,
  type ControlOnBase,
  type ControlPlace,
  isQuick,
  runControl,
  settle,
} from './control-test.ts'
import { linesOfChecks } from './lines-of-checks.ts'
import { type RunnableCheck, runCheck } from './run-check.ts'
import { scriptRanks } from './script-rank.ts'
import { bringsTests, contentsOf, indexEntries, type TouchedFile, touchedFiles } from './touched-files.ts'
import { treeProblem } from './tree-problem.ts'

export interface Compared extends ControlPlace {
  readonly command: RunChecks
  readonly onBase: ControlOnBase
}

/** The evidence, each item with what was tried beside. Nothing is tried if a check failed, or if it is not known what it is compared with. */
export async function compareTests(
  evidence: readonly Evidence[],
  compared: Compared,
): Promise<readonly Evidence[]> {
  const { command, ports } = compared
  const { baseCommit: base, commit, checks } = command
  // A check that was red on the base has nothing to be compared with.
  const isWorth = evidence.every(
    (item, index) => item.room === 'clean' && (isGreen(item) || checks[index]?.redOnBase === true),
  )
  if (base === undefined || base === commit || !isWorth) return evidence
  const touched = await touchedFiles(ports.repoRoot, base, commit, checks, ports.lanes.setup)
  if (touched.length === 0) return evidence
  const place = { ...compared, base }
  const withBase = await withBaseTests(touched, place)
  const onBase = await onOldProduct(touched.filter(bringsTests), place)
  const files = touched.map(({ path }) => shownPath(path)).sort()
  const contents = contentsOf(touched)
  const failOnBase = onBase === null ? null : onBase.some((run) => !isPassing(run))
  return evidence.map((item, index) =>
    isGreen(item)
      ? { ...item, tests: { files, contents, withBase: withBase[index] ?? null, failOnBase } }
      : item,
  )
}

interface Place extends Compared {
  readonly base: CommitHash
}

const isPassing = ({ exitCode, problem }: SecondRun): boolean => exitCode === 0 && problem === null

/**
 * A script that a check runs may be the product itself. So the base's scripts go back by ranks, down to no more of them than
 * the tests in them, and what speaks most against the change counts.
 */
async function withBaseTests(touched: readonly TouchedFile[], place: Place): Promise<readonly SecondRun[]> {
  const { commit } = place.command
  let runs: readonly SecondRun[] = []
  let tried = Number.POSITIVE_INFINITY
  for (const [index, most] of [...scriptRanks, -1].entries()) {
    const scripts = touched.filter(({ rank = -1 }) => rank > -1 && rank <= most).length
    const files = touched.flatMap((file) => withScriptsTo(most, file))
    if (scripts === tried || files.length === 0) continue
    tried = scripts
    const name = index === 0 ? 'base-tests' : `base-tests-${index + 1}`
    const more = await runsOf(name, files, 'before', commit, place)
    runs = more.map((run, at) => worse(runs[at] ?? run, run))
  }
  return runs
}

/** Of a script of a higher rank, only the tests that stand in it are the base's. */
function withScriptsTo(most: number, file: TouchedFile): readonly TouchedFile[] {
  if (file.rank === undefined || file.rank <= most) return [file]
  return file.inner === undefined ? [] : [{ ...file, before: file.inner }]
}

/** The one that speaks more against the change. */
function worse(one: SecondRun, other: SecondRun): SecondRun {
  if (!isPassing(one) || !isPassing(other)) return isPassing(one) ? other : one
  return rank(other) < rank(one) ? other : one
}

const rank = ({ executed, cached }: SecondRun): number =>
  executed ?? (cached === true ? Number.POSITIVE_INFINITY : -1)

/** Null if the change brings no tests. */
const onOldProduct = (files: readonly TouchedFile[], place: Place): Promise<readonly SecondRun[]> | null =>
  files.length === 0 ? null : runsOf('old-product', files, 'after', place.base, place)

/** Runs all checks on a commit with other versions of these files. `name` is for their logs. */
async function runsOf(
  name: string,
  files: readonly TouchedFile[],
  which: 'before' | 'after',
  start: CommitHash,
  place: Place,
): Promise<readonly SecondRun[]> {
  const { command, lane, attempt, ports } = place
  const { id, checks } = command
  try {
    const variant = { id, baseCommit: place.base, ...(await variantOf(ports.repoRoot, start, files, which)) }
    const shown = await inRoom(variant, lane, attempt, ports, async (room) => {
      const each: Tried[] = []
      for (const [index, check] of checks.entries()) {
        const named = { ...check, name: `${check.name}-${name}` }
        const run = await tried(named, index + 1, variant, room, place)
        const isBase = which === 'before' && isPassing(run)
        const control = isBase
          ? await runControl(named, index + 1, variant, room, attempt.signal, ports, {
              isQuick: isQuick(run),
            })
          : null
        each.push({ run, control })
      }
      return each
    })
    return await Promise.all(shown.map((one, index) => withControl(one, index, variant, place)))
  } catch (error) {
    attempt.signal.throwIfAborted()
    if (!(error instanceof UserError)) throw error
    const problem = ports.sanitise(`It could not be tried: ${error.message}`)
    return checks.map(() => ({ exitCode: null, problem, outputTail: '', executed: null }))
  }
}

interface Tried {
  readonly run: SecondRun & Pick<Evidence, 'durationMs'>
  readonly control: Control | null
}

async function withControl(
  { run: { durationMs: _, ...run }, control }: Tried,
  index: number,
  variant: About,
  place: Place,
): Promise<SecondRun> {
  const check = place.command.checks[index]
  if (control === null || check === undefined) return run
  const { problem } = await settle(control, variant, check, index, place.onBase, place)
  return { ...run, problem: problem ?? run.problem }
}

async function tried(
  check: RunnableCheck,
  number: number,
  variant: Variant & Pick<RunChecks, 'id'>,
  room: Room,
  { attempt, ports, base }: Place,
): Promise<Tried['run']> {
  const { lines } = await linesOfChecks(room.record.path, base, [check])
  const runnable = { ...check, mayBeCached: mayBeCached(lines) }
  return room.layer(async (layer) => {
    const shown = await runCheck(runnable, number, variant, room, layer, attempt.signal, ports)
    const { exitCode, outputTail, executed = null, cached, durationMs } = shown
    // A check that puts its own versions of the files there shows nothing of these.
    const problem = shown.problem ?? (await treeProblem(layer, ports))
    return {
      exitCode,
      problem,
      outputTail,
      executed,
      durationMs,
      ...(cached === undefined ? {} : { cached }),
    }
  })
}

interface Variant {
  readonly commit: CommitHash
  readonly tree: TreeHash
}

/** Made again from the same commit, it is the same. No ref leads to it. */
async function variantOf(
  repository: string,
  start: CommitHash,
  files: readonly TouchedFile[],
  which: 'before' | 'after',
): Promise<Variant> {
  const tree = await treeWith(repository, start, indexEntries(files, which))
  const at = await newestDate(repository, [start])
  const message = 'Try the checks with other versions of their files'
  const commit = await commitTree(repository, { tree, parents: [start], message, at, identity: ownName })
  return { commit, tree }
}

/** It is no work of anyone's. */
const ownName = { name: 'harness', email: 'harness@localhost' }
