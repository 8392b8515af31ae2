import { describe, expect, it } from 'vitest'
import { given } from './test-support/given.ts'
import { answers, checksPass, finds, reports, says, writes } from './test-support/happenings.ts'
import { documents, prompt } from './test-support/shelf.ts'

describe('HB-23 empty results by contract', () => {
  const one = (expectedSignal: 'allow_empty' | 'require_nonempty', verb = 'polish') =>
    documents([
      prompt('3.1', verb, { expectedSignal, failureModes: 'It changes nothing.' }),
      prompt('3.2', 'harden'),
    ])
  it('allow_empty passes, and says so', () => {
    const story = given(one('allow_empty'), [says('3.1', 'Nothing to do.'), checksPass()])
    story.wants('prompt-worker work/3.2/1')
    expect(story.state.records[0]).toMatchObject({ emptyResult: true })
    expect(story.state.iteration).toMatchObject({ iteration: 1, lastOutcome: 'empty' })
  })
  it('require_nonempty is asked once more with the failure modes on top', () => {
    const story = given(one('require_nonempty'), [says('3.1', 'first')])
    story.wants('prompt-worker work/3.1/2')
    expect(story.labels()[0]).toContain('Read this first')
    expect(story.envelope().split('\n')[1]).toBe('It changes nothing.')
  })
  it('then halts with both summaries', () => {
    const end = given(one('require_nonempty'), [says('3.1', 'first'), says('3.1', 'second')]).ends()
    expect(end).toMatchObject({ exitCode: 1, reason: expect.stringContaining('verification_failed') })
    for (const part of ['require_nonempty', 'first', 'second', 'tick the checkbox manually'])
      expect(end.report).toContain(part)
  })
  it('an audit that found nothing is a result', () =>
    given(one('require_nonempty', 'audit'), [finds('3.1')]).wants('prompt-worker work/3.2/1'))
  it('a shape without a brief is none', () =>
    given(one('require_nonempty', 'shape'), [says('3.1', ' ')]).wants('shaper work/3.1/2'))
  describe('a documentation of the design', () => {
    const said = says('3.1', 'Everything is documented.')
    const design = { text: '# Design', sections: [] }
    it('is none if there is no DESIGN.md', () => {
      given(one('require_nonempty', 'document'), [said]).wants('prompt-worker work/3.1/2')
      const story = given(one('allow_empty', 'document'), [said, checksPass()])
      expect(story.state.records[0]).toMatchObject({ emptyResult: true })
    })
    it('may be what was found if there is one', () => {
      const story = given({ ...one('require_nonempty', 'document'), design }, [said, checksPass()])
      expect(story.state.records[0]).toMatchObject({ emptyResult: false })
    })
    it.each(['allow_empty', 'require_nonempty'] as const)('halts where git ignores it, with %s', (signal) => {
      const story = given(one(signal, 'document'), [answers('3.1', { ignored: ['DESIGN.md'] })])
      expect(story.ends()).toMatchObject({
        exitCode: 1,
        reason: expect.stringContaining('git ignores DESIGN.md'),
        report: expect.stringContaining('It is kept in /aside'),
      })
      expect(story.log.filter((line) => line.startsWith('EditDocuments'))).toEqual([])
    })
  })
  describe.each(['harden', 'onboard', 'extract'])('%s reports what it found', (verb) => {
    const asked = one('require_nonempty', verb)
    it('in a form of its own', () =>
      expect(given(asked).command('RunAgent')).toMatchObject({ contract: 'prompt-report' }))
    it('a finding is a result, also if nothing was changed', () => {
      const story = given(asked, [reports('3.1', 'An empty name is saved.'), checksPass()])
      expect(story.state.records[0]).toMatchObject({
        emptyResult: false,
        summary: 'It was looked at.\n- An empty name is saved.',
      })
    })
    it('a change is a result, whatever is said of it', () =>
      given(asked, [writes('3.1')]).wants('RunChecks verify/3.1/1'))
    it.each([
      ['a report without findings', reports('3.1')],
      ['prose', says('3.1', 'I found two problems, which need a person.')],
    ])('%s is none: asked once more, then it halts', (_what, nothing) => {
      given(asked, [nothing]).wants('prompt-worker work/3.1/2')
      expect(given(asked, [nothing, nothing]).ends().reason).toContain('require_nonempty')
    })
    it('a report without findings passes where that is allowed', () => {
      const story = given(one('allow_empty', verb), [reports('3.1'), checksPass()])
      expect(story.state.records[0]).toMatchObject({ emptyResult: true, summary: 'It was looked at.' })
    })
  })
  it('what else writes is held to its change alone', () =>
    expect(given(one('require_nonempty')).command('RunAgent')).toMatchObject({ contract: null }))
  it('HB-15 a violation of whoever halts the run is told all the same', () => {
    const strays = answers('1.1', { text: '', violation: ['src/sneak.txt'] })
    const shelf = documents([prompt('1.1', 'audit', { expectedSignal: 'require_nonempty' })])
    const story = given(shelf, [strays, strays])
    expect(story.ends()).toMatchObject({
      exitCode: 1,
      report: expect.stringContaining('1.1 changed src/sneak.txt'),
    })
    const told = { by: '1.1', files: ['src/sneak.txt'] }
    expect(story.state.violations).toMatchObject([told, told])
  })
})
