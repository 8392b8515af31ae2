import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchLimits } from './limit-watch.ts'

describe('AG-06 a program that keeps talking', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const limits = { wallMs: 10_000, idleMs: 300, outputBytes: 1 }

  it('is not silent, however long it runs; it is as soon as it stops', async () => {
    const watch = watchLimits({ limits })
    let ended: string | null = null
    void watch.ended.then((reason) => {
      ended = reason
    })
    for (let i = 0; i < 10; i++) {
      await vi.advanceTimersByTimeAsync(299)
      watch.sawOutput()
    }
    expect(ended).toBeNull()
    await vi.advanceTimersByTimeAsync(299)
    expect(ended).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toBe('idle')
  })

  it('ends at its wall limit all the same', async () => {
    const watch = watchLimits({ limits: { ...limits, wallMs: 1_000 } })
    for (let i = 0; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(200)
      watch.sawOutput()
    }
    expect(await watch.ended).toBe('wall')
    // Output that comes after the end starts no timer again.
    expect(vi.getTimerCount()).toBe(0)
  })
})
