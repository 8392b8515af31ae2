/** Owns what one process does with a run, as the command line does it: recover, resume, loop, let go. */

import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent, type RunEnd } from '@harness/core/kernel/event'
import { type Observe, type Rest, runLoop } from '@harness/shell/engine/loop/run-loop'
import type { JournalPort, RunPortOptions } from '@harness/shell/engine/loop/run-port'
import { beginning, type FoldedRun, recoverRun, trackPending } from '@harness/shell/store/fold/recover'
import type { Rig } from './rig.ts'
import type { Scenario } from './scenario.ts'
import { DiskFull } from './sim-journal.ts'
import type { SimProcess } from './sim-process.ts'

export interface LifeOptions<Input, State>
  extends Pick<Rig<State>, 'world' | 'journal' | 'wall' | 'panel' | 'random' | 'reach'> {
  readonly scenario: Scenario<Input, State>
  /** The phase after which a resumed run pauses again. */
  readonly until: string | null
  openPort(options: RunPortOptions): JournalPort
}

/** A snapshot is taken after about one in so many events. */
const eventsPerSnapshot = 8

export async function live<Input, State>(
  process: SimProcess,
  options: LifeOptions<Input, State>,
): Promise<Rest> {
  const { scenario, world, panel, wall } = options
  const { playbook, confined = false } = scenario
  const journal = options.journal.open(process)
  const before = journal.snapshot?.events ?? 0
  const from =
    journal.snapshot === null
      ? beginning(playbook.initialState(scenario.input))
      : (journal.snapshot.state as FoldedRun<State>)
  const recovered = recoverRun(playbook, from, journal.events)
  let events = before + journal.events.length
  panel.recovered(recovered, events)
  if (recovered.lastEnd !== null && !recovered.lastEnd.resumable)
    return { type: 'ended', end: recovered.lastEnd }

  const pending = new Map(recovered.pending)
  const observe: Observe<State> = async (event, state) => {
    trackPending(pending, event)
    panel.folded(event, state, events++)
    world.visited(state)
    if (world.isSidecarDiskFull?.() === true) throw new DiskFull()
    if (options.random.chance(1 / eventsPerSnapshot))
      options.journal.keepSnapshot({
        events,
        playbook: playbook.name,
        playbookVersion: playbook.version,
        state: { state, pending: [...pending.values()], lastEnd: endOf(event), unconfined: !confined },
      })
  }

  const { store } = journal
  try {
    const opening: AnyEvent =
      events === 0
        ? {
            type: 'RunStarted',
            at: wall.now(),
            runId: scenario.runId,
            playbook: playbook.name,
            playbookVersion: playbook.version,
            input: scenario.input,
            confined,
          }
        : { type: 'RunResumed', at: wall.now(), until: options.until, confined }
    await store.append(opening)
    const state = playbook.evolve(recovered.state, opening)
    await observe(opening, state)
    const port = options.openPort({
      store,
      performers: world.performers(process),
      clock: wall.of(process),
      pending: recovered.pending,
      unconfined: !confined,
      attended: scenario.attended,
      newOpening: () => `opening ${options.random.int(0, 1_000_000_000)}`,
      isFrozen: async () => {
        await process.sleep(1)
        return world.isFrozen?.() === true
      },
    })
    options.reach(port)
    return await runLoop(playbook, state, port, observe).catch(async (error: unknown) => {
      await port.abandon()
      throw error
    })
  } finally {
    if (process.alive) options.reach(null)
    await store.close()
  }
}

const endOf = (event: AnyEvent): RunEnd | null => (isRunEvent(event, 'RunEnded') ? event.end : null)
