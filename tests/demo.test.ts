import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { harness, harnessJson } from './support/harness.ts'
import { git, temporaryFolder, write } from './support/sample-repo.ts'

describe('QA-20 harness demo', { timeout: 120_000 }, () => {
  it('delivers three plans of the sample product: one fixed after review, one after a failed check, one that depends on both', async () => {
    const { code, value } = await harnessJson(temporaryFolder(), ['demo'])
    try {
      expect(code).toBe(0)
      expect(value).toMatchObject({ ok: true, acceptance: { before: false, after: true } })
      expect(value.plans.map((plan: { planId: string }) => plan.planId)).toEqual(['0001', '0002', '0003'])
      expect(value.usd).toBeGreaterThan(0)
      expect(git(value.folder, 'log', '--merges', '--format=%s', 'main').split('\n')).toEqual([
        'Merge plan 0003: Print the receipt',
        'Merge plan 0002: Total with tax',
        'Merge plan 0001: Parse lines from the till',
      ])
      const fixes = git(value.folder, 'log', '--format=%s', 'main')
        .split('\n')
        .filter((it) => it.startsWith('Fix '))
      expect(fixes).toEqual(['Fix failing checks', 'Fix the findings of review pass 1'])
      expect(git(value.folder, 'status', '--porcelain')).toBe('')
    } finally {
      rmSync(value.folder, { recursive: true, force: true })
    }
  })

  it('refuses a folder that has something in it, and changes nothing there', async () => {
    const folder = temporaryFolder()
    write(folder, { 'mine.txt': 'mine' })
    const { code, stderr } = await harness(folder, ['demo', '--keep', '.'])
    expect(code).toBe(2)
    expect(stderr).toContain('is not empty')
  })
})
