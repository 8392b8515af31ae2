/** Owns the putting together of one simulation: time, disk, people, world and checkers, all from one seed. */
import { isAskHuman, isGateAnswered } from '@harness/core/effects/ask-human'
import { isRunEvent } from '@harness/core/kernel/event'
import type { CommandId } from '@harness/core/kernel/ids'
import type { JournalPort } from '@harness/shell/engine/loop/run-port'
import { openPanel, type Panel } from './checker.ts'
import { forgeAnswers } from './forger.ts'
import { type Inbox, openInbox } from './inbox.ts'
import { openPeople } from './people.ts'
import { pumpOf, type Still } from './pump.ts'
import { type Random, seededRandom } from './random.ts'
import { type Scenario, usualLimits, type World } from './scenario.ts'
import { openSimJournal, type SimJournal } from './sim-journal.ts'
import { openTally, type Tally } from './tally.ts'
import { openTimeline, type Timeline } from './timeline.ts'
import { openWallClock, type WallClock } from './wall-clock.ts'

export interface Rig<State> {
  readonly random: Random
  readonly timeline: Timeline
  readonly wall: WallClock
  readonly tally: Tally
  readonly journal: SimJournal
  readonly inbox: Inbox
  readonly world: World<State>
  readonly panel: Panel<State>
  /** Gates that the journal says are open. */
  readonly openGates: ReadonlySet<CommandId>
  pump(done: () => boolean): Promise<Still>
  /** People can reach the run through this port; null while no process works on it. */
  reach(port: JournalPort | null): void
}

/** 2026-11-16 12:00 UTC. */
const startsAt = 1_794_830_400_000
const syncMs = 2

export function openRig<Input, State>(
  scenario: Scenario<Input, State>,
  seed: number,
  openJournal: typeof openSimJournal = openSimJournal,
): Rig<State> {
  const random = seededRandom(seed)
  const { events: mostEvents, steps } = { ...usualLimits, ...scenario.limits }
  const timeline = openTimeline()
  const wall = openWallClock(timeline, startsAt)
  const tally = openTally()
  const openGates = new Set<CommandId>()
  const inbox = openInbox((gate, answer, taken) => {
    panel.answered(gate, answer, taken)
    tally.note(taken ? 'answer taken' : 'answer not taken')
  })
  const people = openPeople(timeline, inbox)
  let reachable: JournalPort | null = null

  const world = scenario.open({
    random: random.about('world'),
    timeline,
    wall,
    tally,
    changed: (effect) => void panel.changed(effect),
    interrupt: (reason) => void reachable?.interrupt(reason).catch(() => {}),
    answerAtTerminal: people.answerAtTerminal,
  })
  const panel = openPanel([...scenario.ofEveryRun(scenario, people.given), ...world.checkers])
  const disk = { random: random.about('disk'), syncMs, isFull: () => world.isDiskFull?.() === true }
  const journal = openJournal(disk, {
    durable(event, index, record) {
      panel.durable(event, index, record)
      if (index > mostEvents) panel.complain('ends or waits', `there are more than ${mostEvents} events`)
      if (isGateAnswered(event)) openGates.delete(event.commandId)
      if (isRunEvent(event, 'CommandIssued') && isAskHuman(event.command)) {
        openGates.add(event.command.id)
        people.hear(event.command, world.manners)
        forgeAnswers(event.command, inbox, random.about('forger'), tally)
      }
      world.heard?.(event)
    },
    acknowledged: (record, index) => void panel.acknowledged(record, index),
    torn: () => tally.note('torn record'),
    full: () => tally.note('disk full at the journal'),
  })

  return {
    random,
    timeline,
    wall,
    tally,
    journal,
    inbox,
    world,
    panel,
    openGates,
    pump: pumpOf(timeline, panel, steps),
    reach(port) {
      reachable = port
      if (port === null) inbox.detach()
      else inbox.attach(port)
    },
  }
}
