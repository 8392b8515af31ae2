import { describe, expect, it } from 'vitest'
import { finding } from '../../test-support/outcomes.ts'
import type { PhaseClose } from './handbook-document.ts'
import { given } from './test-support/given.ts'
import {
  atOnce,
  checksFail,
  checksPass,
  done,
  edits,
  finds,
  later,
  sets,
  tickRefused,
  verdict,
} from './test-support/happenings.ts'
import { documents, phase, prompt } from './test-support/shelf.ts'

const critiques = (count: number) =>
  Array.from({ length: count }, (_, index) => prompt(`1.${index + 1}`, 'critique'))

describe('HB-10 phases run strictly in order', () => {
  const closing = (close: PhaseClose) =>
    documents([prompt('1.1', 'audit'), prompt('2.1', 'harden')], {
      phases: [phase(1, { close }), phase(2)],
    })
  it('a later phase waits for every prompt of the earlier one', () =>
    given(documents([prompt('2.1', 'critique'), prompt('1.1', 'critique')])).wants(
      'prompt-reader work/1.1/1',
    ))
  it('a deferred prompt blocks nothing and never runs', () =>
    given(documents([prompt('1.1', 'critique', { box: 'deferred' }), prompt('2.1', 'critique')])).wants(
      'prompt-reader work/2.1/1',
    ))
  it('a ticked prompt never runs', () =>
    given(documents([prompt('1.1', 'critique', { box: 'done' }), prompt('1.2', 'critique')])).wants(
      'prompt-reader work/1.2/1',
    ))
  it('the close’s commands must pass first', () => {
    const story = given(closing({ commands: ['npm run budget'], prompt: null }), [finds('1.1')])
    story.wants('RunChecks verify/phase-1/1')
    expect(story.command('RunChecks')).toMatchObject({ checks: [{ run: 'npm run budget' }] })
    given(closing({ commands: ['npm run budget'], prompt: null }), [finds('1.1'), checksPass()]).wants(
      'prompt-worker work/2.1/1',
    )
  })
  it('a close that fails halts', () =>
    expect(
      given(closing({ commands: ['npm run budget'], prompt: null }), [finds('1.1'), checksFail()]).ends(),
    ).toMatchObject({ outcome: 'halted', exitCode: 1, reason: expect.stringContaining('phase-1') }))
  it('the close’s prompt is judged by a fresh agent', () => {
    const shelf = closing({ commands: ['true'], prompt: 'Is every issue filed?' })
    const story = given(shelf, [finds('1.1'), checksPass()])
    story.wants('phase-closer close/phase-1/1')
    expect(story.envelope()).toContain('Is every issue filed?')
    given(shelf, [finds('1.1'), checksPass(), verdict('phase-1')]).wants('prompt-worker work/2.1/1')
    expect(
      given(shelf, [finds('1.1'), checksPass(), verdict('phase-1', 'Two are not.')]).ends(),
    ).toMatchObject({
      exitCode: 1,
      report: expect.stringContaining('Two are not.'),
    })
  })
  it('a close with a box of its own is ticked once it has passed, and leaves its evidence', () => {
    const boxed = (box: 'open' | 'done' | 'deferred') =>
      closing({ commands: ['npm run budget'], prompt: null, box })
    const passed = [finds('1.1'), checksPass('phase-1')]
    const story = given(boxed('open'), passed)
    expect(story.log).toContain('EditDocuments tick/phase-1/1')
    expect(story.shelf.handbook.phases[0]?.close?.box).toBe('done')
    story.wants('prompt-worker work/2.1/1')
    expect(story.state.closes).toMatchObject([{ phase: 1, evidence: [{ run: 'npm run budget' }] }])
    given(boxed('deferred'), [finds('1.1')]).wants('prompt-worker work/2.1/1')
    const before = { ...boxed('done') }
    const ticked = before.handbook.prompts.map((one) =>
      one.phase === 1 ? { ...one, box: 'done' as const } : one,
    )
    given({ ...before, handbook: { ...before.handbook, prompts: ticked } }).wants('prompt-worker work/2.1/1')
    given(boxed('done'), [finds('1.1')]).wants('RunChecks verify/phase-1/1')
    given(boxed('open'), [...passed, tickRefused('edited')]).wants('RunChecks verify/phase-1/2')
    const { phases } = closing({ commands: ['npm run budget'], prompt: null }).handbook
    const takesBox = atOnce(edits((now) => ({ ...now, handbook: { ...now.handbook, phases } })))
    given(boxed('open'), [...passed, takesBox, tickRefused('gone')]).wants('prompt-worker work/2.1/1')
  })
  it('a phase is closed anew after a prompt of it that was unticked has run', () => {
    const shelf = closing({ commands: ['npm run budget'], prompt: null })
    const story = [finds('1.1'), checksPass('phase-1'), sets('1.1', { box: 'open' }), ...done('2.1')]
    given(shelf, story).wants('prompt-reader work/1.1/2')
    given(shelf, [...story, finds('1.1')]).wants('RunChecks verify/phase-1/2')
    expect(given(shelf, [...story, finds('1.1'), checksPass('phase-1')]).state.closes).toHaveLength(1)
  })
  describe('what an earlier run left says which phases are closed', () => {
    const close = { commands: ['npm run budget'], prompt: null }
    const shelf = closing(close)
    const first = given(shelf, [finds('1.1'), checksPass('phase-1'), ...done('2.1'), finds('final')])
    const box = (known: typeof shelf, id: string, to: 'open' | 'done') => ({
      ...known,
      handbook: {
        ...known.handbook,
        prompts: known.handbook.prompts.map((one) => (one.id === id ? { ...one, box: to } : one)),
      },
    })
    it('a close that failed is asked for again by the next run, whatever was done after it before', () => {
      const again = given(
        box(first.shelf, '1.1', 'open'),
        [later(60_000), finds('1.1'), checksFail('phase-1')],
        {
          adopted: first.state,
        },
      )
      expect(again.ends()).toMatchObject({ exitCode: 1 })
      given(again.shelf, [], { adopted: again.state }).wants('RunChecks verify/phase-1/1')
      given(again.shelf, [checksPass('phase-1')], { adopted: again.state }).wants(
        'prompt-reader final/final/1',
      )
    })
    it('the same where another tool does not record closes', () => {
      const again = given(
        box(first.shelf, '1.1', 'open'),
        [later(60_000), finds('1.1'), checksFail('phase-1')],
        {
          adopted: { ...first.state, closes: [] },
        },
      )
      given(again.shelf, [], { adopted: again.state }).wants('RunChecks verify/phase-1/1')
    })
    describe('of the last phase, without a box', () => {
      const last = documents([prompt('1.1', 'audit')], { phases: [phase(1, { close })] })
      const all = given(last, [finds('1.1'), checksPass('phase-1'), finds('final')])
      const [record] = all.state.records
      const known = { ...all.state, records: record === undefined ? [] : [record] }
      const at = record?.completedAt ?? 0
      it('where everything was done it stays closed, though nobody recorded it', () =>
        expect(given(all.shelf, [], { adopted: { ...known, closes: [] } }).ends()).toMatchObject({
          exitCode: 0,
        }))
      it('nor is it asked where its prompt was done after it, but before the end', () => {
        const closes = [{ phase: 1, closedAt: at - 1, evidence: [] }]
        expect(given(all.shelf, [], { adopted: { ...known, closes } }).ends()).toMatchObject({ exitCode: 0 })
      })
      it('with a box that is ticked it is asked again where its prompt was done after it', () => {
        const ticked = documents(all.shelf.handbook.prompts, {
          phases: [phase(1, { close: { ...close, box: 'done' } })],
        })
        const iteration = { ...known.iteration, status: 'halted' as const }
        const closedAt = (moment: number) => ({
          adopted: { ...known, iteration, closes: [{ phase: 1, closedAt: moment, evidence: [] }] },
        })
        given(ticked, [], closedAt(at - 1)).wants('RunChecks verify/phase-1/1')
        given(ticked, [], closedAt(at)).wants('prompt-reader final/final/1')
      })
    })
    it('where everything was done, a close without a box stays closed', () =>
      expect(given(first.shelf, [], { adopted: first.state }).ends()).toMatchObject({ exitCode: 0 }))
    it('but one whose box a person unticks is closed anew', () => {
      const boxed = closing({ ...close, box: 'open' })
      const all = given(boxed, [finds('1.1'), checksPass('phase-1'), ...done('2.1'), finds('final')])
      const { handbook } = all.shelf
      const phases = [phase(1, { close: { ...close, box: 'open' } }), phase(2)]
      const unticked = { ...all.shelf, handbook: { ...handbook, phases } }
      expect(given(all.shelf, [], { adopted: all.state }).ends()).toMatchObject({ exitCode: 0 })
      given(unticked, [], { adopted: all.state }).wants('RunChecks verify/phase-1/1')
    })
  })
  it('a phase that something was done after is closed', () =>
    given(
      documents(
        [
          prompt('1.1', 'audit', { box: 'done' }),
          prompt('2.1', 'harden', { box: 'done' }),
          prompt('2.2', 'harden'),
        ],
        {
          phases: [phase(1, { close: { commands: ['npm run budget'], prompt: null } }), phase(2)],
        },
      ),
    ).wants('prompt-worker work/2.2/1'))
  it('but not where its close has an open box, whatever was done after it: every box is to be ticked', () =>
    given(
      documents([prompt('1.1', 'audit', { box: 'done' }), prompt('2.1', 'harden', { box: 'done' })], {
        phases: [phase(1, { close: { commands: ['npm run budget'], prompt: null, box: 'open' } }), phase(2)],
      }),
    ).wants('RunChecks verify/phase-1/1'))
})

describe('HB-11 serial by default, read-only prompts in one batch', () => {
  it('critiques are dispatched together, at most eight', () => {
    const story = given(documents(critiques(10)))
    story.wants(...critiques(8).map(({ id }) => `prompt-reader work/${id}/1`))
  })
  it('the next batch waits for the whole of this one', () => {
    const first = critiques(8).map(({ id }) => finds(id))
    given(documents(critiques(10)), first.slice(0, 7)).wants('prompt-reader work/1.8/1')
    given(documents(critiques(10)), first).wants('prompt-reader work/1.9/1', 'prompt-reader work/1.10/1')
  })
  it.each(['craft', 'harden', 'Polish', 'layout', 'shape'])(
    'a critique that says %s comes alone, and is held to findings all the same',
    (word) => {
      const shelf = documents([
        prompt('1.1', 'critique', { text: `/impeccable critique the ${word} of it` }),
        prompt('1.2', 'critique'),
      ])
      const story = given(shelf)
      story.wants('prompt-reader work/1.1/1')
      expect(story.command('RunAgent')).toMatchObject({ mode: 'review', contract: 'critique' })
      const issue = finding('High', 'Contrast is too low', 'src/a.css')
      expect(given(shelf, [finds('1.1', issue)]).state.punchList).toEqual([{ ...issue, promptId: '1.1' }])
    },
  )
  it.each(['0.1', '3.1'])('a document %s that says so comes alone too, and writes DESIGN.md alone', (id) => {
    const text = '/impeccable document the layout of the pages'
    const second = id.replace('.1', '.2')
    const story = given(documents([prompt(id, 'document', { text }), prompt(second, 'audit')]))
    story.wants(`prompt-worker work/${id}/1`)
    expect(story.command('RunAgent')).toMatchObject({ mayWrite: ['DESIGN.md'], contract: null })
    expect(story.state.flights[0]?.lane).toMatchObject({ isWorktree: false })
  })
  it('mutating prompts come one at a time', () =>
    given(documents([prompt('3.1', 'harden'), prompt('3.2', 'polish')])).wants('prompt-worker work/3.1/1'))
  it('a batch reaches no further than the next prompt that writes', () =>
    given(documents([prompt('1.1', 'critique'), prompt('1.2', 'harden'), prompt('1.3', 'critique')])).wants(
      'prompt-reader work/1.1/1',
    ))
  it('document counts as read-only; one at a time, for all of them write DESIGN.md', () => {
    const shelf = documents([prompt('0.1', 'document'), prompt('0.2', 'audit'), prompt('0.3', 'document')])
    const story = given(shelf)
    story.wants('prompt-worker work/0.1/1', 'prompt-reader work/0.2/1')
    expect(story.command('RunAgent', '0.1')).toMatchObject({ mayWrite: ['DESIGN.md'] })
    expect(story.command('RunAgent', '0.2')).not.toHaveProperty('mayWrite')
    given(shelf, [...done('0.1', 'DESIGN.md'), finds('0.2')]).wants('prompt-worker work/0.3/1')
  })
  it('depends_on is honoured inside a phase', () => {
    const shelf = documents([prompt('1.1', 'critique', { dependsOn: ['1.2'] }), prompt('1.2', 'critique')])
    given(shelf).wants('prompt-reader work/1.2/1')
    given(shelf, [finds('1.2')]).wants('prompt-reader work/1.1/1')
  })
  it('a circle of depends_on is told and broken', () => {
    const story = given(
      documents([
        prompt('3.1', 'harden', { dependsOn: ['3.2'] }),
        prompt('3.2', 'harden', { dependsOn: ['3.1'] }),
      ]),
    )
    story.wants('prompt-worker work/3.1/1')
    expect(story.notes).toContainEqual(expect.stringContaining('3.1 depends on'))
  })
})
