import { describe, expect, it } from 'vitest'
import { endOf } from './endings.ts'
import type { PhaseClose } from './handbook-document.ts'
import { given } from './test-support/given.ts'
import {
  checksFail,
  checksPass,
  done,
  edits,
  finds,
  passesWith,
  prose,
  verdict,
} from './test-support/happenings.ts'
import { documents, phase, prompt } from './test-support/shelf.ts'

const closing = (close: PhaseClose) =>
  documents([prompt('1.1', 'audit'), prompt('3.1', 'harden')], { phases: [phase(1, { close }), phase(3)] })
const words = { commands: ['make'], prompt: 'Run `make`. Every issue is filed.' }

describe('HB-50 a phase close fails shut', () => {
  it('with commands and words, both must pass', () => {
    given(closing(words), [finds('1.1')]).wants('RunChecks verify/phase-1/1')
    expect(given(closing(words), [finds('1.1'), checksFail('phase-1')]).ends()).toMatchObject({ exitCode: 1 })
    const shown = [finds('1.1'), checksPass('phase-1')]
    given(closing(words), shown).wants('phase-closer close/phase-1/1')
    expect(given(closing(words), shown).envelope()).toContain('- `make` passed.')
    expect(given(closing(words), [...shown, verdict('phase-1', 'Two are not.')]).ends()).toMatchObject({
      exitCode: 1,
    })
    given(closing(words), [...shown, verdict('phase-1')]).wants('prompt-worker work/3.1/1')
  })
  it('the phase closer is told which commands the harness did not run', () => {
    const close = { commands: [], notRun: ['sh deploy.sh'], prompt: 'The lead runs `sh deploy.sh`.' }
    expect(given(closing(close), [finds('1.1')]).envelope()).toMatch(
      /Commands that the harness did not run[^`]*- `sh deploy\.sh`/,
    )
  })
  it('a phase closer that gives no verdict twice is a no', () => {
    const asked = [finds('1.1'), prose('phase-1'), prose('phase-1')]
    expect(given(closing({ ...words, commands: [] }), asked).ends()).toMatchObject({ exitCode: 1 })
  })
  it('AG-17 evidence that quotes what was never seen closes nothing: asked once more, then it is a no', () => {
    const asked = [finds('1.1'), checksPass('phase-1')]
    const lies = passesWith('phase-1', ['a.md says "all filed"', 'b.md says "5 open"'], '5 open')
    const again = given(closing(words), [...asked, lies])
    again.wants('phase-closer close/phase-1/2')
    expect(again.envelope()).toMatch(
      /quotes text that is in no output that its agent saw[^#]*b\.md says "5 open"/,
    )
    expect(again.envelope()).not.toContain('all filed')
    const twice = given(closing(words), [...asked, lies, lies]).ends()
    expect(twice).toMatchObject({ exitCode: 1 })
    expect(twice.report).toContain('It quotes text that is in no output that it saw: b.md says "5 open"')
    const honest = passesWith('phase-1', ['a.md says "all filed"'])
    const closed = given(closing(words), [...asked, lies, honest])
    closed.wants('prompt-worker work/3.1/1')
    expect(closed.state.notes).not.toContain('phase-1: no quoted evidence.')
  })
  it('AG-17 a close without a quotation is told', () =>
    expect(
      given(closing(words), [finds('1.1'), checksPass('phase-1'), passesWith('phase-1', [])]).state.notes,
    ).toContain('phase-1: no quoted evidence.'))
  it.each([undefined, 'open'] as const)('one with nothing to run or judge halts, with its box %s', (box) => {
    const empty = { commands: [], prompt: null, line: 12, ...(box === undefined ? {} : { box }) }
    expect(given(closing(empty), [finds('1.1')]).ends()).toMatchObject({
      exitCode: 1,
      reason:
        'Halted (verification_failed) at phase-1: Phase 1 close (line 12) has nothing to run and nothing to judge.',
    })
  })
  it.each(['done', 'deferred'] as const)('unless a person has marked it %s', (box) =>
    given(closing({ commands: [], prompt: null, box }), [finds('1.1')]).wants('prompt-worker work/3.1/1'),
  )
  it('also if a person empties it while it is judged', () => {
    const emptied = edits((shelf) => ({
      ...shelf,
      handbook: {
        ...shelf.handbook,
        phases: [phase(1, { close: { commands: [], prompt: null } }), phase(3)],
      },
    }))
    const story = [finds('1.1'), checksPass('phase-1'), emptied, prose('phase-1')]
    expect(given(closing(words), story).ends()).toMatchObject({ exitCode: 1 })
  })
})

describe('HB-50 no run is done over an open box', () => {
  const { state, shelf } = given(closing({ ...words, box: 'done' }), [
    finds('1.1'),
    checksPass('phase-1'),
    verdict('phase-1'),
    ...done('3.1'),
    finds('final'),
  ])
  const { handbook } = shelf
  it('is done if every box is ticked or deferred', () => {
    expect(endOf(state, handbook)).toMatchObject({ reason: 'all_done' })
    const deferred = handbook.prompts.map((one) => ({ ...one, box: 'deferred' as const }))
    expect(endOf(state, { ...handbook, prompts: deferred })).toMatchObject({ reason: 'all_done' })
  })
  it('halts and names each one that is open, whatever the order of work says', () => {
    const prompts = handbook.prompts.map((one) => ({ ...one, box: 'open' as const, boxLine: 7 }))
    const phases = [phase(1, { close: { ...words, box: 'open', line: 9 } })]
    expect(endOf(state, { ...handbook, prompts, phases })).toMatchObject({
      reason: 'verification_failed',
      failureMode: expect.stringContaining(
        'prompt 1.1 (line 7), prompt 3.1 (line 7), Phase 1 close (line 9)',
      ),
    })
  })
})
