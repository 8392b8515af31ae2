import { describe, expect, it } from 'vitest'
import { isWithin } from './budgets.ts'
import { given } from './test-support/given.ts'
import { checksPass, done, measures, merged, sets, writes } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-22 soft budgets', () => {
  const sized = (more: object = {}) =>
    documents([
      prompt('3.1', 'harden', {
        anchors: { paths: ['src/a'], productRules: [], designRules: [] },
        budget: { loc: 20, locFloor: 5, files: 1, filesFloor: 1 },
        ...more,
      }),
      prompt('3.2', 'harden'),
    ])
  const file = (path: string, added: number, removed = 0) => ({ path, added, removed })
  const worked = (shelf: ReturnType<typeof sized>, ...files: ReturnType<typeof file>[]) =>
    given(shelf, [writes('3.1'), measures(...files), checksPass(), merged])
  it('within its floor it is none', () =>
    expect(worked(sized(), file('src/a/b.ts', 20, 5)).state.overruns).toEqual([]))
  it('nothing is out of a scope that is the whole repository', () => {
    const everywhere = { anchors: { paths: ['.'], productRules: [], designRules: [] } }
    expect(worked(sized(everywhere), file('src/b.ts', 3)).state.overruns).toEqual([])
    expect(worked(sized(everywhere), file('src/b.ts', 30)).state.overruns).toMatchObject([
      { outOfScopeFiles: [] },
    ])
  })
  it.each([
    ['lines', [file('src/a/b.ts', 20, 6)], { actualLoc: 26, ratio: 1.3 }],
    ['files', [file('src/a/1', 1), file('src/a/2', 1), file('src/a/3', 1)], { actualFiles: 3 }],
    ['leaks', [file('src/b.ts', 3)], { actualLoc: 0, outOfScopeFiles: ['src/b.ts'] }],
  ] as const)('too many %s are recorded, and it goes on', (_what, files, expected) => {
    const story = worked(sized(), ...files)
    expect(story.state.overruns).toMatchObject([
      { promptId: '3.1', expectedLoc: 20, expectedFiles: 1, ...expected },
    ])
    expect(story.state.records[0]).toMatchObject({ overrun: true })
    story.wants('prompt-worker work/3.2/1')
  })
  it.each([
    ['src/**/*.{a,b}', 'src/x/y.a', true],
    ['src/**/*.{a,b}', 'src/x/y.c', false],
    ['src/{pages, lib}/a.ts', 'src/lib/a.ts', true],
    ['src/a?.ts', 'src/ab.ts', true],
    ['src/a?.ts', 'src/a/.ts', false],
    ['src/[slug].ts', 'src/[slug].ts', true],
    ['src/*/[slug].{ts,js}', 'src/a/s.ts', false],
    ['src/{one}.ts', 'src/{one}.ts', true],
  ])('the scope %s and %s: %s', (scope, path, isCovered) => expect(isWithin(path, [scope])).toBe(isCovered))
  it('a prompt that runs again is held to what it came to this time', () => {
    const again = [
      writes('3.1'),
      measures(file('src/a/b.ts', 90)),
      checksPass(),
      merged,
      sets('3.1', { box: 'open' }),
      ...done('3.2'),
      writes('3.1'),
      measures(file('src/a/b.ts', 1)),
      checksPass(),
      merged,
    ]
    const { state } = given(sized(), again)
    expect(state.overruns).toHaveLength(1)
    expect(state.records.at(-1)).toMatchObject({ promptId: '3.1', overrun: false, actualLoc: 1 })
  })
  it('an unbounded prompt only warns', () => {
    const story = worked(sized({ budget: null }), file('src/b.ts', 3000))
    expect(story.state.overruns).toEqual([])
    expect(story.notes).toContain(
      '3.1, which is unbounded, changed 0 lines in 0 files, and out of its scope: src/b.ts.',
    )
    const budget = { loc: null, locFloor: 0, files: 1, filesFloor: 0 }
    expect(worked(sized({ budget }), file('src/a/1', 1), file('src/a/2', 1, 1)).notes).toContain(
      '3.1, which is unbounded, changed 3 lines in 2 files where 1 were expected.',
    )
  })
})
