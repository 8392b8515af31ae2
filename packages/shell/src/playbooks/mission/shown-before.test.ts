import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { shownBefore } from './shown-before.ts'
import { missionRepo } from './test-support/mission-repo.ts'

const checkpoint = {
  name: 'look',
  trigger: 'pre-merge',
  feature: 'F-002',
  reason: 'It is due.',
  at: 0,
} as const
const refuses = { type: 'checkpoint-answered', name: 'look', decision: 'refused', reason: 'Never.' } as const

it('MI-03 what a person refused is known from its record if no run can be read that knows it', async () => {
  const { repo, write } = missionRepo()
  const stateDir = join(repo.root, '.harness/run')
  const before = () => shownBefore(stateDir, repo.root)
  expect(await before()).toBeNull()
  await write([{ type: 'checkpoint', checkpoint }, refuses])
  const firings = [{ ...checkpoint, refusals: ['Never.'] }]
  expect(await before()).toEqual({ firings })
  const dir = join(stateDir, 'runs', 'mission', '20261116-120000')
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'journal.ndjson'), 'of another version\n')
  expect(await before()).toMatchObject({ firings })
  await write([{ ...refuses, decision: 'granted' }])
  expect(await before()).toBeNull()
})
