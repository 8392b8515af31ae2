import { describe, expect, it } from 'vitest'
import type { AnyEvent } from './effect.ts'
import type { RunEnd } from './event.ts'
import { asRunId, commandId } from './ids.ts'
import { lackedAfter, withLackedTold } from './lacked.ts'

const outcome = (lacked?: string): AnyEvent => ({
  type: 'AgentFinished',
  at: 1,
  commandId: commandId(asRunId('20261116-120000'), 'review', '0001', 1),
  ...(lacked === undefined ? {} : { lacked }),
})
const end: RunEnd = {
  outcome: 'done',
  exitCode: 0,
  resumable: false,
  reason: 'r',
  next: '',
  report: '# Done\n',
}

describe('AG-16 a report says what agents could not do on this machine', () => {
  const sentence = 'the reviewer reviewed without running commands'
  it('once, however often it was so', () => {
    const lacked = [outcome(), outcome(sentence), outcome(sentence)].reduce(
      lackedAfter,
      [] as readonly string[],
    )
    expect(withLackedTold(end, lacked).report).toBe(`# Done\n\n## On this machine\n\n- ${sentence}`)
  })
  it('and nothing if they could do all', () =>
    expect(withLackedTold(end, lackedAfter([], outcome()))).toBe(end))
})
