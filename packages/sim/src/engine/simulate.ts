/**
 * Owns one simulated run from its first process to the moment when nothing more will happen: the run ended, its people
 * left it paused, or it waits for a person who never answers. Deciders, loop and port are the production ones; the rest
 * of the world is in the seed.
 */
import type { AnyEvent } from '@harness/core/kernel/effect'
import type { Rest } from '@harness/shell/engine/loop/run-loop'
import { type JournalPort, openRunPort, type RunPortOptions } from '@harness/shell/engine/loop/run-port'
import { beginning, recoverRun } from '@harness/shell/store/fold/recover'
import type { Violation } from './checker.ts'
import type { CrashPlan } from './crash-plan.ts'
import { live } from './life.ts'
import { openRig, type Rig } from './rig.ts'
import { type Scenario, usualLimits } from './scenario.ts'
import { DiskFull, type openSimJournal } from './sim-journal.ts'
import { startProcess } from './sim-process.ts'
import type { Tally } from './tally.ts'

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
  readonly events: readonly AnyEvent[]
  readonly state: State
  /** What the run left in the world, in a form that can be compared. */
  readonly traces: unknown
  readonly processes: number
  readonly crashes: number
  readonly tally: Tally
}

const restartMs = 1_000

/** How one process came to its end. */
type Fate =
  | { readonly type: 'rested'; readonly rest: Rest }
  | { readonly type: 'died' }
  | { readonly type: 'disk full' }
  | { readonly type: 'stuck' }

export async function simulate<Input, State>(
  scenario: Scenario<Input, State>,
  options: SimOptions,
): Promise<SimResult<State>> {
  const rig = openRig(scenario, options.seed, options.openJournal)
  const { panel, journal, tally, world } = rig
  const { playbook } = scenario
  const { processes: mostProcesses } = { ...usualLimits, ...scenario.limits }
  const finalState = (): State =>
    recoverRun(playbook, beginning(playbook.initialState(scenario.input)), journal.events()).state
  let until = scenario.until
  let processes = 0
  let crashes = 0

  /** Null to continue with another process, otherwise how it all came to rest. */
  const next = async (fate: Fate): Promise<string | null> => {
    switch (fate.type) {
      case 'died':
        crashes++
        return pass(rig, restartMs)
      case 'disk full':
        return pass(rig, restartMs)
      case 'stuck':
        if (scenario.attended && playbook.decide(finalState()).type === 'wait') return 'waits at its terminal'
        panel.complain('ends or waits', 'nothing is due, and the loop neither ended nor waits for people')
        return 'broken'
      case 'rested': {
        const { rest } = fate
        tally.note(`rest: ${describeRest(rest)}`)
        if (rest.type === 'ended' && !rest.end.resumable) return `ended: ${describeRest(rest)}`
        if (rest.type === 'waiting') return untilAnswered(rig, rest)
        const resumption = world.manners.resume(rest)
        if (resumption === null) return `left: ${describeRest(rest)}`
        until = resumption.until
        return pass(rig, resumption.afterMs)
      }
    }
  }

  let ending: string | null = null
  while (ending === null) {
    if (++processes > mostProcesses)
      panel.complain('ends or waits', `the run needed more than ${mostProcesses} processes`)
    ending = await next(await oneLife(scenario, rig, { ...options, until, nth: processes }))
    if (panel.violation !== null) ending = 'broken'
  }
  panel.settled(journal.events())
  tally.note(`ending: ${ending}`)
  return {
    violation: panel.violation,
    ending,
    events: journal.events(),
    state: finalState(),
    traces: world.traces(),
    processes,
    crashes,
    tally,
  }
}

interface LifeCircumstances extends SimOptions {
  readonly until: string | null
  readonly nth: number
}

async function oneLife<Input, State>(
  scenario: Scenario<Input, State>,
  rig: Rig<State>,
  { crashes, openPort = openRunPort, until, nth }: LifeCircumstances,
): Promise<Fate> {
  const { panel } = rig
  const process = startProcess(rig.timeline, crashes)
  const random = rig.random.about(`life ${nth}`)
  let fate: Fate | null = null
  live(process, { ...rig, scenario, until, random, openPort }).then(
    (rest) => {
      fate = { type: 'rested', rest }
    },
    (error: unknown) => {
      if (error instanceof DiskFull) fate = { type: 'disk full' }
      else panel.complain('the loop does not throw', String(error instanceof Error ? error.stack : error))
    },
  )
  await rig.pump(() => fate !== null || !process.alive)
  const died = !process.alive
  process.end()
  rig.reach(null)
  panel.processEnded()
  return died ? { type: 'died' } : (fate ?? { type: 'stuck' })
}

/** Lets virtual time pass. */
async function pass<State>({ timeline, pump }: Rig<State>, ms: number): Promise<null> {
  let passed = false
  timeline.after(ms, () => {
    passed = true
  })
  await pump(() => passed)
  return null
}

async function untilAnswered<State>(
  { panel, inbox, openGates, pump }: Rig<State>,
  { gates }: Extract<Rest, { type: 'waiting' }>,
): Promise<string | null> {
  if (gates.length === 0) panel.complain('ends or waits', 'the loop waits for people but asked them nothing')
  const answered = (): boolean => inbox.hasUnsettled() || openGates.size === 0
  await pump(answered)
  return answered() ? null : `waits: ${gates.map((gate) => gate.name).join(', ')}`
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
