/** Twelve features that all edit one file, with real git: they land one at a time, and no person is needed. */
import { isSoak } from '@harness/formats/test-support/runs'
import { describe, expect, it } from 'vitest'
import { harnessJson } from './support/harness-here.ts'
import { missionRepo, works } from './support/mission-repo.ts'
import { git, type Rule } from './support/sample-repo.ts'

const ids = Array.from({ length: 12 }, (_, nth) => `F-${String(nth + 1).padStart(3, '0')}`)
const list = 'list.txt'

/** Both sides hold if the marks go: each adds a line of its own. */
const resolves: Rule = {
  role: 'worker',
  match: `conflicts are marked in: ${list}`,
  do: [{ run: `grep -v -e '^<<<<<<<' -e '^=======' -e '^>>>>>>>' ${list} > rest && mv rest ${list}` }],
  json: { summary: 'Both sides hold.', tricks: [], ambiguity: null },
}

const adds = (id: string): Rule =>
  works(id, {
    do: [
      ...(id === 'F-002' ? [{ wait: '3s' }] : []),
      { run: `echo ${id} >> ${list}` },
      { write: { path: `${id.toLowerCase()}.txt`, text: `${id} is done\n` } },
    ],
  })

describe('MI-20 twelve features that all edit one file, one with a slow worker', () =>
  it.each(isSoak ? [1, 2, 4, 8] : [4])(
    'finish in %i lanes without a person, with at most one more call of a worker each',
    async (lanes) => {
      const { root, options, events } = missionRepo(
        [resolves, ...ids.map(adds)],
        { branchIsolation: { lanes }, parallelWorkers: { max: lanes } },
        ids.map((id) => ({ id })),
      )
      expect(await harnessJson(root, ['mission'], options)).toMatchObject({
        code: 0,
        value: { outcome: 'done' },
      })
      const told = events()
      expect(told.filter(({ type }) => type === 'GateAnswered')).toEqual([])
      const calls = told.flatMap(({ type, role, commandId = '' }) =>
        type === 'AgentFinished' && role === 'worker' ? [commandId.split('/')[2] ?? ''] : [],
      )
      const extra = ids.map((id) => calls.filter((one) => one === id).length - 1)
      expect(Math.max(...extra)).toBeLessThanOrEqual(lanes === 1 ? 0 : 1)
      expect(git(root, 'show', `main:${list}`).trim().split('\n').sort()).toEqual(ids)
      if (isSoak)
        console.info(`${lanes} lanes: ${extra.reduce((sum, one) => sum + one, 0)} extra calls of workers`)
    },
  ))
