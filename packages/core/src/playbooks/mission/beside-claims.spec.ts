import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, done, passes, rules, sets, works } from './test-support/happenings.ts'
import { planned } from './test-support/shelf.ts'

type Said = readonly (readonly [claim: string, status: 'PASS' | 'FAIL', evidence: string])[]
const two = planned('F-001', 'F-002 < F-001')
const issue = { severity: 'major', title: 'It is slow', detail: 'It takes "10 s".' } as const
const says = (role: string, id: string, claims: Said, more: object = {}) =>
  answers(role, id, {
    answer: {
      kind: 'validation',
      claims: claims.map(([claim, status, evidence]) => ({ id: claim, status, evidence })),
      issues: [],
      ambiguity: null,
      ...more,
    },
  })
const own = ['VAL-F-002', 'PASS', 'it says "ok"'] as const
const second = { crosscheck: true }

describe.each([
  ['validator', [...done('F-001'), works('F-002')], {}, 'validate'],
  [
    'crosscheck',
    [
      works('F-001'),
      passes('F-001'),
      says('crosscheck', 'F-001', [['VAL-F-001', 'PASS', '"ok"']]),
      works('F-002'),
      passes('F-002'),
    ],
    second,
    'crosscheck',
  ],
] as const)('MI-23 a verdict of the %s on a claim of another feature', (role, before, told, phase) => {
  it('counts at once if it is a quoted FAIL: the feature at hand broke it, and its worker gets it', () => {
    const broken = says(role, 'F-002', [own, ['VAL-F-001', 'FAIL', 'now it says "broken"']])
    const story = given(two, [...before, broken], told)
    story.wants('worker work/F-002/2')
    expect(story.envelope()).toContain('VAL-F-001 does not hold\n  now it says "broken"')
    expect(story.log).not.toContain('MergeLane merge/F-002/1')
    // The base still has what was shown there.
    expect([story.feature('F-001')?.status, story.claim('VAL-F-001')?.status]).toEqual(['passed', 'PASS'])
  })
  it.each([
    ['a FAIL without a quote', 'VAL-F-001', 'FAIL', 'broken', 'VAL-F-001: FAIL without quoted evidence.'],
    ['an unknown id', 'VAL-X-001', 'FAIL', '"500"', 'VAL-X-001: not a claim of the contract.'],
    ['an unknown id that passes', 'VAL-X-001', 'PASS', '"ok"', 'VAL-X-001: not a claim of the contract.'],
  ] as const)('%s makes the answer void, also if all else is settled', (_, id, status, evidence, why) => {
    const story = given(two, [...before, says(role, 'F-002', [own, [id, status, evidence]])], told)
    story.wants(`${role} ${phase}/F-002/2`)
    expect(story.envelope()).toContain(`- ${why}`)
  })
  it('a PASS of it changes nothing', () => {
    const passing = says(role, 'F-002', [own, ['VAL-F-001', 'PASS', 'fine']])
    expect(given(two, [...before, passing], told).log).toContain('MergeLane merge/F-002/1')
  })
})

describe('MI-23 a quoted FAIL of a claim that does not hold yet', () => {
  const early = says('validator', 'F-001', [
    ['VAL-F-001', 'PASS', '"ok"'],
    ['VAL-F-002', 'FAIL', '"404"'],
  ])
  it('is left to the feature that is still to be built: nothing broke it', () => {
    const story = given(two, [works('F-001'), early])
    story.wants('worker work/F-002/1')
    expect(story.claim('VAL-F-002')?.status).toBe('TODO')
  })
  it('MI-22 does not count if the feature was dropped', () => {
    const story = given(two, [sets('F-002', { status: 'blocked' }), works('F-001'), early])
    expect(story.feature('F-001')?.status).toBe('passed')
  })
})

describe('MI-23 beside a question to the architect', () => {
  const one = planned('F-001')
  const [asks, fails] = [{ ambiguity: 'Which zone?' }, ['VAL-F-001', 'FAIL', 'it says "500"'] as const]
  it('a quoted FAIL and its issues count: the worker gets them after the ruling', () => {
    const asked = [works('F-001'), says('validator', 'F-001', [fails], { ...asks, issues: [issue] })]
    const story = given(one, asked)
    story.wants('architect architect/F-001/1')
    expect(story.envelope()).toContain('Which zone?')
    expect(story.envelope()).toContain('VAL-F-001 does not hold')
    expect(story.claim('VAL-F-001')?.status).toBe('FAIL')
    expect(story.feature('F-001')).toMatchObject({ status: 'failing' })
    const told = given(one, [...asked, rules('F-001')])
    told.wants('worker work/F-001/2')
    for (const text of ['VAL-F-001 does not hold', 'It is slow', 'E-mail only.'])
      expect(told.envelope()).toContain(text)
  })
  it('issues alone reach the worker too', () => {
    const asked = says('validator', 'F-001', [], { ...asks, issues: [issue] })
    const told = given(one, [works('F-001'), asked, rules('F-001')])
    told.wants('worker work/F-001/2')
    expect(told.envelope()).toContain('It is slow')
    expect(told.feature('F-001')?.issues).toHaveLength(1)
  })
  it('an unknown claim makes the answer void', () => {
    const strange = says('validator', 'F-001', [['VAL-X-001', 'FAIL', '"500"']], asks)
    given(one, [works('F-001'), strange]).wants('validator validate/F-001/2')
  })
})
