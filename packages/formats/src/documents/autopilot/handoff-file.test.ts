import type { Handoff } from '@harness/core/playbooks/autopilot/documents'
import { describe, expect, it, test } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { printHandoff, type ReadHandoff, readHandoff } from './handoff-file.ts'
import { hasSharedCases, sharedCase } from './test-support/shared-cases.ts'

const file = '.harness/sessions/x/handoff.json'
const readText = (text: string): ReadHandoff => {
  const read = readHandoff(text, file)
  if (!read.ok) throw new Error(read.problems.map(describeProblem).join('\n'))
  return read.value
}
const read = (value: object): ReadHandoff => readText(JSON.stringify(value))

const full: Handoff = {
  timestamp: '2026-01-31T12:00:00.000Z',
  fromSkill: 'autopilot-planner',
  phase: '2: Report',
  summary: 'Seven tasks.',
  completed: ['1'],
  pending: ['2', '3'],
  concerns: ['It is risky.'],
  decisions: [{ what: 'A', why: 'B' }],
  blockers: [],
  contextKeywords: ['scanner'],
}
const empty: Handoff = {
  timestamp: '',
  fromSkill: '',
  phase: '',
  summary: '',
  completed: [],
  pending: [],
  concerns: [],
  decisions: [],
  blockers: [],
  contextKeywords: [],
}

describe('AP-06 handoff.json', () => {
  it('AP-06 is read as it was printed', () => {
    expect(readText(printHandoff(full))).toEqual({
      handoff: full,
      planPath: null,
      plans: [],
      learnings: [],
      ignored: [],
      warnings: [],
    })
  })

  it('AP-06 is printed with every field, in its order', () => {
    const { timestamp, ...rest } = full
    expect(Object.keys(JSON.parse(printHandoff({ ...rest, timestamp })))).toEqual(Object.keys(empty))
    expect(printHandoff(full).endsWith('\n}\n')).toBe(true)
  })

  it('AP-06 every field may be missing or null', () => {
    expect(read({}).handoff).toEqual(empty)
    expect(read(Object.fromEntries(Object.keys(empty).map((name) => [name, null]))).handoff).toEqual(empty)
  })

  it('AP-06 decisions may be plain texts', () => {
    expect(read({ decisions: ['A', { decision: 'B', rationale: 'C' }, {}] })).toMatchObject({
      handoff: {
        decisions: [
          { what: 'A', why: '' },
          { what: 'B', why: 'C' },
        ],
      },
      warnings: ['decisions[2] says nothing, and is not used'],
    })
  })

  it.each([
    [undefined, []],
    ['It is risky.', ['It is risky.']],
    ['', []],
    ['None', []],
    [
      ['a', { text: 'b' }, { description: 'c' }, { what: 'd', why: 'e' }, { risk: 'f' }],
      ['a', 'b', 'c', 'd', '{"risk":"f"}'],
    ],
  ])('AP-07 the concerns %j are %j', (concerns, expected) => {
    expect(read({ concerns }).handoff.concerns).toEqual(expected)
  })

  it('AP-06 says if a list was a single value', () => {
    expect(read({ concerns: 'It is risky.' }).warnings).toEqual(['concerns is a text, read as a list of one'])
  })

  it('AP-06 tasks stand in two fields, as texts or objects', () => {
    const { handoff } = read({
      completedTasks: [{ id: 1, title: 'Scan' }],
      pending: ['Report'],
      pendingTasks: ['Report', 'Clean', 4],
      blockers: [{ id: 'b', description: 'No key.', status: 'open' }],
      phase: 3,
      timestamp: 0,
    })
    expect(handoff).toEqual({
      ...empty,
      completed: ['Scan'],
      pending: ['Report', 'Clean', '4'],
      blockers: ['No key.'],
      phase: '3',
      timestamp: '1970-01-01T00:00:00.000Z',
    })
  })

  it('AP-14 learnings are texts or objects', () => {
    expect(
      read({ learnings: ['a', '[outcome:gotcha] b', { outcome: 'failure', text: 'c' }] }).learnings,
    ).toEqual([
      { outcome: 'observation', text: 'a' },
      { outcome: 'gotcha', text: 'b' },
      { outcome: 'failure', text: 'c' },
    ])
  })

  it.each([
    [['src/a.ts', 'docs/plans/2026-01-31-scan-plan.md', 'docs/notes.md']],
    [{ code: ['src/a.ts'], plan: 'docs/plans/2026-01-31-scan-plan.md', notes: { one: 'docs/notes.md' } }],
    [[{ path: 'docs/plans/2026-01-31-scan-plan.md', kind: 'plan' }]],
  ])('AP-06 the plan is found among the artifacts %j', (artifacts) => {
    expect(read({ artifacts })).toMatchObject({
      planPath: null,
      plans: ['docs/plans/2026-01-31-scan-plan.md'],
    })
  })

  it('AP-06 the plan that the file names comes first; several have commas between them', () => {
    expect(read({ planPath: './docs/x.md', artifacts: ['docs/plans/a.md', 'docs/x.md'] })).toMatchObject({
      planPath: 'docs/x.md',
      plans: ['docs/x.md', 'docs/plans/a.md'],
    })
    expect(read({ planPath: 'docs/a.md, docs/b.md' })).toMatchObject({
      planPath: 'docs/a.md,docs/b.md',
      plans: ['docs/a.md', 'docs/b.md'],
    })
  })

  it('AP-06 a path that leads out of the repository is not used', () => {
    expect(read({ planPath: '../plan.md', artifacts: ['/etc/plan.md', '/etc/other'] })).toMatchObject({
      planPath: null,
      plans: [],
      warnings: [
        '"../plan.md" is no path inside the repository, and is not used',
        '"/etc/plan.md" is no path inside the repository, and is not used',
      ],
    })
  })

  it('AP-06 unknown fields are named', () => {
    expect(read({ summary: 'x', commits: [], context: {} }).ignored).toEqual(['commits', 'context'])
  })

  test.each([
    ['', 'expected one JSON object, found an empty file'],
    ['All tasks are complete.', 'expected one JSON object, found "All tasks are complete."'],
    ['[{"summary": "x"}]', 'expected one JSON object, found a list of 1'],
    ['"done"', 'expected one JSON object, found "done"'],
    ['{"summary": "cut', 'expected the closing double quote'],
  ])('AP-06 a text that is no object is refused: %j', (text, problem) => {
    const refused = readHandoff(text, file)
    expect(refused.ok ? '' : refused.problems.map(describeProblem).join('\n')).toContain(problem)
  })

  it('AP-06 never crashes its reader', () => {
    neverCrashes(
      textsLike(printHandoff(full), '{"artifacts": {"a": ["b"]}, "learnings": ["c"]}'),
      readHandoff,
    )
  })

  describe.skipIf(!hasSharedCases)('real files', () => {
    test.each([
      ['handoffs/01.json', { phase: 'COMPLETE' }, 0, ['context']],
      ['handoffs/04.json', { pending: [], blockers: [] }, 2, []],
      ['handoffs/07.json', { fromSkill: 'harness-execution' }, 2, ['commits']],
      ['handoffs/10.json', { timestamp: '2026-03-30T16:15:00Z' }, 6, []],
    ])('AP-06 %s is read', (path, handoff, learnings, ignored) => {
      const found = readText(sharedCase(path))
      expect(found.handoff).toMatchObject(handoff)
      expect(found.learnings).toHaveLength(learnings)
      expect(found.ignored).toEqual(ignored)
      expect(found.warnings).toEqual([])
    })

    test('AP-06 both lists of pending tasks of a real file count, and its decisions have reasons', () => {
      const { handoff } = readText(sharedCase('handoffs/10.json'))
      expect(handoff.pending).toHaveLength(3)
      expect(handoff.decisions).toHaveLength(3)
      expect(handoff.decisions.every(({ why }) => why !== '')).toBe(true)
    })
  })
})
