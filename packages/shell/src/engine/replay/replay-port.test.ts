import type { WakeAt } from '@harness/core/effects/wake-at'
import type { AnyCommand, AnyEvent, AnyOutcome } from '@harness/core/kernel/effect'
import { isOutcome, type RunEnd, type RunStarted } from '@harness/core/kernel/event'
import { givenUpEnd } from '@harness/core/kernel/given-up'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { end, type Playbook, perform } from '@harness/core/kernel/playbook'
import { describe, expect, it } from 'vitest'
import { runLoop } from '../loop/run-loop.ts'
import { openReplayPort } from './replay-port.ts'

const run = asRunId('20261116-120000')
const waits = (n: number): WakeAt => ({
  type: 'WakeAt',
  id: commandId(run, 'wait', 'x', n),
  at: n,
  why: 'nap',
})
const [one, two, three] = [waits(1), waits(2), waits(3)]
const done: RunEnd = {
  outcome: 'done',
  exitCode: 0,
  reason: 'all done',
  next: '',
  resumable: false,
  report: '',
}

const started: RunStarted = {
  type: 'RunStarted',
  at: 0,
  runId: run,
  playbook: 'test',
  playbookVersion: 1,
  input: null,
}
const issued = (command: AnyCommand): AnyEvent => ({ type: 'CommandIssued', at: 1, command })
const fired = ({ id }: AnyCommand): AnyEvent => ({ type: 'TimerFired', at: 2, commandId: id })
const ended = (how: RunEnd): AnyEvent => ({ type: 'RunEnded', at: 3, end: how })
const interrupted: AnyEvent = { type: 'RunInterrupted', at: 2, reason: 'signal', spent: [] }
const resumed: AnyEvent = { type: 'RunResumed', at: 2, until: null }

/** Wants the commands at once and ends when each has its outcome. */
const wanting = (...commands: readonly AnyCommand[]): Playbook<null, readonly string[], AnyCommand> => ({
  name: 'test',
  version: 1,
  initialState: () => [],
  decide: (over) => {
    const left = commands.filter((command) => !over.includes(command.id))
    return left.length === 0 ? end(done) : perform(...left)
  },
  evolve: (over, event) => (isOutcome(event) ? [...over, event.commandId] : over),
})

async function follow(
  playbook: Playbook<null, readonly string[], AnyCommand>,
  recorded: readonly AnyEvent[],
  play = async (_command: AnyCommand, before: AnyOutcome): Promise<AnyOutcome> => before,
) {
  const seen: AnyEvent[] = []
  const port = openReplayPort({
    begun: started,
    recorded: [started, ...recorded],
    isCut: false,
    play,
    append: async (event) => void seen.push(event),
    stop: new AbortController().signal,
  })
  let state: readonly string[] = []
  const observe = async (_event: AnyEvent, now: readonly string[]): Promise<void> => {
    state = now
  }
  while (!port.isOver()) {
    await runLoop(playbook, state, port, observe)
    const between = port.isOver() ? null : await port.between()
    if (between !== null) state = playbook.evolve(state, between)
  }
  const { difference, diverged, compared } = port
  return { difference, diverged, compared, seen }
}

describe('AG-10 a replay follows the recording', () => {
  it('in its order, also if what was under way at once ended in another order than it began', async () => {
    const recorded = [issued(one), issued(two), fired(two), fired(one), ended(done)]
    const { seen, ...result } = await follow(wanting(one, two), recorded)
    expect(result).toEqual({ difference: null, diverged: null, compared: 6 })
    expect(seen).toEqual(recorded)
  })

  it('over an interruption before which something was wanted and not begun, and a crash', async () => {
    const recorded = [issued(one), interrupted, resumed, issued(two), resumed, fired(two), fired(one)]
    const { seen, ...result } = await follow(wanting(one, two), [...recorded, ended(done)])
    expect(result).toEqual({ difference: null, diverged: null, compared: 6 })
    expect(seen).toEqual([...recorded, ended(done)])
  })

  it('until a person gave the run up, also if it had paused before', async () => {
    const given = ended(givenUpEnd({ by: 'ada', reason: 'no', next: '', report: () => '' }))
    for (const recorded of [
      [issued(one), given],
      [issued(one), interrupted, given],
      [issued(one), fired(one), ended(done), given],
    ])
      expect(await follow(wanting(one), recorded)).toMatchObject({
        difference: null,
        diverged: null,
        seen: recorded,
      })
  })

  it('and stops where the playbook wants what the recorded run never did', async () => {
    const recorded = [issued(one), fired(one), ended(done)]
    expect((await follow(wanting(one, two), recorded)).diverged).toContain(two.id)
  })

  it('and stops where the recorded run wanted something else, or went on', async () => {
    expect((await follow(wanting(one), [issued(three), fired(three), ended(done)])).diverged).not.toBeNull()
    const longer = [issued(one), fired(one), issued(three), fired(three), ended(done)]
    expect((await follow(wanting(one), longer)).diverged).toContain('ends here')
    expect((await follow(wanting(one, two), [issued(one), issued(two), ended(done)])).diverged).toContain(
      'goes on',
    )
  })

  it('and stops at the first outcome that is another one', async () => {
    const recorded = [issued(one), issued(two), fired(two), fired(one), ended(done)]
    const played: string[] = []
    const { difference, compared } = await follow(wanting(one, two), recorded, async (command, before) => {
      played.push(command.id)
      return { ...before, at: before.at + 1 }
    })
    expect(difference).toMatchObject({ event: 4, type: 'TimerFired', field: 'at' })
    expect([compared, played]).toEqual([4, [two.id]])
  })
})
