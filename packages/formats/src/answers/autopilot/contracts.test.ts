import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { contractsOf } from '../../test-support/contracts-of.ts'
import { neverCrashes, textsLike, valuesWith } from '../../test-support/fuzz.ts'
import { outcomeForm, planForm, taskForm, verificationForm } from './answer-forms.ts'
import { outcomeAsked, planAsked, reviewAsked, taskAsked, verificationAsked } from './autopilot-forms.ts'
import { autopilotContracts } from './contracts.ts'
import { unreadTitle } from './findings-text.ts'
import { reviewForm } from './review-form.ts'

const contractNamed = contractsOf(...autopilotContracts)
const parse = (name: string, structured: unknown, text = '') =>
  contractNamed(`autopilot-${name}`).parse(structured, text)
const output = (name: string, structured: unknown, text = ''): unknown => {
  const result = parse(name, structured, text)
  return result.ok ? result.output : result.problems.join('\n')
}
const fails = (name: string, structured: unknown, text = ''): string => {
  const result = parse(name, structured, text)
  return result.ok ? '' : result.problems.join('\n')
}

describe('AP-18 what the personas are asked for', () => {
  it.each([
    ['plan', planAsked],
    ['task', taskAsked],
    ['verification', verificationAsked],
    ['review', reviewAsked],
    ['outcome', outcomeAsked],
  ])('AP-18 the examples of %s have the form that is asked for, and are understood', (name, asked) => {
    const validate = new Ajv2020({ strict: false }).compile(
      contractNamed(`autopilot-${name}`).jsonSchema ?? {},
    )
    const examples = asked.split('\n').filter((line) => line.startsWith('{'))
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) {
      expect(validate(JSON.parse(example)), example).toBe(true)
      expect(parse(name, undefined, example)).toMatchObject({ ok: true })
    }
  })

  it('AP-18 every field is required of a provider, and no other is allowed', () => {
    for (const { name, jsonSchema } of autopilotContracts) {
      const { properties, required, additionalProperties } = jsonSchema as Record<string, object>
      expect(required, name).toEqual(Object.keys(properties ?? {}))
      expect(additionalProperties, name).toBe(false)
    }
  })

  it('whatever they say, nothing crashes', () => {
    const names = [
      'status',
      'summary',
      'problem',
      'learnings',
      'passed',
      'truths',
      'holds',
      'findings',
      'title',
    ]
    for (const { structured } of [planForm, taskForm, verificationForm, reviewForm, outcomeForm])
      neverCrashes(valuesWith(...names, 'severity', 'verdict', 'confidence', 'done', 'true'), structured)
    const texts = ['- [critical] Loses data (src/a.ts:3)\n  always\n\n## Suggestions\n\n- none', reviewAsked]
    neverCrashes(textsLike(...texts), (text, file) => reviewForm.text?.(text, file) ?? { ok: true, value: 0 })
  })
})

describe('AP-06 what a planner answers', () => {
  it('AP-06 concerns and decisions are kept; plain texts and single values count too', () => {
    const plan = { kind: 'plan', summary: 'Seven tasks.', concerns: ['It is risky.'] }
    expect(
      output('plan', {
        summary: ' Seven tasks. ',
        concerns: ['It is risky.'],
        decisions: [{ what: 'A', why: 'B' }],
      }),
    ).toEqual({ ...plan, decisions: [{ what: 'A', why: 'B' }] })
    expect(
      output('plan', { summary: 'Seven tasks.', concerns: 'It is risky.', decisions: 'A', more: 1 }),
    ).toEqual({
      ...plan,
      decisions: [{ what: 'A', why: '' }],
    })
    expect(output('plan', { summary: 'Seven tasks.', concerns: [{ description: 'It is risky.' }] })).toEqual({
      ...plan,
      decisions: [],
    })
  })

  it('AP-07 no concern is lost, whatever its form; words for none are no concern', () => {
    expect(
      output('plan', { summary: 'x', concerns: [{ risk: 'data' }, 'None.', 'n/a', '', null] }),
    ).toMatchObject({
      concerns: ['{"risk":"data"}'],
    })
  })

  it('AP-06 prose, and a plan without a summary, break the contract', () => {
    expect(fails('plan', undefined, 'The plan is written.')).toContain('one JSON object')
    expect(fails('plan', { summary: '  ' })).toContain('summary')
  })
})

describe('AP-08 what an executor answers', () => {
  const task = {
    status: 'done',
    summary: 'It scans.',
    problem: null,
    concerns: [],
    decisions: [],
    learnings: [],
  }

  it.each([
    ['done', 'done'],
    ['Complete', 'done'],
    ['completed', 'done'],
    ['success', 'done'],
    ['blocked', 'blocked'],
    ['FAILED', 'blocked'],
    ['in-progress', 'blocked'],
    ['partial', 'blocked'],
  ])('AP-08 the status %s is read as %s', (status, read) => {
    expect(output('task', { ...task, status })).toMatchObject({ kind: 'task', status: read })
  })

  it('AP-08 an unknown status breaks the contract', () => {
    expect(fails('task', { ...task, status: 'great' })).toContain('status: expected one of "done", "blocked"')
    expect(fails('task', { ...task, status: undefined })).toContain('status')
    expect(fails('task', undefined, 'Done.')).toContain('one JSON object')
  })

  it('AP-09 done with a problem counts as blocked', () => {
    expect(output('task', { ...task, problem: 'A test fails.' })).toMatchObject({
      status: 'blocked',
      problem: 'A test fails.',
    })
    for (const problem of [null, undefined, '', 'None.', 'n/a'])
      expect(output('task', { ...task, problem })).toMatchObject({ status: 'done', problem: null })
  })

  it('AP-09 a blocked task always says what its problem is', () => {
    expect(output('task', { ...task, status: 'blocked' })).toMatchObject({ problem: 'It scans.' })
  })

  it('AP-14 learnings keep their outcome; a plain text is an observation', () => {
    const learnings = [
      'Modules are cached.',
      '[skill:x] [outcome:gotcha] Ports differ.',
      { outcome: 'failure', text: 'It timed out.' },
      { learning: 'Prose.' },
      ' ',
    ]
    expect(output('task', { ...task, learnings })).toMatchObject({
      learnings: [
        { outcome: 'observation', text: 'Modules are cached.' },
        { outcome: 'gotcha', text: 'Ports differ.' },
        { outcome: 'failure', text: 'It timed out.' },
        { outcome: 'observation', text: 'Prose.' },
      ],
    })
  })

  it('AP-08 the object may stand below words', () => {
    expect(output('task', undefined, `All done.\n\n${JSON.stringify(task)}`)).toMatchObject({
      status: 'done',
    })
  })
})

describe('AP-10 what a verifier answers', () => {
  const holds = { truth: 'It scans.', holds: true, evidence: 'it printed "0 findings"' }
  const verification = { passed: true, truths: [holds], failures: [] }

  it('AP-10 gives each truth with its evidence', () => {
    expect(output('verification', verification)).toEqual({ kind: 'verification', ...verification })
    expect(output('verification', { passed: 'PASS', truths: null })).toEqual({
      kind: 'verification',
      passed: true,
      truths: [],
      failures: [],
    })
  })

  it.each([
    ['a truth that does not hold', { truths: [holds, { ...holds, holds: false }] }],
    ['a truth of which it is not said', { truths: [{ ...holds, holds: 'mostly' }] }],
    ['a failure', { failures: ['The type check fails.'] }],
    ['a failure without words', { failures: true }],
    ['a failure in another form', { failures: [{ check: 'types' }] }],
  ])('AP-10 passed together with %s counts as failed', (_, more) => {
    expect(output('verification', { ...verification, ...more })).toMatchObject({ passed: false })
  })

  it('AP-10 an unknown result breaks the contract', () => {
    expect(fails('verification', { ...verification, passed: 'mostly' })).toContain(
      'passed: expected true or false',
    )
    expect(fails('verification', { ...verification, truths: ['It scans.'] })).toContain('truths[0]')
    expect(fails('verification', undefined, 'It passed.')).toContain('one JSON object')
  })

  it('AP-10 its evidence is held against what it saw and the change that it was shown', () => {
    const { quoting } = contractNamed('autopilot-verification')
    const read = parse('verification', verification)
    expect(read.ok && quoting?.quotesIn(read.output, [])).toEqual(['0 findings'])
    expect(quoting?.ofMaterials).toBe(true)
  })
})

describe('AP-11 what a reviewer answers', () => {
  const finding = { severity: 'critical', title: 'Loses data', detail: 'always', file: 'src/a.ts', line: 3 }
  const none = { kind: 'findings', findings: [], notes: [] }

  it('AP-11 gives findings', () => {
    const read = { kind: 'findings', findings: [finding], notes: [] }
    expect(output('review', { findings: [finding] })).toEqual(read)
    expect(output('review', undefined, JSON.stringify([finding]))).toEqual(read)
    expect(output('review', undefined, `\`\`\`json\n[${JSON.stringify(finding)}]\n\`\`\``)).toEqual(read)
    expect(
      output('review', undefined, `I looked at it.\n\n{"findings": [${JSON.stringify(finding)}]}`),
    ).toEqual(read)
  })

  it('AP-11 an unknown severity counts as important, and is named', () => {
    expect(output('review', { findings: [{ ...finding, severity: 'minor' }] })).toMatchObject({
      findings: [{ severity: 'important' }],
      notes: [
        'severity “minor” of “Loses data” is none of critical, important, suggestion; it counts as important',
      ],
    })
    expect(output('review', { findings: [{ title: 'Loses data' }] })).toEqual({
      kind: 'findings',
      findings: [{ severity: 'important', title: 'Loses data', detail: '', file: null, line: null }],
      notes: ['“Loses data” has no severity; it counts as important'],
    })
  })

  it.each([
    ['blocking', 'critical'],
    ['BLOCKER', 'critical'],
    ['high', 'critical'],
    ['warning', 'suggestion'],
    ['Note', 'suggestion'],
    ['Important', 'important'],
  ])('AP-11 the severity %s is read as %s', (severity, read) => {
    expect(output('review', { findings: [{ ...finding, severity }] })).toMatchObject({
      findings: [{ severity: read }],
      notes: read === 'important' ? [] : [`severity “${severity}” was read as ${read}`],
    })
  })

  it.each([
    'No findings.',
    '**No findings**',
    '# Review\n\n> a\n\n“No findings.”',
    '- no findings!',
    'No blocking findings.',
  ])('AP-11 %j says that there are none', (text) => {
    expect(output('review', undefined, text)).toEqual(none)
  })

  it('AP-11 lists by severity that are all empty say that there are none', () => {
    expect(output('review', undefined, '## Critical\n\nNone.\n\n## Important\n\n- None found.\n')).toEqual(
      none,
    )
    expect(
      output('review', undefined, '- Critical: 0\n- Important: none\n- Suggestions: none'),
    ).toMatchObject(none)
  })

  it('AP-11 reads a list of findings in Markdown', () => {
    const text = [
      'I looked at all of it.',
      '',
      '- [critical] Loses data (src/a.ts:3)',
      '  It does so always:',
      '  ```',
      '  - [important] not a finding',
      '  ```',
      '- **[suggestion]** Rename `total`',
      '- [minor] Too long (`src/b.ts`)',
    ].join('\n')
    expect(output('review', undefined, text)).toEqual({
      kind: 'findings',
      findings: [
        { ...finding, detail: 'It does so always:\n```\n- [important] not a finding\n```' },
        { severity: 'suggestion', title: 'Rename `total`', detail: '', file: null, line: null },
        { severity: 'important', title: 'Too long', detail: '', file: 'src/b.ts', line: null },
      ],
      notes: [
        'severity “minor” of “Too long” is none of critical, important, suggestion; it counts as important',
      ],
    })
  })

  it('AP-11 a heading gives its severity to the items below it', () => {
    const text = '## Critical\n\n- Loses data\n\n## Suggestions (1)\n\n- Rename it\n  - like this\n'
    expect(output('review', undefined, text)).toMatchObject({
      findings: [
        { severity: 'critical', title: 'Loses data' },
        { severity: 'suggestion', title: 'Rename it', detail: '- like this' },
      ],
    })
    const large = '## Important\n\n### It leaks\n\nAll of it.\n\n## Verdict\n\nFix it.'
    expect(output('review', undefined, large)).toMatchObject({
      findings: [{ severity: 'important', title: 'It leaks', detail: 'All of it.' }],
    })
  })

  it.each([
    'The change is not what the spec asks for.',
    'Note: the whole of it is broken.',
    '- The change deletes all users.',
    '## Major problems\n\n- It deletes all users.',
    'On the tests:\n\nNo findings.',
    '- [x] it was tested',
  ])('AP-11 prose that could not be read is an important finding: %j', (text) => {
    expect(output('review', undefined, text)).toEqual({
      kind: 'findings',
      findings: [{ severity: 'important', title: unreadTitle, detail: text, file: null, line: null }],
      notes: [],
    })
  })

  it('AP-11 an item beside hints that could not be read is not lost', () => {
    expect(output('review', undefined, '- [suggestion] Rename it\n- It deletes all users')).toMatchObject({
      findings: [{ severity: 'suggestion' }, { severity: 'important', title: unreadTitle }],
    })
  })

  it('AP-11 an answer that is empty or cut off breaks the contract', () => {
    for (const text of ['', ' \n', '{"findings": [{"sever', '[{"severity": ', '```json\n{"findings": [\n```'])
      expect(fails('review', undefined, text), text).not.toBe('')
    expect(fails('review', { verdict: 'fine' })).toContain('findings: expected a list of findings')
    expect(fails('review', { findings: [null] })).toContain('findings[0]: expected a finding, found null')
  })
})

describe('what an evaluator answers', () => {
  const outcome = { verdict: 'SATISFIED', confidence: 'high', reasons: ['`scan` printed "ok"'] }

  it('gives verdict, confidence and reasons', () => {
    expect(output('outcome', outcome)).toEqual({ kind: 'outcome', ...outcome })
  })

  it.each([
    ['not satisfied', 'NOT_SATISFIED'],
    ['Not-Satisfied', 'NOT_SATISFIED'],
    ['satisfied', 'SATISFIED'],
    ['Inconclusive', 'INCONCLUSIVE'],
  ])('the verdict %s is read as %s', (verdict, read) => {
    expect(output('outcome', { ...outcome, verdict })).toMatchObject({ verdict: read })
  })

  it.each([
    [0.8, 'high'],
    ['0.95', 'high'],
    [0.79, 'medium'],
    [0.5, 'medium'],
    [0.49, 'low'],
    [95, 'low'],
    ['High', 'high'],
    ['medium', 'medium'],
    ['very sure', 'low'],
    [undefined, 'low'],
    [true, 'low'],
  ])('the confidence %s is read as %s', (confidence, read) => {
    expect(output('outcome', { ...outcome, confidence })).toMatchObject({ confidence: read })
  })

  it('an unknown verdict, and prose, break the contract', () => {
    expect(fails('outcome', { ...outcome, verdict: 'PARTLY' })).toContain(
      'verdict: expected one of "SATISFIED"',
    )
    expect(fails('outcome', undefined, 'SATISFIED')).toContain('one JSON object')
  })

  it('AP-13 its reasons are held against what it saw and the change that it was shown', () => {
    const { quoting } = contractNamed('autopilot-outcome')
    const read = parse('outcome', outcome)
    expect(read.ok && quoting?.quotesIn(read.output, [])).toEqual(['scan', 'ok'])
    expect(quoting?.ofMaterials).toBe(true)
  })
})
