/** Owns whether a recorded run can be played again, and as how much of it: what is missing is told before anything is done. */

import { existsSync } from 'node:fs'
import { isLaneOpened } from '@harness/core/effects/open-lane'
import { isAgentFinished, isContractBroken } from '@harness/core/effects/run-agent'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome } from '@harness/core/kernel/event'
import type { CommandId, CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { turnFile } from '../../effects/agents/call/recorded-turn.ts'
import { resolveCommit } from '../../machine/git/commits.ts'
import { authorOf, type Identity } from '../../machine/git/identity.ts'
import type { RecordedRun } from './recorded-run.ts'

export interface Replayable {
  /** What is to be followed. */
  readonly events: readonly AnyEvent[]
  /** Whether the recording goes on behind that. */
  readonly isCut: boolean
  /** The commit of the base that it begins from. */
  readonly begins: CommitHash
  /** In whose name the run made its commits, as far as they are still there. */
  readonly identity: Identity | undefined
}

export interface ReplayWish {
  readonly repoRoot: string
  readonly baseBranch: string
  /** A command's id, or its end: `review/0002/1`; null for the whole run. */
  readonly until: string | null
}

export async function replayable(recorded: RecordedRun, wish: ReplayWish): Promise<Replayable> {
  const last = wish.until === null ? null : commandNamed(recorded, wish.until)
  if (last === null && recorded.events.at(-1)?.type !== 'RunEnded') throw notEnded(recorded)
  const events = last === null ? recorded.events : untilOutcome(recorded.events, last)
  refuseLostCalls(recorded, events)
  return {
    events,
    isCut: last !== null,
    begins: await beginningOf(events, wish),
    identity: await identityOf(events, wish.repoRoot),
  }
}

/** If no lane was opened, any commit will do: no step looks at it. */
async function beginningOf(
  events: readonly AnyEvent[],
  { repoRoot, baseBranch }: ReplayWish,
): Promise<CommitHash> {
  const opened = events.find((event) => isLaneOpened(event))
  const wanted = opened?.type === 'LaneOpened' ? opened.baseCommit : `refs/heads/${baseBranch}`
  const commit = await resolveCommit(repoRoot, wanted)
  if (commit === null) throw lostBeginning(wanted)
  return commit
}

async function identityOf(events: readonly AnyEvent[], repoRoot: string): Promise<Identity | undefined> {
  for (const event of events) {
    if (!isAgentFinished(event) || event.changedFiles.length === 0 || event.violation !== null) continue
    const commit = await resolveCommit(repoRoot, event.commit)
    if (commit !== null) return authorOf(repoRoot, commit)
  }
  return undefined
}

function commandNamed({ outcomes }: RecordedRun, named: string): CommandId {
  const ids = [...outcomes.keys()]
  const found = ids.find((id) => id === named) ?? ids.find((id) => id.endsWith(`/${named}`))
  if (found !== undefined) return found
  throw new UserError('command-unknown', `The run has no finished command ${named}.`, {
    next: `Its commands are: ${ids.map(shortOf).join(', ')}`,
  })
}

const untilOutcome = (events: readonly AnyEvent[], last: CommandId): readonly AnyEvent[] =>
  events.slice(0, events.findIndex((event) => isOutcome(event) && event.commandId === last) + 1)

const shortOf = (id: CommandId): string => id.slice(id.indexOf('/') + 1)

function refuseLostCalls({ dir }: RecordedRun, events: readonly AnyEvent[]): void {
  const lost = events.filter(
    (event) =>
      (isAgentFinished(event) || isContractBroken(event)) && !existsSync(turnFile(dir, event.commandId, 1)),
  )
  const [first] = lost
  if (first === undefined || !isOutcome(first)) return
  throw new UserError(
    'not-replayable',
    `What its agents answered is not recorded any more: ${shortOf(first.commandId)}${lost.length > 1 ? ` and ${lost.length - 1} more` : ''}.`,
    { next: `Put ${dir}/calls back, or play it as far as it is recorded: --until <command>` },
  )
}

const lostBeginning = (commit: string): UserError =>
  new UserError(
    'not-replayable',
    `The commit that the run began from is not in this repository: ${commit}.`,
    {
      next: `Fetch it: git fetch origin ${commit}; or play it in a clone that has it`,
    },
  )

const notEnded = ({ outcomes }: RecordedRun): UserError => {
  const named = [...outcomes.keys()].at(-1)
  return new UserError('run-unfinished', 'The run has not ended yet, so there is no end to play it to.', {
    next: `Finish it first: harness resume${named === undefined ? '' : `; or replay it up to: --until ${shortOf(named)}`}`,
  })
}
