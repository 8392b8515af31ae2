import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aliveEvents } from './alive.ts'
import type { AgentEvent } from './provider.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const used = (input: number) => ({ input, output: 0, cacheRead: 0, cacheWrite: 0 })

test('AG-17 tokens that grow are told four times a second at most, and those that do not are only a sign of life', () => {
  const told: AgentEvent[] = []
  const { beat, tell } = aliveEvents((event) => told.push(event), 60_000)
  tell({ type: 'text', text: 'I begin.' })
  for (let step = 1; step <= 15; step++) {
    beat(() => used(step))
    vi.advanceTimersByTime(50)
  }
  expect(told.slice(1)).toEqual([1, 6, 11].map((input) => ({ type: 'usage', usage: used(input) })))
  for (let tenth = 1; tenth <= 100; tenth++) {
    beat(() => used(11))
    vi.advanceTimersByTime(100)
  }
  expect(told).toHaveLength(4 + 2)
})
