import { exitCode } from '@harness/core/kernel/exit-code'
import { end, type Playbook } from '@harness/core/kernel/playbook'
import { describe, expect, it } from 'vitest'
import { checkedPlaybook } from './checked-playbook.ts'

const done = end({ outcome: 'done', exitCode: 0, reason: 'done', next: '', resumable: false, report: '' })
const sound: Playbook<number, number> = {
  name: 'spike',
  version: 1,
  initialState: (input) => input,
  decide: () => done,
  evolve: (state) => state + 1,
}
const checked = (over: Partial<Playbook<number, number>>) =>
  checkedPlaybook({ ...sound, ...over }, 'harness.config.ts')
const ended = { type: 'RunEnded', at: 1, end: done.type === 'end' ? done.end : never() } as const
function never(): never {
  throw new Error('done is an end')
}

describe('a user’s own playbook', () => {
  it('passes through if it is sound', () => {
    const playbook = checked({})
    expect(playbook.initialState(4)).toBe(4)
    expect(playbook.decide(4)).toEqual(done)
    expect(playbook.evolve(4, ended)).toBe(5)
  })
  it('that throws in decide is reported as its author’s bug', () => {
    const playbook = checked({
      decide: () => {
        throw new Error('no such phase: jugde')
      },
    })
    expect(() => playbook.decide(0)).toThrow(
      expect.objectContaining({
        code: 'playbook-broken',
        message: 'The playbook spike (harness.config.ts) throws in decide: no such phase: jugde.',
        exitCode: exitCode.halted,
      }),
    )
  })
  it('that answers differently when it is asked twice is reported as its author’s bug', () => {
    let calls = 0
    const playbook = checked({ evolve: (state) => state + calls++ })
    expect(() => playbook.evolve(0, ended)).toThrow(
      /^The playbook spike \(harness\.config\.ts\) answers differently when evolve is asked twice/,
    )
  })
  it('that changes a state in place is reported as its author’s bug', () => {
    interface Kept {
      readonly tried: string[]
    }
    const playbook: Playbook<null, Kept> = {
      ...sound,
      initialState: () => ({ tried: [] }),
      decide: () => done,
      evolve(state) {
        state.tried.push('loop')
        return state
      },
    }
    const state: Kept = { tried: [] }
    expect(() => checkedPlaybook(playbook, 'harness.config.ts').evolve(state, ended)).toThrow(
      /^The playbook spike \(harness\.config\.ts\) throws in evolve: Cannot add property 0/,
    )
    expect(state).toEqual({ tried: [] })
  })
})
