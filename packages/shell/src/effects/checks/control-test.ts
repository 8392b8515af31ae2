/**
 * Runs the control test of a check in a layer of its own: it must fail, and say so. If it does not, the same is tried on the
 * base. If it fails there as it must, the change keeps tests from failing, and what the check showed proves nothing. If not,
 * there is no control test for this check.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Check } from '@harness/core/kernel/check'
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { type ControlPlan, planControl, planOwnControl } from '@harness/core/work/control-test'
import { withBlobs } from '../../machine/git/blobs.ts'
import { treeOf } from '../../machine/git/commits.ts'
import { gitOk } from '../../machine/git/git.ts'
import { pathText } from '../../machine/git/path-text.ts'
import type { Attempt } from '../failure/attempt.ts'
import type { LaneRecord } from '../lanes/lane-record.ts'
import { inRoom, type Room } from '../rooms/in-room.ts'
import type { CheckPorts } from './check-ports.ts'
import { linesOfChecks } from './lines-of-checks.ts'
import { type ShownByCheck, showCheck } from './run-check.ts'

/**
 * `disarmed`: it failed, and its runner ended well all the same. `silent`: it was not seen to fail. `indifferent`: it failed
 * as it must, and the same test with other expected values passed.
 */
export interface Control {
  readonly shows: 'armed' | 'disarmed' | 'silent' | 'indifferent' | 'none'
  /** The test that it was made of. */
  readonly at: string
}

const noControl: Control = { shows: 'none', at: '' }

/** What it is about: the checks of `command`, on its commit. */
export type About = Pick<RunChecks, 'id' | 'commit' | 'tree' | 'baseCommit'>

/** The base's version of one test, in the place of one that the change may have made unfit for a control. */
interface LikeBase {
  readonly at: string
  readonly base: CommitHash
}

interface ControlOptions {
  readonly like?: LikeBase
  /** Whether the check may run once more as a whole. */
  readonly isQuick?: boolean
}

/** A runner that is not known runs all tests again for its control, and one that compiles builds all again. */
const quickMs = 60_000
const quickAgainMs = 15_000
export const isQuick = ({ durationMs }: { readonly durationMs: number }): boolean => durationMs < quickMs

export async function runControl(
  check: Check,
  number: number,
  command: About,
  room: Room,
  signal: AbortSignal,
  ports: CheckPorts,
  { like, isQuick = false }: ControlOptions = {},
): Promise<Control> {
  const { commit } = command
  const repository = room.record.path
  const { lines, scripts } = await linesOfChecks(repository, commit, [check])
  const paths =
    like === undefined ? await namesOf(repository, ['ls-tree', '-r', '--full-tree', commit]) : [like.at]
  const known = planControl(lines, paths, isQuick)
  const plans = known.length > 0 || !isQuick ? known : planOwnControl(check.run, lines, scripts, paths)
  const marker = `control-${randomBytes(6).toString('hex')}`
  const chosen =
    plans.length === 0 ? null : await choose(plans, marker, command, repository, like?.base ?? commit)
  if (chosen === null) return noControl
  const { plan, text, wrong } = chosen
  const { at } = plan
  const ended = (name: string, content: string): Promise<ShownByCheck> =>
    room.layer(async (layer) => {
      const file = join(layer.written, at)
      await mkdir(dirname(file), { recursive: true })
      // The original may be a link: nothing is written through it.
      await rm(file, { force: true })
      await writeFile(file, content)
      const control = { ...check, name: `${check.name}-${name}`, run: plan.run }
      return showCheck(control, number, command, room, layer, signal, ports)
    })
  const { item, output } = await ended('control', text)
  if (!output.includes(marker)) return { shows: 'silent', at }
  if (item.exitCode === 0) return { shows: 'disarmed', at }
  const isOther = command.baseCommit !== undefined && command.baseCommit !== commit
  // One test is quick; a runner that is not known runs all of them.
  const isWorth = isOther && (known.length > 0 || item.durationMs < quickAgainMs)
  const passes = isWorth && wrong !== null && (await ended('wrong', wrong)).item.exitCode === 0
  return { shows: passes ? 'indifferent' : 'armed', at }
}

/** Tells of the control of each check on the base; it runs at most once for each. */
export type ControlOnBase = (index: number) => Promise<Control>

export function controlsOnBase(command: RunChecks, place: ControlPlace): ControlOnBase {
  const { id, commit, baseCommit } = command
  const known = new Map<number, Promise<Control>>()
  const ask = async (index: number): Promise<Control> => {
    const check = command.checks[index]
    if (check === undefined || baseCommit === undefined || baseCommit === commit) return noControl
    const tree = await treeOf(place.ports.repoRoot, baseCommit)
    const about = { id, commit: baseCommit, tree, baseCommit: commit }
    return controlOn(about, { ...check, name: `${check.name}-base` }, index, place)
  }
  return (index) => {
    const asked = known.get(index) ?? ask(index)
    known.set(index, asked)
    return asked
  }
}

export interface ControlPlace {
  readonly lane: LaneRecord
  readonly attempt: Attempt
  readonly ports: CheckPorts
}

/** In a room of its own. */
async function controlOn(
  about: About,
  check: Check,
  index: number,
  { lane, attempt, ports }: ControlPlace,
  like?: LikeBase,
): Promise<Control> {
  try {
    return await inRoom(about, lane, attempt, ports, (room) =>
      runControl(check, index + 1, about, room, attempt.signal, ports, {
        isQuick: true,
        ...(like === undefined ? {} : { like }),
      }),
    )
  } catch (error) {
    attempt.signal.throwIfAborted()
    // A tree that cannot be set up shows nothing.
    if (error instanceof UserError) return noControl
    throw error
  }
}

export interface Settled {
  /** Why the check proves nothing; null if nothing speaks against it. */
  readonly problem: string | null
  readonly control: 'armed' | 'none'
}

/**
 * A test that was not seen to fail is tried on the base, and the base's version of it over the change: a change may make a
 * test unfit for a control. What it does to that test otherwise is shown by the base's tests.
 */
export async function settle(
  { shows, at }: Control,
  about: About,
  check: Check,
  index: number,
  onBase: ControlOnBase,
  place: ControlPlace,
): Promise<Settled> {
  if (shows === 'armed') return { problem: null, control: 'armed' }
  if (shows === 'none') return { problem: null, control: 'none' }
  const { baseCommit: base } = about
  if (shows !== 'disarmed') {
    const control = shows === 'indifferent' ? 'armed' : 'none'
    if (base === undefined) return { problem: null, control }
    const before = await onBase(index)
    if (before.shows !== 'armed') return { problem: null, control }
    const named = { ...check, name: `${check.name}-like-base` }
    const again = await controlOn(about, named, index, place, { at: before.at, base })
    if (again.shows === 'armed') return { problem: null, control: 'armed' }
  }
  return { problem: `${whatHappened[shows]} in ${at}: ${because[shows]}.`, control: 'none' }
}

const whatHappened = {
  disarmed: 'A test that must fail passed',
  silent: 'A test that must fail was not seen to fail',
  indifferent: 'A test passed that expects other values',
} as const
const disarms = 'the product, or what its tests load, keeps tests from failing'
const because = {
  disarmed: disarms,
  silent: disarms,
  indifferent: 'the product, or what its tests load, passes whatever tests expect',
} as const

interface Chosen {
  readonly plan: ControlPlan
  readonly text: string
  readonly wrong: string | null
}

/** How many tests are read to find the one that loads most of the change. */
const mostRead = 40

async function choose(
  plans: readonly ControlPlan[],
  marker: string,
  { baseCommit, commit }: About,
  repository: string,
  from: CommitHash,
): Promise<Chosen | null> {
  const changed =
    baseCommit === undefined || baseCommit === commit
      ? []
      : await namesOf(repository, ['diff-tree', '-r', '--no-renames', baseCommit, commit])
  const stems = new Set(changed.map((path) => basename(path).replace(/\..*$/, '')))
  const first = [...plans].sort(
    (one, other) => Number(changed.includes(other.at)) - Number(changed.includes(one.at)),
  )
  const some = first.slice(0, mostRead)
  return withBlobs(
    repository,
    some.map(({ at }) => `${from}:${at}`),
    async (blobs) => {
      let best: (Chosen & { readonly loads: number }) | null = null
      for (const plan of some) {
        const original = (await blobs.get(`${from}:${plan.at}`)?.bytes())?.toString('utf8')
        if (original === undefined) continue
        const loads = [...stems].filter((stem) => original.includes(stem)).length
        if (best !== null && best.loads >= loads) continue
        best = { plan, loads, text: plan.text(original, marker), wrong: plan.wrong(original, marker) }
      }
      return best
    },
  )
}

/** The paths that a listing of git names. */
const namesOf = async (
  repository: string,
  [command = '', ...args]: readonly string[],
): Promise<readonly string[]> =>
  pathText((await gitOk(repository, [command, '--name-only', '-z', ...args])).bytes)
    .split('\0')
    .filter((name) => name !== '')
