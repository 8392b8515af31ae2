import { expect, it } from 'vitest'
import { runText } from './handbook-status.ts'

it('QA-23 status says until when and why a run waits', () => {
  const run = { run: 'handbook', state: 'sleeping', phase: '3.1', reason: null, next: null }
  const waits = { ...run, waitingFor: 'rate limit', sleepsUntil: Date.UTC(2026, 10, 16, 14, 12) }
  expect(runText(waits, Date.UTC(2026, 10, 18))).toMatch(
    /^sleeping at 3\.1; until 2026-11-1\d \d\d:\d\d: rate limit$/,
  )
  expect(runText({ ...run, state: 'working', waitingFor: null, sleepsUntil: null }, 0)).toBe('working at 3.1')
})
