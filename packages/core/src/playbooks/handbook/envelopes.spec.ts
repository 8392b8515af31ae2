import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, done, edits, sets } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-14 the envelope', () => {
  const anchors = { paths: ['src/a'], productRules: ['**The Quiet Rule.**'], designRules: ['## Colour'] }
  const design = { text: '# Design', sections: [{ heading: 'Colour', text: '## Colour\nInk.', rules: [] }] }
  const full = (verb: string, more: object = {}) => ({
    ...documents(
      [
        prompt('1.1', 'critique', { anchors: { ...anchors, productRules: [], designRules: [] } }),
        prompt('3.1', verb, { anchors, success: 'It is calm.', failureModes: 'It is loud.', ...more }),
      ],
      {
        phases: [{ number: 3, title: 'Three', preamble: 'Harden everything.', close: null }],
        determinismNotes: 'No randomness.',
      },
    ),
    design,
  })
  it('has its parts in this order', () => {
    const story = given(full('polish'), [
      answers('1.1', { text: 'Too loud.', answer: { kind: 'review', findings: [], sentinel: true } }),
    ])
    expect(story.labels()).toEqual([
      'Prompt 3.1',
      'Success',
      'Failure modes',
      'PRODUCT.md',
      'DESIGN.md',
      'Phase 3',
      'Determinism notes',
      'What critiques of this surface said',
      'Worktree',
    ])
    expect(story.envelope()).toContain('Too loud.')
    expect(story.envelope()).toContain('## Users\nCooks.')
    expect(story.envelope()).not.toContain('No streak fires.')
    expect(story.envelope()).toContain('## Colour\nInk.')
  })
  it('the prompt is verbatim', () => {
    const text = '/impeccable harden  `x`\n  <b>\ttwice'
    const command = given(documents([prompt('3.1', 'harden', { text })])).command('RunAgent')
    expect(command.type === 'RunAgent' && command.slices[0]?.text).toBe(text)
  })
  const bare = { anchors: { paths: [], productRules: [], designRules: [] } }
  const labels = (verb: string) => given({ ...documents([prompt('3.1', verb, bare)]), design }).labels()
  it.each(['shape', 'craft', 'critique', 'polish'])('%s without anchors gets all of PRODUCT.md', (verb) =>
    expect(labels(verb)).toContain('PRODUCT.md'),
  )
  it.each(['harden', 'extract', 'audit', 'document'])('%s without anchors gets none of it', (verb) =>
    expect(labels(verb)).not.toContain('PRODUCT.md'),
  )
  it.each(['document', 'extract', 'polish'])('%s without anchors gets all of DESIGN.md', (verb) =>
    expect(labels(verb)).toContain('DESIGN.md'),
  )
  it.each(['harden', 'craft', 'shape'])('%s without anchors gets none of that', (verb) =>
    expect(labels(verb)).not.toContain('DESIGN.md'),
  )
  it('HB-02 a DESIGN.md that appears during the run is told from then on', () => {
    const two = documents([prompt('0.1', 'document'), prompt('3.1', 'polish')])
    expect(given(two, done('0.1', 'DESIGN.md')).labels()).not.toContain('DESIGN.md')
    expect(
      given(two, [edits((shelf) => ({ ...shelf, design })), ...done('0.1', 'DESIGN.md')]).labels(),
    ).toContain('DESIGN.md')
  })
  it('an edit of a prompt that is not under way yet reaches its agent', () => {
    const two = documents([prompt('3.1', 'harden'), prompt('3.2', 'harden')])
    expect(
      given(two, [sets('3.2', { text: '/impeccable harden all' }), ...done('3.1')]).envelope(),
    ).toContain('/impeccable harden all')
  })
})
