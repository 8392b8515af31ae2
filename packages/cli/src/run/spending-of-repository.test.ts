import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { registeredPlaybooks } from '../playbooks/registered.ts'
import { type Spending, spendingOf, spendingText } from './spending-of-repository.ts'

const today = { tokens: 1_600, usd: 0.02, unpricedCalls: 0 }
const window = { tokens: 4_900_000, ceilingTokens: 5_000_000, days: 7 }

test.each<[Omit<Spending, 'closed'>, string]>([
  [{ today, window }, 'today 1.6k tokens, $0.02; 4.9M of 5.0M tokens in 7 days'],
  [{ today, window: null }, 'today 1.6k tokens, $0.02'],
  [
    { today: { ...today, unpricedCalls: 1 }, window: { ...window, tokens: 5_000_000, days: 1 } },
    'today 1.6k tokens, ≥ $0.02; 5.0M of 5.0M tokens in a day; the ceiling is reached',
  ],
])('DL-47 %j is told as: %s', (spending, text) =>
  expect(spendingText({ ...spending, closed: [] })).toBe(text),
)

test('DL-47 today begins at midnight, local time, and is of all runs', async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'harness-state-'))
  const call = (hour: number, more: object) =>
    JSON.stringify({
      inputTokens: 10,
      outputTokens: 1,
      at: new Date(2026, 4, 2, hour).toISOString(),
      ...more,
    })
  const calls = {
    '0001/20260501-000000': [call(-1, { costCents: 900 }), call(0, { costCents: 2 })],
    '0002/20260502-000000': [call(12, { costCents: 3 }), call(13, {})],
  }
  for (const [run, lines] of Object.entries(calls)) {
    const file = join(stateDir, 'task-runs', run, 'tokens-used.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${lines.join('\n')}\n`)
  }
  const nowhere = { cwd: stateDir, env: {}, repoOption: null, commands: [], playbooks: registeredPlaybooks }
  expect(await spendingOf(nowhere, stateDir, new Date(2026, 4, 2, 18).getTime())).toEqual({
    today: { tokens: 33, usd: 0.05, unpricedCalls: 1 },
    window: null,
    closed: [],
  })
})
