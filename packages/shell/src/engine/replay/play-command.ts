/**
 * Owns performing a recorded run's command again. Lanes, checks, commits and merges are made for real; what came from
 * outside the run is taken as it was recorded. The record of each effect says which it is.
 */
import type { AnyCommand, AnyOutcome } from '@harness/core/kernel/effect'
import { InvariantError } from '@harness/core/kernel/invariant'
import { type AnyEffects, type Ending, endingIn } from '../../effects/effect.ts'
import { type AnyPerformers, performerOf } from '../../effects/performer.ts'
import type { Clock } from '../../machine/clock/clock.ts'
import { newestDate, resolveCommit } from '../../machine/git/commits.ts'
import { atBase, moveBase } from './replayed-base.ts'

export interface ReplayDesk {
  /** The repository of the replay. */
  readonly repoRoot: string
  readonly baseBranch: string
  readonly effects: AnyEffects
  readonly performers: AnyPerformers
  readonly clock: SetClock
  readonly stop: AbortSignal
}

/** Time stands still between outcomes and moves with them: a replay waits for nothing. */
export interface SetClock extends Clock {
  moveTo(at: number): void
}

export async function playCommand(
  command: AnyCommand,
  before: AnyOutcome,
  desk: ReplayDesk,
): Promise<AnyOutcome> {
  const { repoRoot, baseBranch, effects, performers, clock, stop } = desk
  const perform = () => performerOf(command, performers).perform(command, { signal: stop, repeated: false })
  const { replay } = endingOf(command, before, effects)
  if (replay.how === 'recorded') {
    // What the forge merged is in the shared objects.
    const base = replay.baseAfter?.(before) ?? null
    if (base !== null) await moveBase(repoRoot, base)
    clock.moveTo(before.at)
    // The run knows documents as it read them, so the replayed edit may come to something else.
    if (effects[command.type]?.performedInReplay === true) await perform()
    return before
  }
  // A commit that is made again at the same moment has the same hash.
  clock.moveTo((await madeAt(repoRoot, before)) ?? before.at)
  await replay.bring?.(before, repoRoot)
  const base = (await replay.baseBefore?.(before, repoRoot)) ?? null
  const again = await atBase(repoRoot, baseBranch, base, perform)
  clock.moveTo(before.at)
  const told = atTheSameMoment(before, again)
  return replay.reconcile === undefined || told.type !== before.type
    ? told
    : replay.reconcile(before, told, repoRoot)
}

function endingOf(command: AnyCommand, before: AnyOutcome, effects: AnyEffects): Ending<AnyOutcome> {
  const effect = effects[command.type]
  const ending = effect === undefined ? null : endingIn(effect.outcomes, before)
  if (ending === null) throw new InvariantError(`${command.type} does not end in ${before.type}`)
  return ending
}

/** Time, notes and what the machine lacked depend on the moment: they are the recorded ones. */
function atTheSameMoment(before: AnyOutcome, { notes: _, lacked: __, ...again }: AnyOutcome): AnyOutcome {
  return {
    ...again,
    at: before.at,
    ...(before.notes === undefined ? {} : { notes: before.notes }),
    ...(before.lacked === undefined ? {} : { lacked: before.lacked }),
  }
}

/** Null if the outcome has no commit, or the repository has lost it. */
async function madeAt(repoRoot: string, before: AnyOutcome): Promise<number | null> {
  if (!('commit' in before) || typeof before.commit !== 'string') return null
  const commit = await resolveCommit(repoRoot, before.commit)
  return commit === null ? null : newestDate(repoRoot, [commit])
}
