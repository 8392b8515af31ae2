import { decisionNames } from '@harness/core/playbooks/mission/state/decision'
import { describe, expect, it } from 'vitest'
import { contractsOf } from '../../test-support/contracts-of.ts'
import { neverCrashes, textsLike, valuesWith } from '../../test-support/fuzz.ts'
import {
  curationForm,
  decisionForm,
  planForm,
  planReviewForm,
  rulingForm,
  validationForm,
  workForm,
} from './agent-contracts.ts'
import { missionContracts } from './contracts.ts'
import { parsePlanReview } from './plan-review-file.ts'

const contractNamed = contractsOf(...missionContracts)

const parse = (contract: string, structured: unknown, text = '') =>
  contractNamed(contract).parse(structured, text)
const fails = (contract: string, structured: unknown, text = ''): string => {
  const result = parse(contract, structured, text)
  return result.ok ? '' : result.problems.join('\n')
}

const plan = {
  contract: [{ id: 'VAL-AUTH-001', assertion: 'People can log in.', verify: 'Log in.' }],
  features: [
    {
      id: 'F-001',
      title: 'Log in',
      summary: 'People log in.',
      description: '',
      claims: ['VAL-AUTH-001'],
      depends_on: [],
    },
  ],
}
const validation = {
  claims: [{ id: 'VAL-AUTH-001', status: 'PASS', evidence: 'it says "200"' }],
  issues: [],
  ambiguity: null,
}

describe('what a mission’s roles answer', () => {
  it('MI-01 a plan is a contract and features', () => {
    expect(parse('mission-plan', plan)).toMatchObject({
      ok: true,
      output: { kind: 'mission-plan', features: [{ id: 'F-001', dependsOn: [] }] },
    })
    expect(fails('mission-plan', { ...plan, contract: [] })).toContain('contract: expected at least 1')
    expect(fails('mission-plan', undefined, 'Here is the plan.')).toContain('one JSON object')
  })
  it('MI-25 an issue says what must hold instead in a sentence; it may be left out, and an id is none', () => {
    const issue = { severity: 'major', title: 'It leaks', detail: '' }
    const told = { expected: 'Memory stays below 100 MB', verify: 'Run it for an hour.' }
    const withIssue = (more: object) => ({ ...validation, issues: [{ ...issue, ...more }] })
    expect(parse('validation', withIssue(told))).toMatchObject({
      ok: true,
      output: { issues: [{ ...issue, ...told }] },
    })
    for (const none of [{}, { expected: null, verify: null }])
      expect(parse('validation', withIssue(none))).toMatchObject({ ok: true, output: { issues: [issue] } })
    expect(fails('validation', withIssue({ expected: 'VAL-FIX-001' }))).toContain(
      'a sentence that can be verified',
    )
  })
  it('MI-02 a plan review is structured, or text whose first line is the verdict', () => {
    const output = { kind: 'plan-review', verdict: 'accept-with-notes', notes: ['Mind the cache.'] }
    expect(parse('plan-review', { verdict: 'accept-with-notes', notes: ['Mind the cache.'] })).toEqual({
      ok: true,
      output,
    })
    expect(parse('plan-review', undefined, 'VERDICT: accept-with-notes\n\n- Mind the cache.\n')).toEqual({
      ok: true,
      output,
    })
    expect(fails('plan-review', undefined, 'I accept it.')).toContain('one JSON object')
    expect(fails('plan-review', undefined, 'VERDICT: maybe')).toContain('found "VERDICT: maybe"')
  })
  it('MI-14 a worker’s text is taken, with its TRICK: and AMBIGUITY: lines', () => {
    expect(
      parse(
        'mission-work',
        undefined,
        'Done.\nTRICK: run npm ci first\n- TRICK: mind the port\nAMBIGUITY: names?',
      ),
    ).toMatchObject({
      ok: true,
      output: { kind: 'mission-work', tricks: ['run npm ci first', 'mind the port'], ambiguity: 'names?' },
    })
    expect(parse('mission-work', { summary: 'Done.', tricks: [], ambiguity: '' })).toEqual({
      ok: true,
      output: { kind: 'mission-work', summary: 'Done.', tricks: [], ambiguity: null },
    })
  })
  it('MI-07 a validation has a verdict with evidence for each claim it names; prose is none', () => {
    expect(parse('validation', validation)).toMatchObject({ ok: true, output: { kind: 'validation' } })
    expect(
      fails('validation', { ...validation, claims: [{ id: 'VAL-AUTH-001', status: 'PASS' }] }),
    ).toContain('claims[0].evidence')
    expect(fails('validation', undefined, 'All claims hold.')).toContain('one JSON object')
  })
  it('MI-08 a ruling has a decision and its reason', () => {
    const ruling = { claim: null, decision: 'E-mail only.', reason: 'The spec says so.', question: null }
    expect(parse('ruling', ruling)).toEqual({ ok: true, output: { kind: 'ruling', ...ruling } })
    expect(fails('ruling', { ...ruling, reason: ' ' })).toContain('reason')
  })
  it('MI-14 a summary beyond its caps is no reason to lose the rest: the run cuts it', () => {
    const curation = { summary: 'Short.', memory: 'Long.', promote: [] }
    expect(parse('curation', curation)).toMatchObject({ ok: true })
    expect(parse('curation', { ...curation, summary: 'a\n'.repeat(41) })).toMatchObject({ ok: true })
    expect(fails('curation', { summary: 'Short.' })).toContain('memory')
  })
  it('MI-24 a lesson is of a role that there is', () => {
    const taught = (role: string) => ({
      summary: 'Short.',
      memory: 'Long.',
      promote: [],
      lessons: [{ role, lesson: 'Start the product first.' }],
    })
    expect(parse('curation', taught('validator'))).toMatchObject({
      output: { lessons: [{ role: 'validator' }] },
    })
    expect(fails('curation', taught('judge'))).toContain('lessons[0].role')
  })
  it.each([
    ['DONE', null],
    ['NEXT_WORKER', 'F-001'],
    ['NEXT_VALIDATOR', 'F-001'],
    ['NEXT_ARCHITECT', 'F-FIX-001'],
    ['CONVERTED', null],
    ['CHECKPOINT', 'plan'],
    ['ESCALATE', null],
  ] as const)(
    'MI-04 every decision there is can be answered, as one line or in the form: %s',
    (name, subject) => {
      const line = name === 'ESCALATE' ? 'ESCALATE Nobody knows.' : [name, subject ?? ''].join(' ').trim()
      const said = { ok: true, output: { kind: 'decision', decision: name, subject } }
      expect(parse('decision', undefined, line)).toMatchObject(said)
      expect(parse('decision', { decision: name, subject, reason: 'It is next.' }, '')).toMatchObject(said)
      expect(decisionNames).toContain(name)
    },
  )
  it('MI-04 a decision is read strictly', () => {
    expect(parse('decision', undefined, 'NEXT_WORKER F-001\n')).toMatchObject({
      ok: true,
      output: { kind: 'decision', decision: 'NEXT_WORKER', subject: 'F-001' },
    })
    expect(parse('decision', undefined, 'ESCALATE nothing works')).toMatchObject({
      ok: true,
      output: { decision: 'ESCALATE', subject: null, reason: 'nothing works' },
    })
    expect(parse('decision', undefined, 'ESCALATE F-001: nothing works')).toMatchObject({
      ok: true,
      output: { decision: 'ESCALATE', subject: 'F-001', reason: 'nothing works' },
    })
    for (const text of ['I think NEXT_WORKER F-001', 'NEXT_WORKER', 'DONE F-001', 'DONE\nDONE', ''])
      expect(fails('decision', undefined, text), text).not.toBe('')
  })
  it('whatever they say, nothing crashes', () => {
    const sample = JSON.stringify(validation)
    neverCrashes(textsLike('VERDICT: accept\n\n- a\n'), parsePlanReview)
    for (const form of [planForm, workForm, validationForm, rulingForm, curationForm, decisionForm]) {
      if (form.text !== undefined) neverCrashes(textsLike(sample, 'NEXT_WORKER F-001', 'TRICK: a'), form.text)
      neverCrashes(
        valuesWith('claims', 'issues', 'contract', 'features', 'summary', 'decision'),
        form.structured,
      )
    }
    neverCrashes(valuesWith('verdict', 'notes', 'accept'), planReviewForm.structured)
  })
})
