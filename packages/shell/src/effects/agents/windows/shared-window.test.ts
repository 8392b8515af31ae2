import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentRequest, AgentResult, Provider } from '@harness/agent-runner/runner/provider'
import { noUsage } from '@harness/core/kernel/agent'
import { describe, expect, it } from 'vitest'
import { temporaryDir } from '../../../test-support/temporary-dir.ts'
import { sharedWindow } from './shared-window.ts'
import { closedUntil } from './windows-file.ts'

const now = 1_000_000_000
const request = { model: null } as AgentRequest
const answer = (error: AgentResult['error']): AgentResult => ({
  text: 'hi',
  structured: undefined,
  session: null,
  spending: { usage: noUsage, usd: 1, durationMs: 1, model: 'm' },
  error,
})

function provider(name: string, error: AgentResult['error']) {
  const calls: number[] = []
  const made: Provider = {
    name,
    capabilities: { readOnly: true, sessions: false, turnLimit: false, takesSchema: () => false },
    async run() {
      calls.push(1)
      return answer(error)
    },
  }
  return { made, calls }
}
const limit = (resetsAt?: number): AgentResult['error'] => ({
  kind: 'rate_limit',
  message: 'slow',
  ...(resetsAt === undefined ? {} : { resetsAt }),
})
const call = (one: Provider, dir: string, at = now) => sharedWindow(one, dir, () => at).run(request, () => {})

describe('DL-12 one view of subscription windows', () => {
  it('DL-12 an agent of another lane is not called while the window is closed, and waits for the same moment', async () => {
    const dir = await temporaryDir()
    await call(provider('claude', limit(now + 60_000)).made, dir)
    const other = provider('claude', null)
    const result = await call(other.made, dir, now + 59_999)
    expect(result.error).toMatchObject({ kind: 'rate_limit', resetsAt: now + 60_000 })
    expect(result.spending.usd).toBe(0)
    expect(other.calls).toHaveLength(0)
  })

  it('DL-12 ends by itself, and other providers are not concerned', async () => {
    const dir = await temporaryDir()
    await call(provider('claude', limit(now + 60_000)).made, dir)
    expect((await call(provider('claude', null).made, dir, now + 60_000)).error).toBeNull()
    expect((await call(provider('codex', null).made, dir)).error).toBeNull()
  })

  it.each([undefined, now - 1, now + 10 * 24 * 3_600_000, Number.NaN])(
    'DL-12 closes nothing by the moment %s',
    async (moment) => {
      const dir = await temporaryDir()
      await call(provider('claude', limit(moment)).made, dir)
      expect(closedUntil(dir, 'claude', now)).toBeNull()
    },
  )

  it.each(['', '[', '[1]', '{"claude":"soon"}', 'null'])('QA-03 takes %j for no window', async (text) => {
    const dir = await temporaryDir()
    writeFileSync(join(dir, 'windows.json'), text)
    expect(closedUntil(dir, 'claude', now)).toBeNull()
  })
})
