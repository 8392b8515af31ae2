/** Plays a recorded run of any playbook again, offline, in a fresh repository at the commit it began from, and compares the two. */
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replayProvider } from '@harness/agent-runner/providers/replay/replay-provider'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { CommandId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { folderOfRun } from '../../store/layout/run-folder.ts'
import { ignoreStateDir } from '../../store/layout/state-dir.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import type { RunRef } from '../../store/port/run-store.ts'
import type { RunOutside } from '../conduct/run-outside.ts'
import { runLoop } from '../loop/run-loop.ts'
import type { Difference } from './compare-events.ts'
import { freshRepository } from './fresh-repository.ts'
import { playCommand, type SetClock } from './play-command.ts'
import { recordedCall } from './recorded-calls.ts'
import { type RecordedRun, readRecordedRun } from './recorded-run.ts'
import { openReplayPort, type ReplayPort } from './replay-port.ts'
import { type Replayable, replayable } from './replayable.ts'
import type { ReplayedPlaybook } from './replayed-playbook.ts'

export interface ReplayOptions<State> extends Omit<RunOutside, 'ask' | 'clock'> {
  /** The run to play again. */
  readonly run: RunRef
  /** Stop after this command, as `harness show` names it; null plays all of it. */
  readonly until: string | null
  /** Keep the repository it was played in. */
  readonly keep: boolean
  onEvent(event: AnyEvent, state: State): void
  readonly stop: AbortSignal
}

export interface ReplayResult {
  readonly same: boolean
  readonly eventsCompared: number
  readonly difference: Difference | null
  /** What one of the two runs wanted, and the other did not. */
  readonly diverged: string | null
  /** The repository it was played in; null if it is not kept. */
  readonly repoRoot: string | null
}

export async function replayRun<Input, State>(
  options: ReplayOptions<State>,
  played: ReplayedPlaybook<Input, State>,
): Promise<ReplayResult> {
  const recorded = await readRecordedRun(options.stateDir, options.run, played.playbook)
  const input = recorded.started.input as Input
  const baseBranch = played.baseBranchOf(input)
  const run = await replayable(recorded, { ...options, baseBranch })
  const repoRoot = await freshRepository(options.repoRoot, baseBranch, run.begins)
  try {
    const { compared, difference, diverged } = await playAgain(options, played, { recorded, run, repoRoot })
    return {
      same: difference === null && diverged === null,
      eventsCompared: compared,
      difference,
      diverged,
      repoRoot: options.keep ? repoRoot : null,
    }
  } catch (error) {
    throw options.stop.aborted ? interrupted() : error
  } finally {
    if (!options.keep) await rm(dirname(repoRoot), { recursive: true, force: true })
  }
}

interface Play {
  readonly recorded: RecordedRun
  readonly run: Replayable
  readonly repoRoot: string
}

async function playAgain<Input, State>(
  options: ReplayOptions<State>,
  { playbook, effects, baseBranchOf, performersFor }: ReplayedPlaybook<Input, State>,
  { recorded, run, repoRoot }: Play,
): Promise<ReplayPort> {
  const { started } = recorded
  const input = started.input as Input
  const stateDir = join(repoRoot, options.config.stateDir)
  await ignoreStateDir(stateDir)
  const again: RunRef = { subject: options.run.subject, runId: started.runId }
  const runDir = folderOfRun(stateDir, again)
  const clock = clockAt(started.at)
  const outside = { ...options, config: onThisMachine(options.config), repoRoot, stateDir, clock, ask: null }
  const performers = await performersFor(
    { outside, runDir, identity: run.identity, agentFor: ({ id }) => recordedAgent(recorded, id) },
    input,
  )
  const desk = { repoRoot, baseBranch: baseBranchOf(input), effects, performers, clock, stop: options.stop }
  const { store } = await openRunStore(stateDir).open(again)
  try {
    const port = openReplayPort({
      begun: started,
      recorded: run.events,
      isCut: run.isCut,
      play: (command, before) => playCommand(command, before, desk),
      append: (event) => store.append(event),
      stop: options.stop,
    })
    let state = playbook.evolve(playbook.initialState(input), started)
    const observe = async (event: AnyEvent, now: State): Promise<void> => {
      state = now
      options.onEvent(event, now)
    }
    await store.append(started)
    options.onEvent(started, state)
    while (!port.isOver()) {
      await runLoop(playbook, state, port, observe)
      const between = port.isOver() ? null : await port.between()
      if (between !== null) await observe(between, playbook.evolve(state, between))
    }
    return port
  } finally {
    await store.close()
  }
}

const recordedAgent = (recorded: RecordedRun, id: CommandId) => ({
  provider: replayProvider(recordedCall(recorded.dir, id)),
  model: null,
})

/** No script is needed, and no forge is asked. */
const onThisMachine = (config: HarnessConfig): HarnessConfig => ({
  ...config,
  forge: { kind: 'local' },
  agent: { ...config.agent, script: null },
})

function clockAt(begins: number): SetClock {
  let now = begins
  return {
    now: () => now,
    until: async () => {},
    moveTo(at) {
      now = at
    },
  }
}

const interrupted = (): UserError =>
  new UserError('interrupted', 'The replay was interrupted before it had come to the end.', {
    next: 'Give the same command again.',
    exitCode: exitCode.interrupted,
  })
