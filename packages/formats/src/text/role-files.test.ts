import { readdirSync, readFileSync } from 'node:fs'
import { deliveryIdentity } from '@harness/core/playbooks/delivery/identity'
import { roleDuties } from '@harness/core/playbooks/delivery/input'
import { handbookIdentity } from '@harness/core/playbooks/handbook/identity'
import { handbookDuties } from '@harness/core/playbooks/handbook/input'
import { generationIdentity } from '@harness/core/playbooks/handbook-generation/identity'
import { missionIdentity } from '@harness/core/playbooks/mission/identity'
import { missionDuties, missionRoles } from '@harness/core/playbooks/mission/input'
import { describe, expect, it } from 'vitest'
import { deliveryContracts } from '../answers/delivery/contracts.ts'
import { handbookContracts } from '../answers/handbook/contracts.ts'
import { missionContracts } from '../answers/mission/contracts.ts'
import { contractsOf } from '../test-support/contracts-of.ts'

const contractNamed = contractsOf(...deliveryContracts, ...handbookContracts, ...missionContracts)

const folder = new URL('../../../../roles/', import.meta.url)
const textOf = (role: string): string => readFileSync(new URL(`${role}.md`, folder), 'utf8')

/** What a role text shows as an answer: from one line to another, as an agent would copy it. */
const shown = (role: keyof typeof duties, from: string, to: string) => {
  const text = textOf(role)
  const example = text.slice(text.indexOf(from), text.indexOf('\n', text.indexOf(to)))
  expect(example).not.toBe('')
  return contractNamed(duties[role].contract).parse(
    undefined,
    `Done.\n\n${example}`.replace(/^Done\.\n\n(##)/, '$1'),
  )
}

const roles = [deliveryIdentity, generationIdentity, handbookIdentity, missionIdentity].flatMap((playbook) =>
  playbook.roles.map(({ role }) => role),
)
const duties = { ...roleDuties, ...handbookDuties }

describe('role texts', () => {
  it('there is one for each role, and none beside', () => {
    expect(readdirSync(folder).sort()).toEqual(roles.map((role) => `${role}.md`).sort())
  })

  it.each(roles)('the %s’s is short, says who it is first, and when it is done', (role) => {
    const text = textOf(role)
    expect(text.split(/\s+/).length).toBeLessThan(350)
    expect(text).toMatch(/^You are the [\w ]+\. /)
    expect(text).toContain('You are done when')
  })

  it.each(['implementer', 'fixer'] as const)('DL-21 the %s is shown a need that is one', (role) => {
    expect(shown(role, 'NEED ', 'How: ')).toMatchObject({ ok: true, output: { kind: 'need' } })
    expect(contractNamed('work').parse(undefined, textOf(role))).toEqual({
      ok: true,
      output: { kind: 'text' },
    })
    expect(textOf(role)).toContain('skip or weaken a test')
  })

  it.each(['reviewer', 'ui-reviewer', 'merge-checker', 'prompt-reader'] as const)(
    'DL-06 the %s is shown a finding that is one, and the line that converges',
    (role) => {
      expect(shown(role, '- [', '\n  ')).toMatchObject({
        ok: true,
        output: {
          kind: 'review',
          sentinel: false,
          findings: [{ file: expect.any(String), line: expect.any(Number) }],
        },
      })
      const sentinel = /^No findings\..*$/m.exec(textOf(role))?.[0] ?? ''
      expect(contractNamed(duties[role].contract).parse(undefined, sentinel)).toMatchObject({
        ok: true,
        output: { sentinel: true },
      })
    },
  )

  it.each(['brief-critic', 'phase-closer'] as const)(
    'HB-12 the %s is shown verdicts that are some',
    (role) => {
      const [passes, fails, ...more] = textOf(role).match(/^\{.*\}$/gm) ?? []
      const verdict = (text = '') => contractNamed(duties[role].contract).parse(undefined, text)
      expect(verdict(passes)).toEqual({ ok: true, output: { kind: 'verdict', pass: true, failures: [] } })
      expect(verdict(fails)).toMatchObject({
        ok: true,
        output: { pass: false, failures: [expect.any(String)] },
      })
      expect(more).toEqual([])
    },
  )

  it('HB-23 the prompt worker is shown a report with findings, and one without', () => {
    const [found, nothing, ...more] = textOf('prompt-worker').match(/^\{.*\}$/gm) ?? []
    const report = (text = '') => contractNamed('prompt-report').parse(undefined, text)
    expect(report(found)).toMatchObject({
      ok: true,
      output: { kind: 'prompt-report', findings: [expect.any(String), expect.any(String)] },
    })
    expect(report(nothing)).toMatchObject({ ok: true, output: { kind: 'prompt-report', findings: [] } })
    expect(more).toEqual([])
  })

  it('DL-09 the PR writer is shown a text that may stand in a pull request', () => {
    expect(shown('pr-writer', '## Summary', 'Reverting this')).toMatchObject({
      ok: true,
      output: { kind: 'pull-text', risks: expect.stringContaining('Reverting') },
    })
  })
})

/** The first object that a role text shows as its answer. */
const shownObject = (role: string): string => /^\{"[\s\S]*?\}$/m.exec(textOf(role))?.[0] ?? ''

describe('role texts of a mission', () => {
  it.each(missionRoles)('the %s is told whether it may edit', (role) => {
    expect(textOf(role).includes('never edit files')).toBe(missionDuties[role].mode === 'review')
  })

  it.each([
    ['mission-planner', 'mission-plan'],
    ['validator', 'validation'],
    ['crosscheck', 'validation'],
    ['ui-qa', 'validation'],
    ['architect', 'ruling'],
    ['curator', 'curation'],
    ['orchestrator', 'decision'],
  ] as const)('the %s is shown an answer that satisfies its contract', (role, kind) => {
    const { contract } = missionDuties[role]
    expect(contractNamed(contract).parse(undefined, shownObject(role))).toMatchObject({
      ok: true,
      output: { kind },
    })
  })

  it('MI-02 the plan reviewer is shown a verdict, and MI-14 the worker a trick and an ambiguity', () => {
    const review = textOf('plan-reviewer')
    const example = review.slice(review.indexOf('VERDICT:'), review.indexOf('The verdict is one of'))
    expect(contractNamed('plan-review').parse(undefined, example)).toMatchObject({
      ok: true,
      output: { verdict: 'accept-with-notes', notes: [expect.stringContaining('VAL-AUTH-004')] },
    })
    expect(contractNamed('mission-work').parse(undefined, textOf('worker'))).toMatchObject({
      ok: true,
      output: {
        tricks: [expect.stringContaining('PORT')],
        ambiguity: expect.stringContaining('logging out'),
      },
    })
  })
})
