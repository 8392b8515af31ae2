import { describe, expect, it } from 'vitest'
import { diesAt, resumes } from '../../test-support/story.ts'
import type { HandbookDocuments, PhaseClose } from './handbook-document.ts'
import { given, givenUnconfined } from './test-support/given.ts'
import {
  answersDoubt,
  checksFail,
  checksPass,
  done,
  edits,
  editsPrompts,
  fails,
  finds,
  merged,
  sets,
  stopsDuring,
  writes,
} from './test-support/happenings.ts'
import { documents, phase, prompt } from './test-support/shelf.ts'

const two = documents([prompt('3.1', 'harden'), prompt('3.2', 'harden')])
const ticksAll = editsPrompts((prompts) => prompts.map((one) => ({ ...one, box: 'done' })))
const asks = 'AskHuman gate/handbook/1'

const gateOf = (story: ReturnType<typeof given>) => {
  const command = story.command('AskHuman')
  return command.type === 'AskHuman' ? command.gate : null
}

describe('TR-07 a box that a person ticked', () => {
  it('counts in a confined run, also while an agent works, and is listed as by hand', () => {
    const end = given(two, [
      sets('3.2', { box: 'done' }),
      writes('3.1'),
      checksPass(),
      merged,
      finds('final'),
    ]).ends()
    expect(end).toMatchObject({ outcome: 'done', reason: expect.stringContaining(' By hand: 3.2.') })
    expect(end.report).toMatch(/## By hand\s+- 3\.2/)
  })
  it('counts in an unconfined run if it was ticked before the run started anything', () => {
    const shelf = documents([prompt('3.1', 'harden', { box: 'done' }), prompt('3.2', 'harden')])
    const end = givenUnconfined(shelf, [...done('3.2'), finds('final')]).ends()
    expect(end).toMatchObject({ outcome: 'done', reason: expect.stringContaining(' By hand: 3.1.') })
  })
  it('counts in an unconfined run if it was ticked while the run stood still', () => {
    const stopped = [fails('3.1', 'auth'), sets('3.1', { box: 'done' }), resumes]
    givenUnconfined(two, stopped).wants('prompt-worker work/3.2/1')
  })
  it('is not listed if the run has a record of it', () =>
    expect(given(two, [...done('3.1'), ...done('3.2'), finds('final')]).ends().reason).not.toContain(
      'By hand',
    ))
})

describe('TR-07 in an unconfined run a box that changed while an agent or a check worked', () => {
  it.each([
    ['an agent', [ticksAll, writes('3.1'), checksPass()]],
    ['a check', [writes('3.1'), ticksAll, checksPass()]],
    ['an agent that failed for good', [ticksAll, fails('3.1', 'auth')]],
    ['a check that failed', [writes('3.1'), ticksAll, checksFail()]],
    ['an agent that was stopped', [ticksAll, stopsDuring('work/3.1/1'), resumes]],
    ['an agent that died with its process', [diesAt('RunAgent', '3.1'), ticksAll, resumes]],
  ])('stops the run with the list: %s', (_who, story) => {
    const told = givenUnconfined(two, story)
    told.wants(asks)
    expect(gateOf(told)).toMatchObject({
      name: 'done-without-record',
      exitCode: 3,
      question: expect.stringContaining('3.1 is ticked, 3.2 is ticked'),
      choices: [
        { name: 'by-hand', words: 'required' },
        { name: 'put-back', words: 'optional' },
      ],
    })
    expect(gateOf(told)?.detail).toContain('- 3.2 is ticked')
  })

  it('stops it during the last critique, and after a rate limit', () => {
    const all = [...done('3.1'), ...done('3.2')]
    const reopened = documents([...two.handbook.prompts, prompt('3.3', 'harden', { box: 'deferred' })])
    givenUnconfined(reopened, [...all, sets('3.3', { box: 'done' }), finds('final')]).wants(asks)
    givenUnconfined(two, [sets('3.2', { box: 'done' }), fails('3.1', 'rate_limit', 9e15)]).wants(asks)
  })

  it('stops it if a prompt is deferred', () => {
    const deferred = sets('3.2', { box: 'deferred' })
    const told = givenUnconfined(two, [deferred, writes('3.1'), checksPass()])
    expect(gateOf(told)?.question).toContain('3.2 is deferred')
  })

  it('does not stop it if a prompt is removed, which claims nothing; the report names it', () => {
    const removes = editsPrompts((prompts) => prompts.slice(0, 1))
    const end = givenUnconfined(two, [removes, ...done('3.1'), finds('final')]).ends()
    expect(end.report).toContain('- 3.2 was removed from the handbook while its box was open.')
  })

  it('stops it if the close of a phase is ticked', () => {
    const close: PhaseClose = { commands: ['npm run close'], prompt: null, box: 'open' }
    const shelf = documents([prompt('1.1', 'audit')], { phases: [phase(1, { close })] })
    const ticked = (now: HandbookDocuments): HandbookDocuments => ({
      ...now,
      handbook: { ...now.handbook, phases: [phase(1, { close: { ...close, box: 'done' } })] },
    })
    const told = givenUnconfined(shelf, [edits(ticked), finds('1.1')])
    expect(gateOf(told)?.question).toContain('Phase 1 close is ticked')
  })

  it('does not stop it for boxes that were unticked, nor for those that the run ticks itself', () => {
    const shelf = documents([prompt('1.1', 'audit'), prompt('1.2', 'audit'), prompt('3.1', 'harden')])
    const story = [finds('1.1'), sets('1.1', { box: 'open' }), finds('1.2'), finds('1.1'), ...done('3.1')]
    expect(givenUnconfined(shelf, [...story, finds('final')]).ends().outcome).toBe('done')
  })

  const ticked = [sets('3.2', { box: 'done' }), writes('3.1'), checksPass()]

  it('counts once a person says that it was done by hand, with who and why', () => {
    const end = givenUnconfined(two, [
      ...ticked,
      answersDoubt('by-hand', 'I did it'),
      merged,
      finds('final'),
    ]).ends()
    expect(end).toMatchObject({
      outcome: 'done',
      reason: expect.stringContaining('By hand: 3.2 (ada: I did it).'),
    })
    expect(end.report).toMatch(/## By hand\s+- 3\.2 \(ada: I did it\)/)
  })

  it('is unticked if a person puts it back, and the prompt runs', () => {
    const back = [...ticked, answersDoubt('put-back'), merged]
    const story = givenUnconfined(two, back)
    story.wants('prompt-worker work/3.2/1')
    expect(story.log).toContain('EditDocuments put-back/handbook/1')
    const end = givenUnconfined(two, [...back, ...done('3.2'), finds('final')]).ends()
    expect(end.reason).not.toContain('By hand')
  })

  it('is asked about again if the handbook is another one when the answer comes', () => {
    const more = documents([...two.handbook.prompts, prompt('3.3', 'harden')])
    const other = [...ticked, sets('3.3', { box: 'done' }), answersDoubt('by-hand', 'x')]
    const told = givenUnconfined(more, other)
    told.wants('AskHuman gate/handbook/2')
    expect(gateOf(told)?.question).toContain('3.2 is ticked, 3.3 is ticked')
    const undone = [...ticked, sets('3.2', { box: 'open' }), answersDoubt('by-hand', 'x'), merged]
    givenUnconfined(more, undone).wants('prompt-worker work/3.2/1')
  })

  it('stays in doubt over a restart', () => {
    const stopped = [...ticked, stopsDuring(), resumes]
    givenUnconfined(two, stopped).wants(asks)
    givenUnconfined(two, [...stopped, answersDoubt('put-back'), merged]).wants('prompt-worker work/3.2/1')
  })

  it('starts nothing before the answer; agents that are under way come to their end', () => {
    const shelf = documents([prompt('1.1', 'audit'), prompt('1.2', 'audit'), prompt('3.1', 'harden')])
    const story = [sets('3.1', { box: 'done' }), fails('1.1', 'unknown'), finds('1.2')]
    const told = givenUnconfined(shelf, story)
    told.wants(asks)
    expect(told.log.slice(-1)).toEqual([asks])
    const after = givenUnconfined(shelf, [...story, answersDoubt('by-hand', 'x')])
    expect(after.log).toContain('EditDocuments tick/1.2/1')
    expect(after.log).toContain('prompt-reader work/1.1/2')
  })
})
