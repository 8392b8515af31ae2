import type { Feature } from '@harness/core/playbooks/mission/state/mission-document'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem } from '../../text/format-problem.ts'
import { editFeatures, type FeatureEdit, parseFeatures, printFeatures } from './features-file.ts'

const written = `{
    "made_by": "ada",
    "features": [
        {
            "id": "F-001",
            "estimate": 3,
            "title": "Log in",
            "summary": "People log in.",
            "claims": ["VAL-AUTH-001"],
            "status": "todo",
            "attempts": 0,
            "depends_on": []
        },
        {"id": "F-002", "title": "Log out", "claims": ["VAL-AUTH-002"], "depends_on": ["F-001"]}
    ]
}
`
const problemsIn = (text: string): readonly string[] => {
  const result = parseFeatures(text, 'features.json')
  return result.ok ? [] : result.problems.map(describeProblem)
}
const parsed = (text: string): readonly Feature[] => {
  const result = parseFeatures(text, 'features.json')
  if (!result.ok) throw new Error(problemsIn(text).join('\n'))
  return result.value
}
const edit = (text: string, ...edits: readonly FeatureEdit[]) => editFeatures(text, edits)
const begun: FeatureEdit = {
  type: 'feature',
  id: 'F-001',
  was: 'todo',
  set: { status: 'in_progress', attempts: 1 },
}

describe('MI-01 features.json', () => {
  it('MI-25 an issue keeps what must hold instead', () => {
    const issues = [
      {
        id: 'i',
        severity: 'major',
        title: 'It leaks',
        detail: '',
        expected: 'It stays small',
        verify: 'Look.',
      },
      { id: 'j', severity: 'minor', title: 'A typo', detail: '' },
    ] as const
    const [one] = parsed(edit(written, { ...begun, set: { issues } }).text)
    expect(one?.issues).toEqual(issues)
  })
  it('is read, and what is left out has its default', () => {
    expect(parsed(written)[1]).toEqual({
      id: 'F-002',
      title: 'Log out',
      summary: '',
      description: '',
      claims: ['VAL-AUTH-002'],
      dependsOn: ['F-001'],
      status: 'todo',
      attempts: 0,
      issues: [],
      notes: '',
      fixes: null,
      sourceIssueId: null,
    })
  })
  it.each([
    ['{"features": [', 'expected a value, found the end of the file'],
    [written.replace('"todo"', '"tod"'), 'features[0].status: expected one of "todo", "in_progress"'],
    [
      written.replace('F-002"', 'F-001"'),
      'features[1].id: expected an id that no other feature has, found "F-001"',
    ],
    [written.replace('"F-001",\n', '"one",\n'), 'features[0].id: expected an id such as "F-001"'],
    [written.replace('VAL-AUTH-001', 'auth'), 'features[0].claims[0]: expected an id such as "VAL-AUTH-001"'],
    [
      written.replace('People log in.', 'x'.repeat(141)),
      'features[0].summary: expected no more than 140 characters',
    ],
    [
      written.replace('"attempts": 0', '"attempts": -1'),
      'features[0].attempts: expected a number of at least 0',
    ],
    ['[]', 'expected an object'],
  ])('is refused with the place where it is wrong: %#', (text, said) => {
    expect(problemsIn(text).join('\n')).toContain(said)
    expect(problemsIn(text)[0]).toMatch(/^features\.json:\d+:\d+\b/)
  })
  it('is rewritten with everything that is not ours kept, in its order and with its indentation', () => {
    expect(edit(written, begun)).toEqual({
      text: `${JSON.stringify(
        JSON.parse(written.replace('"todo"', '"in_progress"').replace('"attempts": 0', '"attempts": 1')),
        null,
        4,
      )}\n`,
      refused: [],
    })
  })
  it('is left as it is to the byte where everything is there already', () => {
    const once = edit(written, begun).text
    expect(edit(once, begun)).toEqual({ text: once, refused: [] })
    expect(edit(written, { ...begun, set: { attempts: 0 } }).text).toBe(written)
  })
  it('a person’s edit of another field survives, and one of the status is told instead of undone', () => {
    const renamed = written.replace('Log in', 'Sign in')
    expect(edit(renamed, begun).text).toContain('Sign in')
    const blocked = written.replace('"todo"', '"blocked"')
    expect(edit(blocked, begun)).toEqual({
      text: blocked,
      refused: [
        { edit: 0, reason: 'edited', detail: 'F-001 was set to "blocked"; it was todo', problems: [] },
      ],
    })
    expect(edit(written, { ...begun, id: 'F-009' }).refused).toEqual([
      { edit: 0, reason: 'gone', detail: 'F-009 is no longer in features.json', problems: [] },
    ])
  })
  it('MI-09 a fix is added once, and never over another feature', () => {
    const [one] = parsed(written) as [Feature]
    const fix = { ...one, id: 'F-FIX-001', fixes: 'F-001', sourceIssueId: 'F-001#1.1' }
    const added = edit(written, { type: 'add-feature', feature: fix })
    expect(parsed(added.text)[2]).toEqual(fix)
    expect(edit(added.text, { type: 'add-feature', feature: fix })).toEqual({ text: added.text, refused: [] })
    expect(
      edit(added.text, { type: 'add-feature', feature: { ...fix, sourceIssueId: 'other' } }).refused,
    ).toEqual([{ edit: 0, reason: 'taken', detail: 'there is another feature F-FIX-001', problems: [] }])
  })
  it('comes back as it was printed', () => {
    expect(parsed(printFeatures(parsed(written)))).toEqual(parsed(written))
  })
  it('whatever stands there, reading never crashes', () =>
    neverCrashes(textsLike(written, printFeatures(parsed(written))), parseFeatures))
  it('unknown fields survive any edit', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().map((name) => `x${name}`),
          fc.jsonValue(),
        ),
        (unknown) => {
          const text = JSON.stringify({
            ...unknown,
            features: [{ ...unknown, ...JSON.parse(written).features[0] }],
          })
          const root = JSON.parse(edit(text, begun).text) as { features: [object] }
          expect(root).toMatchObject(JSON.parse(JSON.stringify(unknown)))
          expect(root.features[0]).toMatchObject(JSON.parse(JSON.stringify(unknown)))
        },
      ),
    )
  })
})
