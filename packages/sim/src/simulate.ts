/**
 * Owns one simulated run from its first process to the moment when nothing more will happen: the run ended, its people
 * left it paused, or it waits for a person who never answers. Deciders, loop and port are the production ones; the rest
 * of the world is in the seed.
 */
import type { Event } from '@harness/core/event'
import type { CommandId } from '@harness/core/ids'
import { beginning, recoverRun } from '@harness/shell/recover'
import type { Rest } from '@harness/shell/run-loop'
import { type JournalPort, openRunPort, type RunPortOptions } from '@harness/shell/run-port'
import { openPanel, type Violation } from './checker.ts'
import { everyRun } from './checkers/every-run.ts'
import type { CrashPlan } from './crash-plan.ts'
import { openInbox } from './inbox.ts'
import { live } from './life.ts'
import { openPeople } from './people.ts'
import { pumpOf } from './pump.ts'
import { seededRandom } from './random.ts'
import type { Scenario, Stage } from './scenario.ts'
import { DiskFull, openSimJournal } from './sim-journal.ts'
import { startProcess } from './sim-process.ts'
import { openTally, type Tally } from './tally.ts'
import { openTimeline } from './timeline.ts'
import { openWallClock } from './wall-clock.ts'

export interface SimOptions {
  readonly seed: number
  readonly crashes: CrashPlan
  /** The production port, unless a test shows that a broken one is found out. */
  readonly openPort?: (options: RunPortOptions) => JournalPort
  readonly openJournal?: typeof openSimJournal
}

export interface SimResult<State> {
  readonly violation: Violation | null
  /** How it came to rest, in words. */
  readonly ending: string
  readonly events: readonly Event[]
  readonly state: State
  /** What the run left in the world, in a form that can be compared. */
  readonly traces: unknown
  readonly processes: number
  readonly crashes: number
  readonly tally: Tally
}

/** 2026-11-16 12:00 UTC. */
const startsAt = 1_794_830_400_000
const mostProcesses = 250
const mostEvents = 4_000
const restartMs = 1_000

/** How one process came to its end. */
type Fate =
  | { readonly type: 'rested'; readonly rest: Rest }
  | { readonly type: 'gone'; readonly why: 'died' | 'disk full' }
  | { readonly type: 'stuck' }
  | { readonly type: 'broken' }

export async function simulate<Input, State>(
  scenario: Scenario<Input, State>,
  options: SimOptions,
): Promise<SimResult<State>> {
  const random = seededRandom(options.seed)
  const { playbook } = scenario
  const timeline = openTimeline()
  const wall = openWallClock(timeline, startsAt)
  const tally = openTally()
  const inbox = openInbox((gate, answer, taken) => {
    panel.answered(gate, answer, taken)
    tally.note(taken ? 'answer taken' : 'answer not taken')
  })
  const people = openPeople(timeline, inbox)
  const openGates = new Set<CommandId>()
  let reachable: JournalPort | null = null

  const stage: Stage = {
    random: random.about('world'),
    timeline,
    wall,
    tally,
    changed: (effect) => void panel.changed(effect),
    interrupt: (reason) => void reachable?.interrupt(reason).catch(() => {}),
    answerAtTerminal: people.answerAtTerminal,
  }
  const world = scenario.open(stage)
  const panel = openPanel([...everyRun(scenario, people.given), ...world.checkers])
  const disk = { random: random.about('disk'), syncMs: 2, isFull: () => world.isDiskFull() }
  const journal = (options.openJournal ?? openSimJournal)(disk, {
    durable(event, index, record) {
      panel.durable(event, index, record)
      if (index > mostEvents) panel.complain('ends or waits', `there are more than ${mostEvents} events`)
      if (event.type === 'GateAnswered') openGates.delete(event.commandId)
      if (event.type === 'CommandIssued' && event.command.type === 'AskHuman') {
        openGates.add(event.command.id)
        people.hear(event.command, world.manners)
      }
      world.heard(event)
    },
    acknowledged: (record, index) => void panel.acknowledged(record, index),
    torn: () => tally.note('torn record'),
    full: () => tally.note('disk full at the journal'),
  })
  const pump = pumpOf(timeline, panel)
  const onDisk = () =>
    recoverRun(playbook, beginning(playbook.initialState(scenario.input)), journal.events())

  let until = scenario.until
  let processes = 0
  let crashes = 0

  const oneLife = async (): Promise<Fate> => {
    const process = startProcess(timeline, options.crashes)
    let fate: Fate | null = null
    live(process, {
      scenario,
      world,
      journal,
      wall,
      panel,
      until,
      random: random.about(`life ${processes}`),
      openPort: options.openPort ?? openRunPort,
      reachable(port) {
        if (!process.alive) return
        reachable = port
        if (port === null) inbox.detach()
        else inbox.attach(port)
      },
    }).then(
      (rest) => {
        fate = { type: 'rested', rest }
      },
      (error: unknown) => {
        if (error instanceof DiskFull) fate = { type: 'gone', why: 'disk full' }
        else
          panel.complain(
            'the loop does not throw',
            error instanceof Error ? (error.stack ?? '') : String(error),
          )
      },
    )
    const still = await pump(() => fate !== null || !process.alive)
    const died = !process.alive
    process.end()
    reachable = null
    inbox.detach()
    panel.processEnded()
    if (panel.violation !== null) return { type: 'broken' }
    if (died) return { type: 'gone', why: 'died' }
    return fate ?? (still === 'nothing due' ? { type: 'stuck' } : { type: 'broken' })
  }

  const pass = async (ms: number): Promise<void> => {
    let passed = false
    timeline.after(ms, () => {
      passed = true
    })
    await pump(() => passed)
  }

  /** Null to go on with another process, otherwise how it all came to rest. */
  const afterRest = async (rest: Rest): Promise<string | null> => {
    if (rest.type === 'ended' && !rest.end.resumable)
      return `ended: ${rest.end.outcome} (${rest.end.exitCode})`
    if (rest.type === 'waiting') {
      const { gates } = rest
      if (gates.length === 0)
        panel.complain('ends or waits', 'the loop waits for people but asked them nothing')
      const answered = (): boolean => inbox.hasUnsettled() || openGates.size === 0
      await pump(answered)
      if (answered()) return null
      return `waits: ${gates.map((gate) => gate.name).join(', ')}`
    }
    const resumption = world.manners.resume(rest)
    if (resumption === null)
      return rest.type === 'ended'
        ? `left: ${rest.end.outcome} (${rest.end.exitCode})`
        : `left: interrupted (${rest.reason})`
    until = resumption.until
    await pass(resumption.afterMs)
    return null
  }

  const restOf = async (fate: Fate): Promise<string | null> => {
    switch (fate.type) {
      case 'broken':
        return 'broken'
      case 'stuck':
        if (scenario.attended && playbook.decide(onDisk().state).type === 'wait')
          return 'waits at its terminal'
        panel.complain(
          'ends or waits',
          'nothing is due any more, and the loop neither ended nor waits for people',
        )
        return 'broken'
      case 'gone':
        if (fate.why === 'died') crashes++
        await pass(restartMs)
        return null
      case 'rested':
        tally.note(`rest: ${describeRest(fate.rest)}`)
        return afterRest(fate.rest)
    }
  }

  let ending: string | null = null
  while (ending === null) {
    if (++processes > mostProcesses)
      panel.complain('ends or waits', `the run needed more than ${mostProcesses} processes`)
    ending = await restOf(await oneLife())
    if (panel.violation !== null) ending = 'broken'
  }
  panel.settled(journal.events())
  tally.note(`ending: ${ending}`)
  return {
    violation: panel.violation,
    ending,
    events: journal.events(),
    state: onDisk().state,
    traces: world.traces(),
    processes,
    crashes,
    tally,
  }
}

const describeRest = (rest: Rest): string => {
  switch (rest.type) {
    case 'ended':
      return `${rest.end.outcome} (${rest.end.exitCode})`
    case 'waiting':
      return `waiting (${rest.exitCode})`
    case 'interrupted':
      return `interrupted (${rest.reason})`
  }
}
