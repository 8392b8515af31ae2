import type { AskHuman } from '@harness/core/effects/ask-human'
import type { WakeAt } from '@harness/core/effects/wake-at'
import type { AnyEvent, AnyOutcome } from '@harness/core/kernel/effect'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { aGate } from '@harness/core/test-support/gates'
import { describe, expect, it } from 'vitest'
import { type Acts, performersOf } from '../../test-support/acts.ts'
import { openRunPort, type RunPortOptions } from './run-port.ts'

const timer: WakeAt = {
  type: 'WakeAt',
  id: commandId(asRunId('20261116-120000'), 'wait', 'x', 1),
  at: 5,
  why: 'nap',
}
const end = { outcome: 'done', exitCode: 0, reason: '', next: '', resumable: false, report: '' } as const

/** A port whose journal takes a moment, and whose only adapter waits until it is aborted. */
function port(options: Partial<RunPortOptions> = {}) {
  const journal: string[] = []
  const started: string[] = []
  const wakeAt: Acts<WakeAt>['wakeAt'] = (command, { signal }) => {
    started.push(command.id)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  const opened = openRunPort({
    store: {
      append: async (event: AnyEvent) => {
        journal.push(event.type)
        await moment()
      },
      close: async () => {},
    },
    performers: performersOf<WakeAt>({ wakeAt }),
    clock: { now: () => 7, until: () => moment() },
    pending: new Map(),
    unconfined: false,
    attended: false,
    isFrozen: async () => false,
    ...options,
  })
  return { port: opened, journal, started }
}

describe('AG-17 the report of a run', () => {
  it('names tool calls that were denied to its agents, before and in this process, above the sandbox', async () => {
    const finished = { type: 'AgentFinished', at: 1, commandId: timer.id, role: 'reviewer' }
    const outcome = { ...finished, denied: { count: 1, first: ['Bash b'] } } as unknown as AnyOutcome
    const performers = performersOf<WakeAt>({ wakeAt: async () => outcome as never })
    const { port: opened } = port({
      performers,
      unconfined: true,
      denied: { count: 1, first: ['fixer: Bash a'] },
    })
    await opened.start(timer)
    await opened.next()
    await opened.next()
    const { report } = (await opened.finish(end)).ended.end
    expect(report).toMatch(/2 tool calls[\s\S]*- fixer: Bash a\n- reviewer: Bash b\n\n## Sandbox/)
  })
})

const moment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('QA-01 an interrupt that comes between two commands', () => {
  it('while the port looks whether it is frozen: the command is not issued any more', async () => {
    const {
      port: opened,
      journal,
      started,
    } = port({
      isFrozen: async () => {
        await moment()
        return false
      },
    })
    const starting = opened.start(timer)
    await opened.interrupt('signal')
    await starting
    expect(journal).toEqual(['RunInterrupted'])
    expect(started).toEqual([])
  })

  it('while the command is being journaled: it is left to the next process', async () => {
    const { port: opened, journal, started } = port()
    const starting = opened.start(timer)
    await Promise.resolve()
    await Promise.resolve()
    await opened.interrupt('signal')
    await starting
    expect(journal).toEqual(['CommandIssued', 'RunInterrupted'])
    expect(started).toEqual([])
  })

  it('while the end is being journaled: the end stays the last word', async () => {
    const { port: opened, journal } = port()
    const finishing = opened.finish(end)
    await opened.interrupt('signal')
    await finishing
    expect(journal).toEqual(['RunEnded'])
  })

  it('just before the end: the interrupt is recorded first', async () => {
    const { port: opened, journal } = port()
    const interrupting = opened.interrupt('signal')
    await opened.finish(end)
    await interrupting
    expect(journal).toEqual(['RunInterrupted', 'RunEnded'])
  })
})

describe('AG-16 what agents could not do on this machine', () => {
  it('is in the report, before this process and in it', async () => {
    const pending = new Map([[timer.id, timer]])
    const outcome = {
      type: 'TimerFired',
      at: 7,
      commandId: timer.id,
      lacked: 'the reviewer saw nothing',
    } as const
    const performers = performersOf<WakeAt>({ wakeAt: async () => outcome })
    const { port: opened } = port({ pending, performers, lacked: ['the worker had no loopback'] })
    await opened.start(timer)
    await opened.next()
    const { end: told } = (await opened.finish(end)).ended
    expect(told.report).toBe('## On this machine\n\n- the worker had no loopback\n- the reviewer saw nothing')
  })
})

describe('QA-02 a full disk', () => {
  const full = { append: () => Promise.reject(new Error('no space')), close: async () => {} }

  it('stops the loop when it cannot even say that it lets go', async () => {
    const { port: opened } = port({ store: full })
    const waiting = opened.next()
    await expect(opened.interrupt('signal')).rejects.toThrow('no space')
    await expect(Promise.race([opened.next(), waiting])).rejects.toThrow('no space')
  })

  it('stops the loop when a person’s answer cannot be kept', async () => {
    const gate = commandId(asRunId('20261116-120000'), 'gate', 'x', 1)
    const pending = new Map([[gate, { type: 'AskHuman', id: gate, gate: aGate() } as const]])
    const { port: opened } = port({ store: full, pending })
    await expect(opened.answer(gate, { choice: 'grant', reason: '', by: 'ada' })).rejects.toThrow('no space')
    await expect(opened.next()).rejects.toThrow('no space')
  })
})

describe('QA-23 a gate', () => {
  const ask: AskHuman = {
    type: 'AskHuman',
    id: commandId(asRunId('20261116-120000'), 'gate', 'x', 1),
    gate: aGate({ digest: '1a2b3c4d5e6f' }),
  }
  it('DL-45 takes no answer that it does not offer, and then one that it does', async () => {
    const { port: opened } = port({ pending: new Map([[ask.id, ask]]) })
    const answer = { choice: 'refuse', reason: 'fine', by: 'ada', digest: '1a2b3c4d5e6f' }
    expect(await opened.answer(ask.id, { ...answer, choice: 'let-stand' })).toEqual({
      type: 'refused',
      why: 'The gate g does not offer "let-stand". Its choices: grant, refuse.',
    })
    expect(await opened.answer(ask.id, { ...answer, reason: ' ' })).toEqual({
      type: 'refused',
      why: 'The choice refuse needs words: the run records them.',
    })
    expect(await opened.answer(ask.id, { ...answer, digest: '0f0f0f0f0f0f' })).toEqual({
      type: 'refused',
      why: 'The answer is for the content 0f0f0f0f. The gate g asks about 1a2b3c4d.',
    })
    expect(await opened.answer(ask.id, answer)).toEqual({ type: 'taken' })
    expect(await opened.answer(ask.id, answer)).toEqual({ type: 'closed' })
  })
  it('takes no answer to another attempt', async () => {
    const { port: opened } = port({ pending: new Map([[ask.id, ask]]) })
    const earlier = commandId(asRunId('20261116-120000'), 'gate', 'x', 0)
    expect(await opened.answer(earlier, { choice: 'grant', reason: '', by: 'ada' })).toEqual({
      type: 'closed',
    })
  })
  it('is put to a person only when all that was journaled before it has been taken', async () => {
    const asked: string[] = []
    const askHuman: Acts<AskHuman>['askHuman'] = async ({ id }) => {
      asked.push(id)
      const answer = { choice: 'grant', reason: '', by: 'ada' } as const
      return { type: 'GateAnswered', at: 9, commandId: id, answer }
    }
    const { port: opened } = port({
      attended: true,
      performers: performersOf<AskHuman>({ askHuman }),
    })
    await opened.start(ask)
    expect(asked).toEqual([])
    expect((await opened.next())?.event.type).toBe('CommandIssued')
    expect(asked).toEqual([])
    expect((await opened.next())?.event.type).toBe('GateAnswered')
    expect(asked).toEqual([ask.id])
  })
})
