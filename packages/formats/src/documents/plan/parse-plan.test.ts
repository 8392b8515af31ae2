import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike } from '../../test-support/fuzz.ts'
import { describeProblem, type Parsed } from '../../text/format-problem.ts'
import { parsePlan } from './parse-plan.ts'
import { planAdvice } from './plan-advice.ts'
import { blankGoal } from './plan-text.ts'

const path = 'plans/0042-search.md'
const header = `id: 0042
title: Search
phase: core
status: active
depends_on: [0001, "0002"]
estimated_passes: 2
acceptance_tags: [search/basic]`
const body = `# 0042 Search

## Goal
Find things.
`
const plan = (front = header, text = body): string => `---\n${front}\n---\n${text}`
const complaints = (result: Parsed<unknown>): readonly string[] =>
  result.ok ? [] : result.problems.map(describeProblem)
const complaintsAbout = (front: string, text?: string): readonly string[] =>
  complaints(parsePlan(plan(front, text), path))

describe('DL-02 plan files', () => {
  it('DL-02 reads ids as they are written, quoted or not', () => {
    expect(parsePlan(plan(), path)).toEqual({
      ok: true,
      value: {
        id: '0042',
        slug: 'search',
        title: 'Search',
        phase: 'core',
        status: 'active',
        dependsOn: ['0001', '0002'],
        estimatedPasses: 2,
        acceptanceTags: ['search/basic'],
        priority: 100,
        ui: null,
        risk: null,
        scope: [],
        budget: { loc: null, files: null },
        body,
        path,
      },
    })
  })

  it('DL-02 reads the optional fields', () => {
    const optional =
      'priority: 1\nui: false\nrisk: low\nscope:\n  - src/search\n  - test/**\nbudget: {loc: 200, files: 5}'
    expect(parsePlan(plan(`${header}\n${optional}`), path)).toMatchObject({
      value: {
        priority: 1,
        ui: false,
        risk: 'low',
        scope: ['src/search', 'test/**'],
        budget: { loc: 200, files: 5 },
      },
    })
  })

  it('DL-02 reads files written on Windows, and with a byte order mark', () => {
    const windows = `\uFEFF${plan().replaceAll('\n', '\r\n')}`
    expect(parsePlan(windows, path)).toMatchObject({ ok: true, value: { title: 'Search' } })
  })

  it.each([
    [
      'an unknown field',
      `${header}\nstatsu: x`,
      'plans/0042-search.md:9:1 statsu: expected one of the fields',
    ],
    ['its likely meaning', `${header}\nestimate_passes: 2`, 'did you mean "estimated_passes"?'],
    ['the other name of a field', `${header}\nacceptance: [a]`, 'did you mean "acceptance_tags"?'],
    [
      'a missing field',
      header.replace('phase: core\n', ''),
      'phase: expected the field phase, found nothing',
    ],
    ['a wrong id', header.replace('0042', '42'), ':2:1 id: expected four digits, such as "0042", found "42"'],
    [
      'a wrong status',
      header.replace('active', 'actve'),
      'status: expected one of active, in_progress, completed, blocked, found "actve"; did you mean "active"?',
    ],
    [
      'a wrong dependency',
      header.replace('0001', 'x'),
      ':6:14 depends_on[0]: expected the four digits of a plan, found "x"',
    ],
    [
      'no list',
      header.replace('[0001, "0002"]', ''),
      'depends_on: expected a list, such as [a, b], or [] for none, found nothing',
    ],
    [
      'a wrong number',
      header.replace('passes: 2', 'passes: 0'),
      'estimated_passes: expected a whole number of at least 1, found "0"',
    ],
    [
      'a path that leads out',
      `${header}\nscope: [../x]`,
      'scope[0]: expected a path inside the repository, found "../x"',
    ],
    [
      'an unknown budget',
      `${header}\nbudget: {lock: 3}`,
      'budget.lock: expected one of the fields loc, files, found "lock"; did you mean "loc"?',
    ],
    ['a field named twice', `${header}\ntitle: Again`, ':9:1 title: expected every field once'],
    ['an alias', `${header}\nrisk: &a x`, 'risk: expected no anchors'],
    ['broken YAML', `${header}\nrisk: [x`, 'expected valid YAML'],
  ])('DL-02 names %s, with its line', (_, front, complaint) => {
    expect(complaintsAbout(front)).toEqual([expect.stringContaining(complaint)])
  })

  it.each(['search.md', '42-search.md', '0042.md', '0042-Search.md', '0042_search.md', '0042-.md'])(
    'DL-02 refuses the file name %s',
    (name) => {
      expect(complaints(parsePlan(plan(), `plans/${name}`))).toEqual([
        expect.stringContaining('expected a file name such as 0042-short-name.md'),
      ])
    },
  )

  it('DL-02 wants front matter at the top', () => {
    for (const text of [body, '---\nid: 0042\n', `\n${plan()}`, '---js\nid: 1\n---\n']) {
      expect(complaints(parsePlan(text, path))).toEqual([
        expect.stringContaining('front matter between two lines'),
      ])
    }
  })

  it('DL-02 refuses front matter of absurd size', () => {
    expect(complaintsAbout(`${header}\n${'#'.repeat(70_000)}`)).toEqual([
      expect.stringContaining('no more than 64000 characters'),
    ])
    expect(complaintsAbout(header, `${body}${'x'.repeat(1_000_000)}`)).toEqual([
      expect.stringContaining('no more than 1000000 characters'),
    ])
  })
})

describe('DL-02 the body of a plan', () => {
  it.each([
    ['no title', '## Goal\nx', ':10:1: expected the title "# 0042 …" first, found "## Goal"'],
    [
      'the title of another plan',
      '# 0041 Other\n## Goal\n',
      'expected the title "# 0042 …" first, found "# 0041 Other"',
    ],
    [
      'sections out of order',
      '# 0042 S\n## Goal\n## Validation\n## Scope\n',
      ':13:1: expected "## Scope" before "## Validation", found it after it',
    ],
    [
      'a section that comes twice',
      '# 0042 S\n## Goal\n## Goal\n',
      ':12:1: expected every section once, found a second "## Goal"',
    ],
    [
      'a goal that its author left as it was',
      `# 0042 S\n## Goal\n\n${blankGoal}\n\n## Scope\n`,
      ':11:1: expected a goal of this plan in the section "## Goal", found the text of a new plan',
    ],
    [
      'a goal that its author left as it was, in lines of another width',
      `# 0042 S\n### Note\n## Goal\n${blankGoal.replaceAll(' ', '\r\n')}`,
      ':12:1: expected a goal of this plan',
    ],
    ['no goal', '# 0042 S\n## Scope\n', 'expected a section "## Goal", found none'],
  ])('DL-02 names %s, with its line', (_, text, complaint) => {
    expect(complaintsAbout(header, text)).toEqual([expect.stringContaining(complaint)])
  })

  it('DL-02 allows a goal below the text of a new plan', () => {
    expect(complaintsAbout(header, `# 0042 S\n## Goal\n${blankGoal}\n### More\nFind things.\n`)).toEqual([])
  })

  it('DL-02 allows other sections anywhere, and headings in code', () => {
    const text =
      '# 0042 S\n## Background\n## Goal\n```md\n## Validation\n```\n## Notes\n## Scope\n### Goal\n## Out of scope ##\n'
    expect(complaintsAbout(header, text)).toEqual([])
  })

  it('DL-02 advises where a plan is right but could be better', () => {
    const result = parsePlan(plan(header.replace('passes: 2', 'passes: 5')), path)
    expect(result.ok && planAdvice(result.value)).toEqual([
      'plans/0042-search.md: 5 estimated passes; a plan of more than 4 is better split',
      'plans/0042-search.md: no section "Why Now", "Scope", "Out Of Scope", "Milestones", "Validation", "Open Questions", "Decision Log"',
    ])
  })
})

it('QA-03 any plan file gets an answer', () => {
  neverCrashes(
    textsLike(plan(), `---\n---\n`, plan(`${header}\nscope:\n  - a\nbudget:\n  loc: 3`)),
    (text) => {
      const result = parsePlan(text, path)
      return result.ok
        ? result
        : { ok: false, problems: result.problems.map((problem) => ({ ...problem, file: 'some/file' })) }
    },
  )
})
