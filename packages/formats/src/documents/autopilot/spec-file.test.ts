import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textsLike } from '../../test-support/fuzz.ts'
import { runs } from '../../test-support/runs.ts'
import { readSpec } from './spec-file.ts'
import { expectedOf, hasSharedCases, sharedCase } from './test-support/shared-cases.ts'
import { specForms, wholeSpec } from './test-support/spec-forms.ts'

const order = '## Implementation Order\n\n'
const warningsOf = (text: string) => readSpec(text, 'docs/spec.md').warnings

it.each(Object.entries(specForms))('AP-02 phases are read from %s', (_, { section, form, phases }) => {
  for (const text of [section, wholeSpec(section), wholeSpec(section).replace(/\n/g, '\r\n')]) {
    const read = readSpec(text, 'spec.md')
    const found = read.phases.map(({ number, name, complexity, text: body }) => [
      number,
      name,
      complexity,
      body,
    ])
    expect([read.form, found]).toEqual([form, phases])
  }
})

it('AP-02 a spec without a section has no phases', () => {
  const text =
    '# Spec\n\n```\n## Implementation Order\n\n### Phase 1: In a fence\n```\n\n## Phase 1: Elsewhere\n'
  expect(readSpec(text, 'spec.md')).toEqual({ text, form: 'none', phases: [], truths: [], warnings: [] })
})

it('AP-02 a section without phases is said', () => {
  expect(readSpec(`${order}\`\`\`\nPhase 1: In a fence\n\`\`\`\n`, 'a.md')).toMatchObject({
    form: 'none',
    phases: [],
    warnings: ['a.md:1: the section “Implementation Order” has no phases that can be read'],
  })
})

it('AP-02 the exact section wins over a near one, and a vague one needs the word phase', () => {
  const near = '## Rollout\n\n1. Ship\n2. Watch\n'
  expect(readSpec(near, 'a.md').form).toBe('none')
  expect(readSpec(near.replace(/^(.)\. /gm, '$1. Phase $1: '), 'a.md').phases).toHaveLength(2)
  const names = readSpec(
    `## Implementation Plan\n\n1. Wrong\n2. Also\n\n${order}1. Right\n2. Too\n`,
    'a.md',
  ).phases
  expect(names.map(({ name }) => name)).toEqual(['Right', 'Too'])
})

it('AP-02 a guess is a warning that names the line', () => {
  expect(warningsOf('# S\n\n## Recommended Implementation Order\n\n1. One\n2. Two\n')).toEqual([
    'docs/spec.md:3: the phases are read from “Recommended Implementation Order”: there is no `## Implementation Order`',
    'docs/spec.md:5: the phases are read from a numbered list',
  ])
  const phases = [
    '### Phase 2: B\n\n<!-- complexity: huge -->',
    '### Phase 2: C',
    '### Phase 5: D',
    '### Phase 3: E',
    '### Phase 6',
    '### Notes',
  ]
  expect(warningsOf(order + phases.join('\n'))).toEqual([
    'docs/spec.md:10: “Notes” is no phase',
    'docs/spec.md:9: “Phase 6” has no name: it is ignored',
    'docs/spec.md:3: phase 1 is missing',
    'docs/spec.md:6: phase 2 stands there twice',
    'docs/spec.md:7: phases 3 to 4 are missing',
    'docs/spec.md:8: phase 3 comes after phase 5',
    'docs/spec.md:5: complexity “huge” is none of low, medium and high: medium is taken',
  ])
  expect(warningsOf(`${order}### Phase 1: All\n`)).toEqual([
    'docs/spec.md:1: one phase only: `harness workflow` fits one task better',
  ])
  expect(warningsOf(`${order}### Phase 1: A\n\n### Phase 1b: B\n`)).toContain(
    'docs/spec.md:5: Phase 1b has no whole number: phases are counted from 1',
  )
})

it('AP-02 a name is one line, and a long one is shortened without loss', () => {
  const long = `Do ${'many things '.repeat(20)}`.trim()
  const [first, second, third] = readSpec(
    `${order}1. Run \`a — b\` first. Then more.\n2. ${long}\n3. [Docs](docs/x.md) (e.g. Pages)\n`,
    'a.md',
  ).phases
  expect(first).toMatchObject({ name: 'Run `a — b` first', text: 'Then more.' })
  expect(second?.name).toMatch(/^Do many things .{60,100} many…$/)
  expect(second?.text).toBe(long)
  expect(third?.name).toBe('Docs (e.g. Pages)')
})

it('AP-02 words in brackets behind a number are the name, a remark on it, or the complexity', () => {
  const namesOf = (text: string) =>
    readSpec(order + text, 'a.md').phases.map(({ number, name, complexity, text: body }) => [
      number,
      name,
      complexity,
      body,
    ])
  expect(
    namesOf('- Phase 1 (low): Types\n- **Phase 2 (high)** Engine — all of it\n- **Phase 3 (Docs)** — last'),
  ).toEqual([
    [1, 'Types', 'low', ''],
    [2, 'Engine', 'high', 'all of it'],
    [3, 'Docs', 'medium', 'last'],
  ])
  expect(namesOf('### Phase 1 (MVP): Types\n### Phase 2 (Run)')).toEqual([
    [1, 'Types (MVP)', 'medium', ''],
    [2, 'Run', 'medium', ''],
  ])
  expect(namesOf('1. **[Phase 1] Setup:** do\n2. **[Phase 2] Run:** go')).toEqual([
    [1, 'Setup', 'medium', 'do'],
    [2, 'Run', 'medium', 'go'],
  ])
})

it('AP-02 a list inside numbered headings has no phases', () => {
  const text = `${order}### 1. Backend\n\n- **Phase 1**: not this\n\n### 2. Frontend\n`
  expect(readSpec(text, 'a.md').phases.map(({ name }) => name)).toEqual(['Backend', 'Frontend'])
})

it('AP-13 success criteria are read from lists and tables, a line each', () => {
  const truthsOf = (section: string) => readSpec(`# S\n\n${section}\n\n## Next\n\n- no\n`, 'a.md').truths
  expect(
    truthsOf(
      '## Success Criteria\n\n### One\n\n1. **It\n   runs.** Fast.\n2. [ ] Ends:\n   - soon\n   - well',
    ),
  ).toEqual(['It runs. Fast.', 'Ends: soon; well'])
  expect(
    truthsOf('## 4. Acceptance Criteria\n\n| # | Criterion | Check |\n|--|--|--|\n| SC1 | It runs | try |'),
  ).toEqual(['It runs'])
  expect(truthsOf('## Acceptance Criteria\n\n- b\n\n## Observable Truths (must hold)\n\n- a')).toEqual(['a'])
  expect(truthsOf('## Success criteria\n\nIt runs.')).toEqual(['It runs.'])
})

it('AP-02 any text is read', () => {
  const samples = Object.values(specForms).map(({ section }) => wholeSpec(section))
  fc.assert(
    fc.property(textsLike(...samples), (text) => {
      expect(readSpec(text, 'a.md').text).toBe(text)
    }),
    { numRuns: runs(100) },
  )
  const heavy = [
    '### Phase 1: a\n',
    '**Phase 1: ',
    '1. **a\n',
    '| 1 | a |\n',
    '- [ ] x\n',
    '<!-- complexity: ',
    '`',
    '(',
    '#',
    '> ',
    '\t- ',
  ]
  for (const piece of heavy) {
    const text = order + piece.repeat(60_000 / piece.length)
    readSpec(text, 'a.md')
    readSpec(`${order}| Phase | Name |\n|--|--|\n${text}`, 'a.md')
  }
})

describe.skipIf(!hasSharedCases)('AP-02 the specs in shared/cases', () => {
  it.each(['strict-annotated', 'strict-from-0'])('%s has its strict phases', (name) => {
    const read = readSpec(sharedCase(`specs/${name}.md`), name)
    const phases = read.phases.map(({ number, name: title, complexity }) => [number, title, complexity])
    expect([read.form, phases]).toEqual(['strict', expectedOf(`specs/${name}.md`).strictPhases])
  })

  it.each([
    ['numbered-list', 'numbered', ['State machine plumbing', 'FINAL_REVIEW logic', 'DONE state update']],
    [
      'table',
      'table',
      [
        'Coverage output for all packages',
        'Coverage ratchet',
        'Codecov integration',
        'Benchmark infrastructure',
        'Post-publish smoke test',
      ],
    ],
  ])('%s has phases in another form', (name, form, names) => {
    const read = readSpec(sharedCase(`specs/${name}.md`), name)
    expect([read.form, read.phases.map((phase) => phase.name)]).toEqual([form, names])
    expect(read.warnings).toHaveLength(1)
    expect(read.truths.length).toBeGreaterThan(7)
  })
})
