import { describe, expect, it } from 'vitest'
import { exitCode } from '../kernel/exit-code.ts'
import { stop } from '../kernel/hurdle.ts'
import { asRunId, commandId } from '../kernel/ids.ts'
import { firstSleep, type Sleep, wake, wakeAt } from './wakes.ts'

const sleeping = (until: number, why = 'rate limit') => ({ hurdle: { type: 'sleep', until, why } as Sleep })
const stopped = { hurdle: stop({ exitCode: exitCode.halted, reason: 'disk full', next: 'free space' }) }
const free = { hurdle: null }

describe('waiting for a moment', () => {
  it('the earliest wait comes first, and of two at one moment the one listed first', () =>
    expect(firstSleep([free, stopped, sleeping(9), sleeping(5, 'first'), sleeping(5, 'second')])).toEqual({
      type: 'sleep',
      until: 5,
      why: 'first',
    }))

  it('nothing waits if nothing sleeps', () => expect(firstSleep([free, stopped])).toBeNull())

  it('a wait is over at its moment and not before', () => {
    const later = sleeping(6)
    expect(wake(sleeping(5), 5)).toEqual({ hurdle: null })
    expect(wake(later, 5)).toBe(later)
  })

  it('a stop does not end with time', () => expect(wake(stopped, 5)).toBe(stopped))

  it('the command names the moment and the reason', () => {
    const id = commandId(asRunId('20261117-080000'), 'wait', '0001', 1)
    expect(wakeAt(id, { until: 5, why: 'rate limit' })).toEqual({
      type: 'WakeAt',
      id,
      at: 5,
      why: 'rate limit',
    })
  })
})
