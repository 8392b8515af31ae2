/**
 * Owns doing a recorded run's commands again: lanes, checks, commits and merges for real; agents, people and the passing
 * of time from the recording. What came from outside the run (a base that others moved, a refused merge, a full disk)
 * is taken as it was recorded.
 */
import type { Command } from '@harness/core/command'
import type { ChecksFinished, LaneMerged, LaneSynced, Outcome, SyncConflicted } from '@harness/core/event'
import { passed } from '@harness/core/evidence'
import { unreachable } from '@harness/core/invariant'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import type { Adapters, Attempt } from '../adapters.ts'
import { gitOk } from '../git/git.ts'
import { readRef, updateRef } from '../git/refs.ts'
import { interpret } from '../interpret.ts'
import type { RecordedRun } from './recorded-run.ts'

/** The replayed run wants something that the recorded one never did. */
export class ReplayDiverged extends Error {
  readonly command: Command
  constructor(command: Command) {
    super(`The replayed run wants ${command.type} ${command.id}, which the recording has no outcome of.`)
    this.name = 'ReplayDiverged'
    this.command = command
  }
}

export interface ReplayPlace {
  readonly repoRoot: string
  /** Called when a command has its outcome. */
  concluded(outcome: Outcome): void
}

export function replayAdapters(recorded: RecordedRun, real: Adapters, place: ReplayPlace): Adapters {
  const play = async <Kind extends Command, Event extends Outcome>(
    command: Kind,
    attempt: Attempt,
  ): Promise<Event> => {
    const before = recorded.outcomes.get(command.id)
    if (before === undefined) throw new ReplayDiverged(command)
    if (isFromOutside(before) || atTheForge.has(command.type)) {
      if (before.type === 'LaneMerged') await mergedThere(recorded, before, place.repoRoot)
      place.concluded(before)
      return before as Event
    }
    if (before.type === 'LaneSynced' || before.type === 'SyncConflicted')
      await moveBase(command, before, recorded, place.repoRoot)
    const again = await interpret(command, real, attempt)
    const outcome = { ...reconciled(before, again), at: before.at }
    place.concluded(outcome)
    return outcome as Event
  }
  return {
    openLane: play,
    runAgent: play,
    runChecks: play,
    captureUi: play,
    readPlan: play,
    readHandbook: play,
    tickBox: play,
    measureChange: play,
    writeHandbook: play,
    readMission: play,
    writeDocuments: play,
    smokeTest: play,
    runHook: play,
    notify: play,
    syncLane: play,
    mergeLane: play,
    openPull: play,
    awaitCi: play,
    mergePull: play,
    completePlan: play,
    closeLane: play,
    askHuman: play,
    wakeAt: play,
    freeze: play,
  }
}

/** Nobody else takes part in a replay: what a forge said is taken as it was recorded. */
const atTheForge: ReadonlySet<Command['type']> = new Set(['OpenPull', 'AwaitCi', 'MergePull'])

function isFromOutside(outcome: Outcome): boolean {
  switch (outcome.type) {
    case 'GateAnswered':
    case 'TimerFired':
    case 'MergeRefused':
    case 'UiCaptured':
    case 'UiNotCaptured':
    case 'PlanRead':
    case 'HandbookRead':
    case 'BoxTicked':
    case 'TickRefused':
    case 'HandbookWritten':
    case 'HandbookRefused':
    case 'MissionRead':
    case 'DocumentsWritten':
    case 'SmokeTested':
    case 'HookRan':
    case 'Notified':
    case 'BaseRewritten':
    case 'PullOpened':
    case 'CiReported':
    case 'PullClosed':
    case 'ForgeFailed':
    case 'CommandFailed':
    case 'Frozen':
      return true
    case 'LaneOpened':
    case 'AgentFinished':
    case 'AgentFailed':
    case 'ContractBroken':
    case 'ChecksFinished':
    case 'ChangeMeasured':
    case 'LaneSynced':
    case 'SyncConflicted':
    case 'LaneMerged':
    case 'PlanCompleted':
    case 'LaneClosed':
      return false
    default:
      return unreachable(outcome, 'outcome')
  }
}

/** Output holds times and paths; where the exit codes agree, it is the same evidence. */
function reconciled(before: Outcome, again: Outcome): Outcome {
  if (before.type !== 'ChecksFinished' || again.type !== 'ChecksFinished') return again
  return agree(before, again) ? { ...before, tree: again.tree } : again
}

const agree = (before: ChecksFinished, again: ChecksFinished): boolean =>
  before.tree === again.tree &&
  before.evidence.length === again.evidence.length &&
  before.evidence.every((item, index) => {
    const other = again.evidence[index]
    return (
      other !== undefined &&
      item.check === other.check &&
      item.exitCode === other.exitCode &&
      passed(item) === passed(other)
    )
  })

/** What the forge merged is in the shared objects: the base moves there, as it did for the run. */
async function mergedThere({ started }: RecordedRun, merged: LaneMerged, repoRoot: string): Promise<void> {
  const ref = `refs/heads/${(started.input as DeliveryInput).baseBranch}`
  await updateRef(repoRoot, ref, merged.commit, await readRef(repoRoot, ref))
  await followBase(repoRoot)
}

/** The base is checked out there, and nobody works in it: left behind, it would be in the way of what comes next. */
const followBase = (repoRoot: string) => gitOk(repoRoot, ['reset', '--hard', '--quiet'])

/** Others had put commits on the base by then: they are in the shared objects. */
async function moveBase(
  command: Command,
  before: LaneSynced | SyncConflicted,
  recorded: RecordedRun,
  repoRoot: string,
): Promise<void> {
  if (command.type !== 'SyncLane') return
  const opened = [...recorded.outcomes.values()].find((outcome) => outcome.type === 'LaneOpened')
  if (opened?.type !== 'LaneOpened' || opened.baseCommit === before.baseCommit) return
  const ref = `refs/heads/${command.baseBranch}`
  const now = await readRef(repoRoot, ref)
  if (now === null || now === before.baseCommit) return
  await updateRef(repoRoot, ref, before.baseCommit, now)
  await followBase(repoRoot)
}
