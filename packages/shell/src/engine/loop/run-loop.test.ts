import { type AskHuman, isAskHuman } from '@harness/core/effects/ask-human'
import type { OpenLane } from '@harness/core/effects/open-lane'
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { WakeAt } from '@harness/core/effects/wake-at'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent } from '@harness/core/kernel/event'
import { asLaneName, asRunId, commandId } from '@harness/core/kernel/ids'
import { end, type Playbook, perform } from '@harness/core/kernel/playbook'
import { aGate } from '@harness/core/test-support/gates'
import { describe, expect, it } from 'vitest'
import type { Performers } from '../../effects/performer.ts'
import { recoverRun } from '../../store/fold/recover.ts'
import { type Acts, performersOf } from '../../test-support/acts.ts'
import { runLoop } from './run-loop.ts'
import { openRunPort, type RunPortOptions } from './run-port.ts'

const run = asRunId('20261116-120000')
const open: OpenLane = {
  type: 'OpenLane',
  id: commandId(run, 'open', 'x', 1),
  lane: asLaneName('x'),
  branch: 'b',
  baseBranch: 'main',
}
const timer: WakeAt = { type: 'WakeAt', id: commandId(run, 'wait', 'x', 1), at: 5, why: 'nap' }
const gate: AskHuman = {
  type: 'AskHuman',
  id: commandId(run, 'gate', 'x', 1),
  gate: aGate({ exitCode: 8 }),
}
const done = end({
  outcome: 'done',
  exitCode: 0,
  reason: 'all done',
  next: '',
  resumable: false,
  report: '',
})

/** Wants the given commands at once and ends when each has its outcome. */
const wanting = (...commands: readonly AnyCommand[]): Playbook<null, readonly string[], AnyCommand> => ({
  name: 'test',
  version: 1,
  initialState: () => [],
  decide: (ended) => {
    const left = commands.filter((command) => !ended.includes(command.id))
    return left.length === 0 ? done : perform(...left)
  },
  evolve: (ended, event) => (isOutcome(event) ? [...ended, event.commandId] : ended),
})

/** Wants one command after the other, and ends after the last. */
const inTurn = (...commands: readonly AnyCommand[]): Playbook<null, readonly string[], AnyCommand> => ({
  ...wanting(),
  decide: (ended) => {
    const command = commands[ended.length]
    return command === undefined ? done : perform(command)
  },
})

/** The first gate that was opened. */
const openedIn = (journal: readonly AnyEvent[]): AskHuman | undefined =>
  journal.flatMap((event) => (isRunEvent(event, 'CommandIssued') ? [event.command] : [])).find(isAskHuman)

const never = () => new Promise<never>(() => {})
type Wanted = OpenLane | RunAgent | AskHuman | WakeAt

const performers = (given: Partial<Acts<Wanted>>): Performers<Wanted> =>
  performersOf<Wanted>({
    openLane: never,
    runAgent: never,
    askHuman: never,
    wakeAt: async (command) => ({ type: 'TimerFired', at: 1, commandId: command.id }),
    ...given,
  })

function world(
  given: Partial<Acts<Wanted>> = {},
  options: Partial<RunPortOptions> = {},
  onSeen: (event: AnyEvent) => void = () => {},
) {
  const journal: AnyEvent[] = []
  const seen: AnyEvent[] = []
  const port = openRunPort({
    store: { append: async (event) => void journal.push(event), close: async () => {} },
    performers: performers(given),
    clock: { now: () => 7, until: never },
    pending: new Map(),
    unconfined: false,
    attended: false,
    isFrozen: async () => false,
    ...options,
  })
  const drive = (playbook: Playbook<null, readonly string[], AnyCommand>) =>
    runLoop(playbook, [], port, async (event) => {
      seen.push(event)
      onSeen(event)
    })
  return { port, journal, seen, drive }
}

/** Resolves when all that is under way in this process had its turn. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const types = (events: readonly AnyEvent[]): readonly string[] => events.map((event) => event.type)

describe('the run loop', () => {
  it('journals a command before it is carried out and its event before anyone sees it', async () => {
    const journaledAtStart: string[] = []
    const { journal, seen, drive } = world({
      wakeAt: async (command) => {
        journaledAtStart.push(...types(journal))
        return { type: 'TimerFired', at: 1, commandId: command.id }
      },
    })
    expect(await drive(wanting(timer))).toMatchObject({ type: 'ended', end: { reason: 'all done' } })
    expect(journaledAtStart).toEqual(['CommandIssued'])
    expect(types(journal)).toEqual(['CommandIssued', 'TimerFired', 'RunEnded'])
    expect(seen).toEqual(journal)
  })

  it('keeps nothing of a command that ended and was not wanted since, as if another process had resumed', async () => {
    const { journal, drive } = world({
      openLane: async ({ id }) => ({
        type: 'CommandFailed',
        at: 2,
        commandId: id,
        code: 'x',
        detail: '',
        next: '',
      }),
    })
    expect(await drive(inTurn(timer, open, timer))).toMatchObject({ type: 'ended' })
    expect(types(journal).filter((type) => type === 'TimerFired')).toHaveLength(2)
  })

  it('carries out once what is wanted on and on, whatever became of it', async () => {
    let times = 0
    const { drive } = world({
      wakeAt: async (command) => {
        times++
        return { type: 'TimerFired', at: 1, commandId: command.id }
      },
    })
    expect(await drive({ ...wanting(timer), evolve: (ended) => ended })).toMatchObject({ type: 'waiting' })
    expect(times).toBe(1)
  })

  it('keeps several commands in flight and folds their events in journal order', async () => {
    let release: (() => void) | undefined
    const { journal, seen, drive } = world(
      {
        openLane: (command) =>
          new Promise((resolve) => {
            release = () =>
              resolve({
                type: 'CommandFailed',
                at: 2,
                commandId: command.id,
                code: 'x',
                detail: '',
                next: '',
              })
          }),
      },
      {},
      ({ type }) => type === 'TimerFired' && release?.(),
    )
    await drive(wanting(open, timer))
    expect(types(journal)).toEqual([
      'CommandIssued',
      'CommandIssued',
      'TimerFired',
      'CommandFailed',
      'RunEnded',
    ])
    expect(seen).toEqual(journal)
  })

  it('QA-01 does not journal again a command that was issued before a crash, and says that it is repeated', async () => {
    const repeated: boolean[] = []
    const { journal, drive } = world(
      {
        wakeAt: async (command, attempt) => {
          repeated.push(attempt.repeated)
          return { type: 'TimerFired', at: 1, commandId: command.id }
        },
      },
      { pending: new Map([[timer.id, timer]]) },
    )
    await drive(wanting(timer))
    expect(repeated).toEqual([true])
    expect(types(journal)).toEqual(['TimerFired', 'RunEnded'])
  })

  it('an adapter that throws stops the loop with its error and writes no outcome', async () => {
    const { journal, drive } = world({ wakeAt: () => Promise.reject(new Error('bug of ours')) })
    await expect(drive(wanting(timer))).rejects.toThrow('bug of ours')
    expect(types(journal)).toEqual(['CommandIssued'])
  })
})

describe('gates', () => {
  it('AP-17 an unattended run lets go and leaves the gate open', async () => {
    const { journal, drive } = world()
    expect(await drive(wanting(gate))).toMatchObject({ type: 'waiting', exitCode: 8 })
    expect(types(journal)).toEqual(['CommandIssued'])
  })
  it('an answer from outside ends the gate exactly once', async () => {
    const { port, journal, drive } = world({}, { pending: new Map([[gate.id, gate]]) })
    const answer = { choice: 'grant', reason: '', by: 'ada' } as const
    expect(await Promise.all([port.answer(gate.id, answer), port.answer(gate.id, answer)])).toEqual([
      { type: 'taken' },
      { type: 'closed' },
    ])
    expect(await drive(wanting(gate))).toMatchObject({ type: 'ended' })
    expect(types(journal)).toEqual(['GateAnswered', 'RunEnded'])
  })
  it('an answer that comes while the gate is still being journaled counts', async () => {
    const { port, journal, drive } = world(
      {},
      {
        store: {
          append: async (event) => {
            journal.push(event)
            await turn()
            if (isRunEvent(event, 'CommandIssued') && isAskHuman(event.command))
              void port.answer(gate.id, { choice: 'grant', reason: '', by: 'ada' }, event.command.opening)
            await turn()
          },
          close: async () => {},
        },
      },
    )
    expect(await drive(wanting(gate))).toMatchObject({ type: 'ended' })
    expect(types(journal)).toEqual(['CommandIssued', 'GateAnswered', 'RunEnded'])
  })
  it('TR-06 a gate has a mark of its own each time that it opens, and keeps it over a restart', async () => {
    const first = world()
    await first.drive(wanting(gate))
    const second = world()
    await second.drive(wanting(gate))
    const [one, other] = [first, second].map(({ journal }) => openedIn(journal))
    expect(one?.opening).toMatch(/^[0-9a-f-]{36}$/)
    expect(other?.opening).not.toBe(one?.opening)

    const answer = { choice: 'grant', reason: '', by: 'ada' } as const
    const { port, drive } = world({}, { pending: new Map([[gate.id, one ?? gate]]) })
    expect(await port.answer(gate.id, answer)).toMatchObject({ type: 'refused' })
    expect(await port.answer(gate.id, answer, other?.opening)).toMatchObject({ type: 'refused' })
    expect(await port.answer(gate.id, answer, one?.opening)).toEqual({ type: 'taken' })
    expect(await drive(wanting(gate))).toMatchObject({ type: 'ended' })
  })
  it('an answer to a gate that is not open is refused', async () => {
    const { port, journal } = world()
    expect(await port.answer(gate.id, { choice: 'grant', reason: '', by: 'ada' })).toEqual({ type: 'closed' })
    expect(journal).toEqual([])
  })
})

describe('interruption', () => {
  it('cancels what is in flight, keeps its cost, and leaves the command to be taken up again', async () => {
    const spending = {
      usage: { input: 9, output: 0, cacheRead: 0, cacheWrite: 0 },
      usd: null,
      durationMs: 1,
      model: 'm',
    }
    const agent: RunAgent = {
      type: 'RunAgent',
      id: commandId(run, 'implement', 'x', 1),
      role: 'implementer',
      mode: 'exec',
      tier: 'executor',
      lane: asLaneName('x'),
      startCommit: 'c' as never,
      slices: [],
      contract: null,
      commitMessage: null,
      limits: { wallMs: 1, idleMs: 1, maxTurns: 1 },
    }
    const { port, journal, drive } = world({
      runAgent: (command, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () =>
            resolve({
              type: 'AgentFailed',
              at: 3,
              commandId: command.id,
              role: 'implementer',
              error: { kind: 'aborted', message: '' },
              spending,
            }),
          )
          setImmediate(() => void port.interrupt('signal'))
        }),
    })
    expect(await drive(wanting(agent))).toEqual({ type: 'interrupted', reason: 'signal' })
    expect(types(journal)).toEqual(['CommandIssued', 'RunInterrupted'])
    expect(journal[1]).toMatchObject({ spent: [{ commandId: agent.id, spending }] })
    const folded = { state: [], pending: [], lastEnd: null, unconfined: false }
    expect([...recoverRun(wanting(agent), folded, journal).pending.keys()]).toEqual([agent.id])
  })

  it('keeps what finished by itself while it was being cancelled', async () => {
    const { port, journal, drive } = world({
      openLane: (_command, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          setImmediate(() => void port.interrupt('stopped'))
        }),
      wakeAt: (command, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () =>
            resolve({ type: 'TimerFired', at: 1, commandId: command.id }),
          ),
        ),
    })
    await drive(wanting(timer, open))
    expect(types(journal)).toEqual(['CommandIssued', 'CommandIssued', 'TimerFired', 'RunInterrupted'])
  })

  it('DL-14 an end cancels what is in flight, and journals no outcome of it', async () => {
    let cancelled = false
    const { journal, drive } = world({
      openLane: (command, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            cancelled = true
            resolve({ type: 'LaneOpened', at: 1, commandId: command.id } as never)
          }),
        ),
    })
    await drive({
      ...wanting(timer, open),
      decide: (ended) => (ended.length > 0 ? done : perform<AnyCommand>(timer, open)),
    })
    expect(cancelled).toBe(true)
    expect(types(journal)).toEqual(['CommandIssued', 'CommandIssued', 'TimerFired', 'RunEnded'])
  })

  it('DL-14 what was journaled before an end is folded and told before it', async () => {
    const other: WakeAt = { ...timer, id: commandId(run, 'wait', 'x', 2) }
    const { journal, seen, drive } = world()
    const folded: (readonly string[])[] = []
    const playbook = wanting(timer, other)
    await drive({
      ...playbook,
      decide: (ended) => (ended.length > 0 ? done : perform(timer, other)),
      evolve(ended, event) {
        const after = playbook.evolve(ended, event)
        folded.push(after)
        return after
      },
    })
    expect(types(seen.filter((event) => !isRunEvent(event, 'CommandIssued')))).toEqual(
      types(journal.filter((event) => !isRunEvent(event, 'CommandIssued'))),
    )
    expect(folded.at(-1)).toEqual([timer.id, other.id])
  })

  it('DL-15 a frozen repository halts the run at its next step, before the command is issued', async () => {
    const { journal, drive } = world({}, { isFrozen: async () => true })
    expect(await drive(wanting(timer))).toEqual({ type: 'interrupted', reason: 'frozen' })
    expect(types(journal)).toEqual(['RunInterrupted'])
  })
})
