/**
 * RunChecks: runs every check on exactly one tree, each in a clean room of its own, and brings back what each showed. A check
 * that changes the tree proves nothing. What the last check wrote for people to read is kept where the command says. Safe
 * to repeat: checks are run again from the first, on the same tree.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ChecksFinished, RunChecks } from '@harness/core/effects/run-checks'
import { type Evidence, isGreen, unproven } from '@harness/core/kernel/evidence'
import { mayBeCached } from '@harness/core/work/cached-runs'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import { requireLane } from '../lanes/lane-record.ts'
import { clearWritten, inRoom, type Room, type Shown } from '../rooms/in-room.ts'
import type { CheckPorts } from './check-ports.ts'
import { compareTests } from './compare-tests.ts'
import {
  type Control,
  type ControlOnBase,
  type ControlPlace,
  controlsOnBase,
  isQuick,
  runControl,
  settle,
} from './control-test.ts'
import { failedSetUp } from './failed-set-up.ts'
import { keepArtifacts } from './keep-artifacts.ts'
import { linesOfChecks } from './lines-of-checks.ts'
import { runCheck } from './run-check.ts'
import { countsOnBase, recordCounts } from './test-counts.ts'
import { treeProblem } from './tree-problem.ts'

export type { CheckPorts } from './check-ports.ts'

export const runChecks = (
  command: RunChecks & Pick<Shown, 'isBeside'>,
  attempt: Attempt,
  ports: CheckPorts,
): Promise<ChecksFinished | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const lane = await requireLane(ports.stateDir, command.lane)
    const notes: string[] = []
    const place = { lane, attempt, ports }
    const onBase = controlsOnBase(command, place)
    const shown = (await shownBefore(command, ports)) ?? (await showEach(command, onBase, place, notes))
    const evidence = await compareTests(shown, { command, lane, attempt, ports, onBase })
    return {
      type: 'ChecksFinished',
      at: ports.clock.now(),
      commandId: command.id,
      tree: command.tree,
      evidence,
      ...(notes.length === 0 ? {} : { notes: notes.map((note) => ports.sanitise(note)) }),
    }
  })

/** Null if they have to run: not all are known to pass on exactly this tree. */
async function shownBefore(
  { checks, known = [], tree, baseCommit, artifacts }: RunChecks,
  { stateDir, repoRoot }: CheckPorts,
): Promise<readonly Evidence[] | null> {
  const clean = known.filter((item) => isGreen(item) && item.room === 'clean')
  if (clean.length === 0 || artifacts !== undefined || unproven(checks, clean, tree).length > 0) return null
  const countOnBase = await countsOnBase(stateDir, repoRoot, baseCommit)
  return Promise.all(
    checks
      .flatMap(({ name }) => clean.filter(({ check }) => check === name).slice(0, 1))
      .map(async (item) => ({ ...item, executedOnBase: await countOnBase(item.run) })),
  )
}

async function showEach(
  command: RunChecks,
  onBase: ControlOnBase,
  place: ControlPlace,
  notes: string[],
): Promise<readonly Evidence[]> {
  const { lane, attempt, ports } = place
  const shown = await inRoom(command, lane, attempt, ports, async (room) => {
    notes.push(...room.notes)
    return evidenceIn(room, command, attempt.signal, ports, notes)
  })
    .then((each) => Promise.all(each.map((one, index) => withControl(one, index, command, onBase, place))))
    .catch((error: unknown) => {
      attempt.signal.throwIfAborted()
      return failedSetUp(error, command, ports)
    })
  await recordCounts(ports.stateDir, shown)
  return shown
}

interface WithControl {
  readonly item: Evidence
  /** Null if the check needs none. */
  readonly control: Control | null
}

async function withControl(
  { item, control }: WithControl,
  index: number,
  command: RunChecks,
  onBase: ControlOnBase,
  place: ControlPlace,
): Promise<Evidence> {
  const check = command.checks[index]
  if (control === null || check === undefined) return item
  const { problem, control: shows } = await settle(control, command, check, index, onBase, place)
  return { ...item, problem: problem ?? item.problem, control: shows }
}

/** `notes` gets what a person should hear. */
async function evidenceIn(
  room: Room,
  command: RunChecks,
  signal: AbortSignal,
  ports: CheckPorts,
  notes: string[],
): Promise<readonly WithControl[]> {
  const { baseCommit, commit } = command
  const countOnBase = await countsOnBase(ports.stateDir, room.record.path, baseCommit)
  const shown: WithControl[] = []
  for (const [index, check] of command.checks.entries()) {
    const isLast = index === command.checks.length - 1
    const { lines } = await linesOfChecks(room.record.path, baseCommit ?? commit, [check])
    const runnable = { ...check, mayBeCached: mayBeCached(lines) }
    const item = await room.layer(async (layer) => {
      const one = await runCheck(runnable, index + 1, command, room, layer, signal, ports)
      if (isLast && command.artifacts !== undefined) {
        notes.push(...(await keepArtifacts(command.artifacts, layer.written, ports)))
        await clearWritten(room, command.artifacts.from)
      }
      const problem = [one.problem, await treeProblem(layer, ports)].filter(Boolean).join(' ')
      return { ...one, problem: problem === '' ? null : problem }
    })
    const control =
      isGreen(item) && room.isClean
        ? await runControl(check, index + 1, command, room, signal, ports, { isQuick: isQuick(item) })
        : null
    shown.push({ item: { ...item, executedOnBase: await countOnBase(check.run) }, control })
  }
  return shown
}
