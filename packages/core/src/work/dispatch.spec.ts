import { describe, expect, it } from 'vitest'
import { asRunId } from '../kernel/ids.ts'
import { countEnd, type Dispatched, nextId, timesEnded } from './dispatch.ts'

const stateWith = (dispatched: Dispatched) => ({ input: { runId: asRunId('20261117-080000') }, dispatched })

describe('the number of a command', () => {
  it('is 1 for the first command of a phase and subject', () =>
    expect(nextId(stateWith({}), 'checks', '0001')).toBe('20261117-080000/checks/0001/1'))

  it('rises when a command of the same phase and subject has ended', () => {
    const first = nextId(stateWith({}), 'checks', '0001')
    expect(nextId(stateWith(countEnd({}, first)), 'checks', '0001')).toBe('20261117-080000/checks/0001/2')
  })

  it('stays when another subject or another phase has ended', () => {
    const others = countEnd(countEnd({}, '20261117-080000/checks/0002/1'), '20261117-080000/fix/0001/1')
    expect(others).toEqual({ 'checks/0002': 1, 'fix/0001': 1 })
    expect(nextId(stateWith(others), 'checks', '0001')).toBe('20261117-080000/checks/0001/1')
    expect(timesEnded(others, 'checks', '0002')).toBe(1)
  })
})
