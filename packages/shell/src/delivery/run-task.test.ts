import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deliver, plainGit, sampleRepo } from '../test-support/sample-delivery.ts'

describe('DL-03 runTask delivers a plan in process', { timeout: 60_000 }, () => {
  it('implements, checks, reviews, fixes, merges and completes it', async () => {
    const repo = sampleRepo()
    const events: string[] = []
    const result = await deliver(repo, '0002', { onEvent: (event) => events.push(event.type) })
    expect(result.rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
    expect(readFileSync(join(repo, 'src/totals.js'), 'utf8')).toContain(
      'Math.round((net * taxPercent) / 100)',
    )
    expect(events.filter((type) => type === 'AgentFinished')).toHaveLength(4)
    expect(plainGit(repo, 'status', '--porcelain')).toBe('')
    expect(readFileSync(join(repo, 'docs/exec-plans/completed/0002-total-with-tax.md'), 'utf8')).toContain(
      'status: completed',
    )
  })

  it('DL-05 never delivers again what the base has completed, whatever branch is checked out', async () => {
    const repo = sampleRepo()
    plainGit(repo, 'switch', '-qc', 'feature')
    await deliver(repo, '0001')
    await expect(deliver(repo, '0001')).rejects.toMatchObject({ code: 'plan-completed' })
    expect(plainGit(repo, 'log', '--merges', '--format=%s', 'main').trim()).toBe(
      'Merge plan 0001: Parse lines from the till',
    )
  })
})
