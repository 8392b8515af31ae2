/** Plays a recorded delivery again, offline, in a fresh repository at the commit it began from, and compares the two. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replayProvider } from '@harness/agent-runner/providers/replay/replay-provider'
import type { RunAgent } from '@harness/core/command'
import type { Event } from '@harness/core/event'
import type { CommandId } from '@harness/core/ids'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { UserError } from '@harness/core/user-error'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { Clock } from '../clock.ts'
import { deliveryAdapters, deliveryPorts } from '../delivery/delivery-adapters.ts'
import { driveRun } from '../drive-run.ts'
import type { RunOutside } from '../playbook-run/run-outside.ts'
import { runFolder } from '../run-folder.ts'
import { ignoreStateDir } from '../state-dir.ts'
import { comparable, type Difference, firstDifference } from './compare-events.ts'
import { freshRepository } from './fresh-repository.ts'
import { recordedCall } from './recorded-calls.ts'
import { type RecordedRun, readRecordedRun, resumptionAfter } from './recorded-run.ts'
import { ReplayDiverged, replayAdapters } from './replay-adapters.ts'

export interface ReplayOptions extends Omit<RunOutside, 'ask' | 'clock'> {
  /** The run to play again. */
  readonly runDir: string
  /** Stop after this command, as `harness show` names it; null plays all of it. */
  readonly until: string | null
  /** Keep the repository it was played in. */
  readonly keep: boolean
  onEvent(event: Event, state: DeliveryState): void
  readonly stop: AbortSignal
}

export interface ReplayResult {
  readonly same: boolean
  readonly eventsCompared: number
  readonly difference: Difference | null
  /** What the replayed run wanted that the recorded one never did. */
  readonly diverged: string | null
  /** Where it was played; null where it was not to be kept. */
  readonly repoRoot: string | null
}

export async function replayRun(options: ReplayOptions): Promise<ReplayResult> {
  const recorded = await readRecordedRun(options.runDir)
  if (recorded.started.playbook !== delivery.name) throw notReplayable(recorded.started.playbook)
  const input = recorded.started.input as DeliveryInput
  const opened = recorded.events.find((event) => event.type === 'LaneOpened')
  if (opened?.type !== 'LaneOpened') throw neverBegan(options.runDir)
  const last = options.until === null ? null : commandNamed(recorded, options.until)
  if (last === null && recorded.events.at(-1)?.type !== 'RunEnded') throw notEnded(recorded)
  const repoRoot = await freshRepository(options.repoRoot, input.baseBranch, opened.baseCommit)
  try {
    const { events, diverged } = await playAgain(options, recorded, input, repoRoot, last)
    const upTo = last === null ? recorded.events : untilOutcome(recorded.events, last)
    const difference = diverged === null ? firstDifference(upTo, events) : null
    return {
      same: difference === null && diverged === null,
      eventsCompared: comparable(upTo).length,
      difference,
      diverged,
      repoRoot: options.keep ? repoRoot : null,
    }
  } finally {
    if (!options.keep) await rm(repoRoot, { recursive: true, force: true })
  }
}

interface Played {
  readonly events: readonly Event[]
  readonly diverged: string | null
}

async function playAgain(
  options: ReplayOptions,
  recorded: RecordedRun,
  input: DeliveryInput,
  repoRoot: string,
  last: CommandId | null,
): Promise<Played> {
  const stateDir = join(repoRoot, options.config.stateDir)
  await ignoreStateDir(stateDir)
  const dir = runFolder(stateDir, input.plan.id, input.runId)
  const clock = recordedClock(recorded)
  const outside = { ...options, repoRoot, stateDir, clock, ask: null }
  const ports = {
    ...(await deliveryPorts({ ...outside, config: onThisMachine(options.config) }, dir)),
    agentFor: ({ id }: Pick<RunAgent, 'id'>) => ({
      provider: replayProvider(recordedCall(recorded.dir, id)),
      model: null,
    }),
  }
  const enough = new AbortController()
  const events: Event[] = []
  const adapters = replayAdapters(recorded, deliveryAdapters(ports, null), {
    repoRoot,
    concluded(outcome) {
      clock.moveTo(outcome.at)
      if (outcome.commandId === last) enough.abort()
    },
  })
  const stop = AbortSignal.any([options.stop, enough.signal])
  let pauses = 0
  for (let until: string | null = input.until; ; ) {
    try {
      const rest = await driveRun<DeliveryInput, DeliveryState>({
        playbook: delivery,
        dir,
        begin: { runId: input.runId, input },
        until,
        adapters,
        clock,
        attended: true,
        isFrozen: () => false,
        stop,
        async observe(event, state) {
          events.push(event)
          options.onEvent(event, state)
        },
      })
      if (rest.type !== 'ended' || !rest.end.resumable) return { events, diverged: null }
    } catch (error) {
      if (error instanceof ReplayDiverged) return { events, diverged: error.message }
      throw error
    }
    pauses++
    const again = resumptionAfter(recorded, pauses)
    if (again === null) return { events, diverged: null }
    until = again.until
  }
}

/** No script is needed, and no forge is asked. */
const onThisMachine = (config: HarnessConfig): HarnessConfig => ({
  ...config,
  forge: { kind: 'local' },
  agent: { ...config.agent, script: null },
})

/** Time stands still between outcomes and moves with them: nobody waits for what was waited for before. */
function recordedClock({ started }: RecordedRun): Clock & { moveTo(at: number): void } {
  let now = started.at
  return {
    now: () => now,
    until: async () => {},
    moveTo(at) {
      now = at
    },
  }
}

/** A command's id, or its end: `review/0002/1`. */
function commandNamed(recorded: RecordedRun, named: string): CommandId {
  const ids = [...recorded.outcomes.keys()]
  const found = ids.find((id) => id === named) ?? ids.find((id) => id.endsWith(`/${named}`))
  if (found !== undefined) return found
  throw new UserError('command-unknown', `The run has no finished command ${named}.`, {
    next: `Its commands are: ${ids.map((id) => id.slice(id.indexOf('/') + 1)).join(', ')}`,
  })
}

const untilOutcome = (events: readonly Event[], last: CommandId): readonly Event[] =>
  events.slice(0, events.findIndex((event) => 'commandId' in event && event.commandId === last) + 1)

/** Several lanes at once need not come to their ends in the same order again. */
const notReplayable = (playbook: string): UserError =>
  new UserError('not-replayable', `Only deliveries can be played again, and this is a run of ${playbook}.`, {
    next: 'See what each of its agents was told and answered: harness show <run> <command>',
  })

const notEnded = ({ outcomes }: RecordedRun): UserError => {
  const named = [...outcomes.keys()].at(-1) ?? ''
  return new UserError('run-unfinished', 'The run has not ended yet, so there is no end to play it to.', {
    next: `Go on with it first: harness resume; or play it as far as it came: --until ${named.slice(named.indexOf('/') + 1)}`,
  })
}

const neverBegan = (runDir: string): UserError =>
  new UserError('run-empty', `The run in ${runDir} never got a lane, so there is nothing to play again.`, {
    next: 'See all runs: harness runs --all',
  })
