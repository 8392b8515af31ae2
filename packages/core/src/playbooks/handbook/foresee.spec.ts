import { describe, expect, it } from 'vitest'
import { foresee } from './foresee.ts'
import type { Handbook, HandbookPrompt } from './handbook-document.ts'
import { given } from './test-support/given.ts'
import { checksPass, finds } from './test-support/happenings.ts'
import { documents, phase, prompt } from './test-support/shelf.ts'

const foreseen = (prompts: readonly HandbookPrompt[], phases: Handbook['phases'] = []) =>
  foresee(
    {
      documents: {
        handbook: { prompts, phases, determinismNotes: '', hasSkeleton: false, warnings: [] },
        product: { text: 'Whole.', sections: [{ heading: 'Users', text: '## Users\nAll.', rules: [] }] },
        design: null,
      },
      critiques: {},
      briefs: {},
      records: [],
      punchList: [],
    },
    null,
  )

describe('HB-41 what a run would do', () => {
  it('HB-41 tells steps and batches in the order of the run, and what is in a worktree', () => {
    const close = { commands: ['npm run check'], prompt: '/impeccable audit it' }
    const steps = foreseen(
      [
        prompt('0.1', 'document', { box: 'done' }),
        prompt('1.1', 'critique'),
        prompt('1.2', 'audit'),
        prompt('2.1', 'shape', { pairedWith: '2.2' }),
        prompt('2.2', 'craft'),
        prompt('3.1', 'harden', { box: 'deferred' }),
      ],
      [{ number: 1, title: '', preamble: '', close }],
    )
    expect(
      steps.map(({ type, dispatches }) => [
        type,
        ...dispatches.map(({ subject, part, inWorktree }) => `${subject} ${part}${inWorktree ? ' *' : ''}`),
      ]),
    ).toEqual([
      ['prompts', '1.1 work', '1.2 work'],
      ['close', 'phase-1 close'],
      ['prompts', '2.1 work', '2.1 self-critique'],
      ['prompts', '2.2 work *'],
      ['finish', 'final final'],
    ])
    expect(steps[1]?.commands).toEqual(['npm run check'])
  })

  it('HB-41 a phase of which a prompt was unticked is closed anew', () => {
    const close = { commands: ['npm run check'], prompt: null }
    const shelf = documents([prompt('1.1', 'audit'), prompt('3.1', 'audit')], {
      phases: [phase(1, { close }), phase(3)],
    })
    const first = given(shelf, [finds('1.1'), checksPass('phase-1'), finds('3.1'), finds('final')])
    const { handbook } = first.shelf
    const prompts = handbook.prompts.map((one) => (one.id === '1.1' ? { ...one, box: 'open' as const } : one))
    const unticked = { ...first.shelf, handbook: { ...handbook, prompts } }
    const steps = foresee({ ...first.state, documents: unticked }, first.state)
    expect(steps.map(({ type }) => type)).toEqual(['prompts', 'close', 'finish'])
  })

  it('HB-13 HB-41 a craft pass that is not called so is ticked after the shapes that it crafts', () => {
    const steps = foreseen([prompt('2.1', 'shape'), prompt('2.2', 'shape'), prompt('2.3', 'craft')])
    expect(steps.map(({ type }) => type)).toEqual(['prompts', 'prompts', 'tick', 'finish'])
  })

  it('HB-41 tells the slices that each prompt will get', () => {
    const anchors = { paths: [], productRules: ['## Users'], designRules: [] }
    const [whole, cited] = foreseen([
      prompt('1.1', 'craft', { success: 'Done.' }),
      prompt('1.2', 'harden', { anchors }),
    ])
    expect(whole?.dispatches[0]?.slices.map(({ label }) => label)).toEqual([
      'Prompt 1.1',
      'Success',
      'PRODUCT.md',
    ])
    expect(cited?.dispatches[0]?.slices[1]?.text).toContain('## Users\nAll.')
    expect(cited?.dispatches[0]?.slices[1]?.text).not.toContain('Whole.')
  })

  it('HB-41 nothing is foreseen of a handbook that an earlier run has brought to its end', () => {
    const first = given(documents([prompt('1.1', 'audit')]), [finds('1.1'), finds('final')])
    const told = {
      documents: first.shelf,
      critiques: {},
      briefs: {},
      records: first.state.records,
      punchList: [],
    }
    expect(foresee(told, first.state)).toEqual([])
    const iteration = { ...first.state.iteration, status: 'halted' as const }
    expect(foresee(told, { ...first.state, iteration }).map(({ type }) => type)).toEqual(['finish'])
  })

  it('HB-41 nothing is foreseen before the documents are read', () => {
    expect(foresee({ documents: null, critiques: {}, briefs: {}, records: [], punchList: [] }, null)).toEqual(
      [],
    )
  })
})
