import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock-system.ts'

describe('the system clock', () => {
  beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
  afterEach(() => vi.useRealTimers())

  it('resolves when wall time has reached the moment, not before', async () => {
    const done = vi.fn()
    void systemClock.until(1_000_000 + 65_000, new AbortController().signal).then(done)
    await vi.advanceTimersByTimeAsync(64_999)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toHaveBeenCalledOnce()
  })

  it('resolves at once for a moment that has passed', async () => {
    await systemClock.until(5, new AbortController().signal)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('notices within ten seconds that the machine slept over the moment', async () => {
    const done = vi.fn()
    void systemClock.until(1_000_000 + 8 * 3_600_000, new AbortController().signal).then(done)
    vi.setSystemTime(1_000_000 + 9 * 3_600_000)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(done).toHaveBeenCalledOnce()
  })

  it('waits on when the wall clock was put back', async () => {
    const done = vi.fn()
    void systemClock.until(1_000_000 + 9_000, new AbortController().signal).then(done)
    vi.setSystemTime(900_000)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(100_000)
    expect(done).toHaveBeenCalledOnce()
  })

  it('rejects with the reason when aborted, before and during the wait, and leaves no timer', async () => {
    const reason = new Error('stop')
    await expect(systemClock.until(2_000_000, AbortSignal.abort(reason))).rejects.toBe(reason)
    const abort = new AbortController()
    const waiting = systemClock.until(2_000_000, abort.signal)
    abort.abort(reason)
    await expect(waiting).rejects.toBe(reason)
    expect(vi.getTimerCount()).toBe(0)
  })
})
