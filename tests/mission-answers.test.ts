/** What a person says to a mission holds until a person says otherwise. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { begunByVersion } from '@harness/shell/test-support/begun-by-version'
import { describe, expect, it } from 'vitest'
import { harnessJson } from './support/harness-here.ts'
import { missionRepo, works } from './support/mission-repo.ts'
import { git, runDirs } from './support/sample-repo.ts'

const one = [{ id: 'F-001' }] as const

describe('MI-03 what a person refused', () => {
  it('waits for their grant: a plan that is the same, and a feature that was not changed and then was', async () => {
    const types = [
      { name: 'look', triggerOn: 'post-planner' },
      { name: 'pm', triggerOn: 'pre-merge' },
    ]
    const idle = works('F-001', { match: 'wrong words', times: 1, do: [] })
    const bettered = works('F-001', {
      match: 'wrong words',
      do: [{ write: { path: 'f-001.txt', text: 'F-001 is done, and well\n' } }],
    })
    const { root, options, read } = missionRepo([idle, bettered], { checkpoints: { types } }, one)
    const says = async (...words: readonly string[]) => (await harnessJson(root, words, options)).code
    const merged = () => git(root, 'ls-tree', '--name-only', 'main').split('\n').includes('f-001.txt')
    const calls = () => JSON.parse(read('.harness/features.json')).features[0].attempts

    expect(await says('mission')).toBe(8)
    expect(await says('refuse', 'look', '-m', 'split it')).toBe(8)
    expect(calls()).toBe(0)
    expect(read('.harness/checkpoints/checkpoint-look.md')).toContain('- Refused before: split it')
    expect(await says('grant', 'look')).toBe(8)

    expect(await says('refuse', 'pm', '-m', 'wrong words')).toBe(8)
    expect(calls()).toBe(3)
    expect(merged()).toBe(false)
    expect(JSON.parse(read('.harness/checkpoints/pm.json'))).toMatchObject({
      feature: 'F-001',
      refusals: ['wrong words'],
      answer: null,
    })
    expect(await says('grant', 'pm')).toBe(0)
    expect(git(root, 'show', 'main:f-001.txt')).toContain('and well')
  })
  it('QA-01 is asked about again after an upgrade that cannot read the run; an answer to that run is not filed', async () => {
    const bettered = works('F-001', {
      match: 'wrong words',
      do: [{ write: { path: 'f-001.txt', text: 'F-001 is done, and well\n' } }],
    })
    const checkpoints = { types: [{ name: 'pm', triggerOn: 'pre-merge' }] }
    const { root, options, read } = missionRepo([bettered], { checkpoints }, one)
    const says = async (...words: readonly string[]) => (await harnessJson(root, words, options)).code
    expect(await says('mission')).toBe(8)
    expect(await says('refuse', 'pm', '-m', 'wrong words')).toBe(8)
    const [dir = ''] = runDirs(root, 'mission')
    await begunByVersion(dir, 99)
    const before = readdirSync(join(dir, 'inbox'))
    expect(await says('grant', 'pm')).toBe(12)
    expect(readdirSync(join(dir, 'inbox'))).toEqual(before)
    expect(await says('refuse', 'mission', '--give-up', '-m', 'upgraded')).toBe(0)
    expect(await says('mission')).toBe(8)
    expect(read('.harness/checkpoints/checkpoint-pm.md')).toContain('- Refused before: wrong words')
  })
})
