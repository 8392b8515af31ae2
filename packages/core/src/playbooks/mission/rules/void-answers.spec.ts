import { describe, expect, it } from 'vitest'
import { resumes } from '../../../test-support/story.ts'
import { given } from '../test-support/given.ts'
import { answers, answersGate, curates, done, prose, reviewsPlan, works } from '../test-support/happenings.ts'
import { entry, feature, planned } from '../test-support/shelf.ts'

const [a, b] = ['VAL-A-001', 'VAL-B-001'] as const
const shelf = { ...planned(feature('F-001', { claims: [a, b] })), contract: [entry(a), entry(b)] }
const says = (role: string, ...claims: readonly (readonly [string, string, string])[]) =>
  answers(role, 'F-001', {
    answer: {
      kind: 'validation',
      claims: claims.map(([id, status, evidence]) => ({ id, status: status as 'PASS', evidence })),
      issues: [],
      ambiguity: null,
    },
  })
const holds = [
  [a, 'PASS', '"ok"'],
  [b, 'PASS', '"ok"'],
] as const
const second = { crosscheck: true }
const isVoid = 'Your answer before was void'

describe.each([
  ['validator', 'validate', [works('F-001')], {}],
  ['crosscheck', 'crosscheck', [works('F-001'), says('validator', ...holds)], second],
] as const)('MI-23 a void answer of the %s', (role, phase, before, told) => {
  const broken: readonly (readonly [string, Parameters<typeof says>[1][], string])[] = [
    ['says nothing', [], `${a}: no verdict.\n- ${b}: no verdict.`],
    ['leaves a claim out', [holds[0]], `${b}: no verdict.`],
    [
      'passes without a quote',
      [holds[0], [b, 'PASS', "It's fine."]],
      `${b}: PASS without quoted evidence (It's fine.)`,
    ],
    ['is about another claim', [holds[0], ['VAL-C-001', 'PASS', '"ok"']], `${b}: no verdict.`],
    [
      'fails one without a quote, and leaves the other out',
      [[a, 'FAIL', 'It is broken.']],
      `${b}: no verdict.`,
    ],
  ]
  it.each(broken)('that %s goes back with the reason, and no worker is called', (_, claims, why) => {
    const answer = says(role, ...claims)
    const story = given(shelf, [...before, answer], told)
    story.wants(`${role} ${phase}/F-001/2`)
    expect(story.envelope()).toContain(`# ${isVoid}`)
    expect(story.envelope()).toContain(`- ${why}`)
    expect(story.notes.at(-1)).toContain(`The ${role} of F-001 gave a void answer, and is asked again: `)
    expect([story.claim(a)?.status, story.claim(b)?.status]).toEqual(['TODO', 'TODO'])
    const twice = given(shelf, [...before, answer, answer], told)
    twice.wants('curator curate/mission/1')
    expect(twice.log).not.toContain('worker work/F-001/2')
    const granted = [...before, answer, answer, curates(), answersGate('grant')]
    // The validator looks first, whichever role was void before.
    const again = given(shelf, [...granted, ...before.slice(1)], told)
    again.wants(`${role} ${phase}/F-001/3`)
    expect(again.envelope()).toContain(`- ${why}`)
    const better = given(shelf, [...before, answer, says(role, ...holds)], told)
    expect(better.log).toContain('MergeLane merge/F-001/1')
  })
  it('beside a quoted FAIL counts as far as it goes: the worker is called at once', () => {
    const story = given(shelf, [...before, says(role, [a, 'FAIL', 'it says "500"'])], told)
    story.wants('worker work/F-001/2')
    expect(story.envelope()).toContain(`${a} does not hold`)
    expect(story.envelope()).not.toContain(`${b} does not hold`)
    expect([story.claim(a)?.status, story.claim(b)?.status]).toEqual(['FAIL', 'TODO'])
  })
  it('is told to nobody else, and not again once an answer was good', () => {
    const happened = [...before, says(role), says(role, [a, 'FAIL', 'it says "500"'], holds[1])]
    const story = given(shelf, happened, told)
    expect(story.envelope()).not.toContain(isVoid)
    const validated = given(shelf, [...happened, works('F-001')], told)
    // The validator looks first, whichever role was void before.
    validated.wants(`validator validate/F-001/${role === 'validator' ? 3 : 2}`)
    expect(validated.envelope()).not.toContain(isVoid)
  })
})

describe('AG-18 two answers in prose of a role', () => {
  const two = planned('F-001', 'F-002')
  const critique = (text: string, role = 'validator') => prose(role, null, text)
  const stuck = [works('F-001'), critique('Hm.'), critique('The total is wrong. '.repeat(1_000))]
  it('count as no verdict, and the other features continue in the same lane', () => {
    const story = given(two, stuck)
    story.wants('worker work/F-002/1')
    expect(story.claim('VAL-F-001')?.status).toBe('TODO')
    expect(story.log).not.toContain('MergeLane merge/F-001/1')
  })
  it('are put to a person when nothing else is left, with the beginning of the last one', () => {
    const story = given(two, [...stuck, ...done('F-002'), curates()])
    expect(story.log).toContain('MergeLane merge/F-002/1')
    const { detail, exitCode } = story.gate()
    expect(exitCode).toBe(3)
    expect(detail).toContain('The validator gave no usable answer twice (prose).\nThe total is wrong.')
    expect(detail).toContain('(all of it: harness show mission validate/F-001/2)')
    expect(detail.length).toBeLessThan(5_000)
    expect(story.shelf.escalation?.tried.join()).toContain('The total is wrong.')
  })
  it('of a plan reviewer stop the run with 4, and a resume asks again', () => {
    const unreviewed = { ...two, facts: { ...two.facts, planVerdict: null } }
    const twice = [critique('No way back.', 'plan-reviewer'), critique('No way back.', 'plan-reviewer')]
    expect(given(unreviewed, twice).ends()).toMatchObject({ exitCode: 4, resumable: true })
    given(unreviewed, [...twice, resumes]).wants('plan-reviewer review/mission/3')
  })
})

describe('AG-17 a quotation that stands in no output is no evidence', () => {
  const [shown, invented] = ['it prints "12 passed"', '`npm test` prints "13 passed"']
  const answer = (outputs: number, ...claims: readonly (readonly [string, 'PASS' | 'FAIL', string])[]) =>
    answers('validator', 'F-001', {
      answer: {
        kind: 'validation',
        claims: claims.map(([id, status, evidence]) => ({ id, status, evidence })),
        issues: [],
        ambiguity: null,
      },
      quotes: { quoted: 3, outputs, missing: ['npm test', '13 passed'] },
    })
  const lies = answer(1, [a, 'PASS', shown], [b, 'PASS', invented])
  it('a PASS goes back with the reason, and a second one is put to a person', () => {
    const story = given(shelf, [works('F-001'), lies])
    story.wants('validator validate/F-001/2')
    expect(story.envelope()).toContain(
      `- ${b}: PASS without quoted evidence (it stands in no output that it saw: npm test / 13 passed)`,
    )
    expect(story.envelope()).not.toContain(`- ${a}:`)
    expect(given(shelf, [works('F-001'), lies, lies, curates()]).gate()).toMatchObject({ name: 'escalation' })
  })
  it('one quotation that was seen is enough', () => {
    const honest = answer(1, [a, 'PASS', shown], [b, 'PASS', `${invented}, and "0 failed"`])
    expect(given(shelf, [works('F-001'), honest]).log).toContain('MergeLane merge/F-001/1')
  })
  it('a role that looked at nothing hears so', () =>
    expect(
      given(shelf, [works('F-001'), answer(0, [a, 'PASS', invented], [b, 'PASS', invented])]).envelope(),
    ).toContain('it ran no command and read no file: npm test / 13 passed'))
  it('a FAIL is one without a quotation: it does not excuse what is missing', () => {
    const story = given(shelf, [works('F-001'), answer(1, [a, 'FAIL', invented])])
    story.wants('validator validate/F-001/2')
    expect(story.envelope()).toContain(`- ${b}: no verdict.`)
  })
})

describe('MI-23 a void answer about the plan', () => {
  it.each([[[]], [['  ']]])('a reject without a note goes back to the reviewer with the reason', (notes) => {
    const unreviewed = { ...shelf, facts: { ...shelf.facts, planVerdict: null } }
    const story = given(unreviewed, [reviewsPlan('reject', ...notes)])
    story.wants('plan-reviewer review/mission/2')
    expect(story.envelope()).toContain('- The plan is rejected without a note.')
    const better = given(unreviewed, [reviewsPlan('reject', ...notes), reviewsPlan('reject', 'No way back.')])
    expect(better.ends()).toMatchObject({ exitCode: 7 })
  })
  it('goes back to the planner with the reason', () => {
    const story = given({ ...shelf, features: null, contract: null }, [prose('mission-planner')])
    story.wants('mission-planner plan/mission/2')
    expect(story.envelope()).toContain(`# ${isVoid}`)
  })
  it('of an architect as well', () => {
    const asks = works('F-001', { ambiguity: 'Which one?' })
    const story = given(planned('F-001'), [asks, prose('architect')])
    story.wants('architect architect/F-001/2')
    expect(story.envelope()).toContain('- prose')
  })
})
