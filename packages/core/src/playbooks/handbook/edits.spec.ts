import { describe, expect, it } from 'vitest'
import { finding } from '../../test-support/outcomes.ts'
import { diesAt, resumes } from '../../test-support/story.ts'
import type { HandbookDocuments, PhaseClose } from './handbook-document.ts'
import { given } from './test-support/given.ts'
import {
  atOnce,
  checksPass,
  type Deed,
  done,
  edits,
  editsPrompts,
  finds,
  keepsLane,
  later,
  prose,
  says,
  sets,
  stopsDuring,
  tickRefused,
  verdict,
  writes,
} from './test-support/happenings.ts'
import { documents, phase, prompt } from './test-support/shelf.ts'

describe('HB-28 a person’s edits are followed', () => {
  const two = documents([
    prompt('3.1', 'harden', { expectedSignal: 'require_nonempty' }),
    prompt('3.2', 'harden', { expectedSignal: 'require_nonempty' }),
  ])
  it('a prompt that is unticked runs again', () =>
    given(two, [...done('3.1'), sets('3.1', { box: 'open' }), ...done('3.2')]).wants(
      'prompt-worker work/3.1/2',
    ))
  it('a prompt that a person ticked meanwhile is not sent to another agent', () => {
    const story = given(two, [...done('3.1'), sets('3.2', { box: 'done' }), says('3.2', '')])
    story.wants('prompt-reader final/final/1')
    expect(story.notes).toContain('3.2 was settled by a person while it was under way.')
  })
  it('a prompt that a person took away meanwhile is let go of', () => {
    const story = given(two, [editsPrompts((prompts) => prompts.slice(1)), says('3.1', '')])
    story.wants('prompt-worker work/3.2/1')
    expect(story.notes).toContain('3.1 was taken away by a person while it was under way.')
  })
  it('a prompt that was edited while it was merged is not ticked, and runs again with its new text', () => {
    const story = given(two, [
      ...done('3.1'),
      ...done('3.2'),
      atOnce(sets('3.2', { text: '/impeccable harden it well' })),
      tickRefused('edited'),
    ])
    story.wants('prompt-worker work/3.2/2')
    expect(story.envelope()).toContain('/impeccable harden it well')
    expect(story.state.records.map(({ promptId }) => promptId)).toEqual(['3.1'])
  })
  describe('a shape whose text is edited is shaped anew, however far it has come', () => {
    const shelf = documents([prompt('2.1', 'shape'), prompt('2.8', 'craft', { title: 'Craft pass' })])
    const edited = sets('2.1', { text: '/impeccable shape the whole timetable' })
    const anew = (story: ReturnType<typeof given>) => {
      story.wants('shaper work/2.1/2')
      expect(story.envelope()).toContain('/impeccable shape the whole timetable')
      expect(story.envelope()).not.toContain('failed its self-critique')
      expect(story.state.flights).toMatchObject([{ brief: null, trail: [], lane: { isWorktree: false } }])
      expect(story.notes).toContain('2.1 was edited by a person; the next agent gets the new text.')
    }
    it('while its shaper works', () => anew(given(shelf, [edited, says('2.1', 'an old brief')])))
    it('while its critic judges', () =>
      anew(given(shelf, [says('2.1', 'an old brief'), edited, prose('2.1')])))
    it('while it is crafted', () =>
      anew(given(shelf, [says('2.1', 'old'), verdict('2.1'), edited, stopsDuring('craft/2.1/1'), resumes])))
  })
  it('HB-12 HB-23 a text that was edited inherits no failure of the old one', () => {
    const shape = documents([prompt('2.1', 'shape')])
    const failed = [says('2.1', 'a brief'), verdict('2.1', 'vague')]
    const edited = sets('2.1', { text: '/impeccable shape the whole timetable' })
    const again = given(shape, [...failed, says('2.1', 'another'), edited, verdict('2.1', 'vague too')])
    again.wants('shaper work/2.1/3')
    expect(again.envelope()).not.toContain('vague')
    given(shape, [...failed, says('2.1', 'another'), edited, verdict('2.1', 'no'), ...failed]).wants(
      'shaper work/2.1/4',
    )
    const crafted = documents([prompt('2.1', 'shape'), prompt('2.8', 'craft', { title: 'Craft pass' })])
    const approved = [...failed, says('2.1', 'another'), verdict('2.1')]
    const stopped = [...approved, edited, stopsDuring('craft/2.1/1'), resumes]
    given(crafted, [...stopped, ...failed, ...failed]).wants('shaper work/2.1/5')
    const hardened = sets('3.1', { text: '/impeccable harden it well' })
    given(two, [says('3.1', ''), hardened, stopsDuring('work/3.1/2'), resumes, says('3.1', '')]).wants(
      'prompt-worker work/3.1/4',
    )
  })
  it('a retry gets the text as it is by then', () => {
    const story = given(two, [sets('3.1', { text: '/impeccable harden it well' }), says('3.1', '')])
    story.wants('prompt-worker work/3.1/2')
    expect(story.envelope()).toContain('/impeccable harden it well')
  })
  it('a run that was stopped sends whoever worked anew, with the text as it is by then', () => {
    const edited = sets('3.1', { text: '/impeccable harden it well' })
    const story = given(two, [edited, stopsDuring('work/3.1/1'), resumes])
    story.wants('prompt-worker work/3.1/2')
    expect(story.envelope()).toContain('/impeccable harden it well')
    expect(story.state.spent.tokens).toBe(100)
  })
  it('and whoever only read on the branch as it stands by then; a worktree is kept', () => {
    const stopped = [stopsDuring('work/1.1/1'), resumes]
    const story = given(documents([prompt('1.1', 'audit')]), stopped)
    story.wants('prompt-reader work/1.1/2')
    const lanes = story.log.filter((line) => /^(Open|Close)Lane/.test(line))
    expect(lanes).toEqual(['OpenLane open/1.1/1', 'CloseLane shut/1.1/1', 'OpenLane open/1.1/2'])
    const { log } = given(two, [stopsDuring('work/3.1/1'), resumes])
    expect(log.filter((line) => /^(Open|Close)Lane/.test(line))).toEqual(['OpenLane open/3.1/1'])
  })
  it('HB-24 what a call that died has written takes no part, so that its repetition is merged', () => {
    const opened: (boolean | undefined)[] = []
    const dies = [diesAt('RunAgent', '0.1'), resumes]
    given(documents([prompt('0.1', 'document')]), [...dies, keepsLane('0.1'), ...dies], {}, (event) => {
      if (event.type === 'CommandIssued' && event.command.type === 'OpenLane') opened.push(event.command.anew)
    })
    expect(opened).toEqual([undefined, true, undefined])
  })
  describe('what a person settled before its change is merged is not merged', () => {
    const names: string[] = []
    const stays = expect.stringMatching(/^The worktree of 3\.1 stays as it is: /)
    const left = (story: ReturnType<typeof given>, note: string) => {
      expect(story.log.filter((line) => /^(MergeLane|EditDocuments) \w+\/3\.1/.test(line))).toEqual([])
      expect(story.notes).toEqual(expect.arrayContaining([note, stays]))
      expect(story.state.records).toEqual([])
    }
    const settled = '3.1 was settled by a person while it was under way.'
    it('where the process died at its checks', () => {
      const story = given(two, [
        writes('3.1'),
        diesAt('RunChecks', '3.1'),
        sets('3.1', { box: 'done' }),
        resumes,
      ])
      story.wants('prompt-worker work/3.2/1')
      left(story, settled)
    })
    it('where it died as the change was measured', () => {
      const gone = editsPrompts((prompts) => prompts.slice(1))
      const story = given(two, [writes('3.1'), diesAt('MeasureChange', '3.1'), gone, resumes])
      story.wants('prompt-worker work/3.2/1')
      left(story, '3.1 was taken away by a person while it was under way.')
    })
    it('where it is done in another way while the checks run', () => {
      const story = given(two, [writes('3.1'), sets('3.1', { box: 'done' }), checksPass('3.1')])
      story.wants('prompt-worker work/3.2/1')
      left(story, settled)
    })
    it('one that says something else by then is carried out anew', () => {
      const edited = sets('3.1', { text: '/impeccable harden it well' })
      const story = given(two, [writes('3.1'), edited, checksPass('3.1')])
      story.wants('prompt-worker work/3.1/2')
      expect(story.envelope()).toContain('/impeccable harden it well')
      left(story, '3.1 was edited by a person while it was under way; it is carried out again.')
    })
    it('HB-15 nor is it in the way of what is begun anew in the same second', () => {
      const texts = ['well', 'better'].map((how) => sets('3.1', { text: `/impeccable harden it ${how}` }))
      const again = texts.flatMap((edit) => [
        writes('3.1'),
        // The clock stands still.
        { ...edit, laterMs: -3000 },
        checksPass('3.1'),
      ])
      const story = given(two, [...again, later(0)], {}, (event) => {
        if (event.type === 'LaneOpened') names.push(event.lane)
      })
      story.wants('prompt-worker work/3.1/3')
      const [first] = names
      expect(names).toEqual([first, `${first}-2`, `${first}-3`])
    })
    it('one that is as it was goes on where it was', () => {
      const story = given(two, [writes('3.1'), diesAt('RunChecks', '3.1'), resumes])
      story.wants('RunChecks verify/3.1/1')
      given(two, [writes('3.1'), checksPass('3.1')]).wants('MergeLane merge/3.1/1')
    })
    it('HB-15 what was written out of sight is named too', () => {
      const documenting = documents([prompt('0.1', 'document'), prompt('1.1', 'audit')])
      const story = given(documenting, [
        writes('0.1', 'DESIGN.md'),
        sets('0.1', { box: 'done' }),
        checksPass('0.1'),
      ])
      expect(story.notes).toContainEqual(
        expect.stringMatching(/^The worktree of 0\.1 stays as it is: .*lanes/),
      )
    })
    it('HB-10 a close whose commands were under way is put off where it is not due any more', () => {
      const close = { commands: ['npm run budget'], prompt: null }
      const closing = documents([prompt('1.1', 'audit'), prompt('3.1', 'harden')], {
        phases: [phase(1, { close }), phase(3)],
      })
      const crashed = [finds('1.1'), diesAt('RunChecks', 'phase-1'), sets('1.1', { box: 'open' }), resumes]
      given(closing, crashed).wants('prompt-reader work/1.1/2')
    })
  })
  describe('after a crash nobody is sent before the documents are read again', () => {
    const laneLines = (log: readonly string[]) => log.filter((line) => /^(Open|Close)Lane/.test(line))
    const under = (edit: Deed) => given(two, [edit, resumes])
    it('who was under way is another call, with the prompt as it is by then', () => {
      const story = under(sets('3.1', { text: '/impeccable harden it well' }))
      story.wants('prompt-worker work/3.1/2')
      expect(story.envelope()).toContain('/impeccable harden it well')
      expect(laneLines(story.log)).toEqual(['OpenLane open/3.1/1'])
    })
    it('a prompt that a person has ticked meanwhile is not run again', () => {
      const story = under(sets('3.1', { box: 'done' }))
      story.wants('prompt-worker work/3.2/1')
      expect(story.notes).toContain('3.1 was settled by a person while it was under way.')
    })
    it('HB-26 nor is anything where the time is up by then', () => {
      const story = under(later(241 * 60_000))
      expect(story.ends()).toMatchObject({ exitCode: 5, reason: expect.stringContaining('timeout') })
    })
    it('the same where its lane was still being opened: it is closed again', () => {
      const audits = documents([prompt('1.1', 'audit'), prompt('1.2', 'harden')])
      const story = given(audits, [diesAt('OpenLane', '1.1'), sets('1.1', { box: 'done' }), resumes])
      story.wants('prompt-worker work/1.2/1')
      expect(laneLines(story.log)).toEqual([
        'OpenLane open/1.1/1',
        'CloseLane shut/1.1/1',
        'OpenLane open/1.2/1',
      ])
    })
    it('and a close shows its commands all the same', () => {
      const close = { commands: ['npm run budget'], prompt: 'Is every issue filed?' }
      const closing = documents([prompt('1.1', 'audit')], { phases: [phase(1, { close })] })
      given(closing, [finds('1.1'), diesAt('OpenLane', 'phase-1'), resumes]).wants(
        'RunChecks verify/phase-1/1',
      )
    })
  })
  it('HB-02 what others read while a lane is opened counts for it too', () => {
    const batch = documents([
      prompt('1.1', 'audit', { expectedSignal: 'require_nonempty' }),
      prompt('1.2', 'audit'),
    ])
    const story = given(batch, [says('1.1', ''), atOnce(sets('1.2', { box: 'done' }))])
    story.wants('prompt-reader work/1.1/2')
    expect(story.notes).toContain('1.2 was settled by a person while it was under way.')
    expect(story.log).toContain('CloseLane shut/1.2/1')
    const late = given(batch, [says('1.1', ''), atOnce(later(241 * 60_000))])
    expect(late.ends()).toMatchObject({ exitCode: 5, reason: expect.stringContaining('timeout') })
  })
  it('a prompt that is gone when it is merged is through', () => {
    const story = given(two, [
      ...done('3.1'),
      ...done('3.2'),
      atOnce(editsPrompts((prompts) => prompts.filter(({ id }) => id !== '3.2'))),
      tickRefused('gone'),
    ])
    story.wants('prompt-reader final/final/1')
    expect(story.notes).toContain('The box of 3.2 was not ticked: gone')
  })
  it('HB-30 what is unticked while the last critique works is done before the end, and the critique made anew', () => {
    const audit = documents([prompt('1.1', 'audit')])
    const again = [finds('1.1'), sets('1.1', { box: 'open' }), finds('final', finding('Low', 'Old news'))]
    given(audit, again).wants('prompt-reader work/1.1/2')
    given(audit, [...again, finds('1.1')]).wants('prompt-reader final/final/2')
    const story = given(audit, [...again, finds('1.1'), finds('final')])
    expect(story.ends()).toMatchObject({ outcome: 'done', report: expect.not.stringContaining('Old news') })
    expect(story.state.final?.findings).toEqual([])
  })
  it('says where it starts, or where it resumes', () => {
    expect(given(documents([prompt('0.1', 'document')])).notes).toEqual(['Starting fresh at prompt 0.1.'])
    expect(
      given(documents([prompt('0.1', 'document', { box: 'done' }), prompt('1.1', 'audit')])).notes,
    ).toEqual(['Resuming at prompt 1.1 (iter 0/200) in Phase 1.'])
  })
  it('HB-05 says that the skeleton is absent, and each drift once', () => {
    const shelf = documents([prompt('1.1', 'audit'), prompt('3.1', 'harden')], {
      hasSkeleton: false,
      warnings: ['3.1: the verbs differ'],
    })
    expect(given(shelf, [finds('1.1')]).notes).toEqual([
      'Starting fresh at prompt 1.1.',
      'Skeleton absent: fallback envelope-only mode.',
      '3.1: the verbs differ',
    ])
  })
})

describe('HB-10, HB-28 a person’s edits of closes are followed', () => {
  const close = { commands: ['npm run budget'], prompt: 'Is every issue filed?', box: 'open' as const }
  const boxed = (box: 'open' | 'done') => edits((now) => withClose(now, { box }))
  const withClose = (shelf: HandbookDocuments, more: Partial<PhaseClose>): HandbookDocuments => ({
    ...shelf,
    handbook: {
      ...shelf.handbook,
      phases: shelf.handbook.phases.map((one) =>
        one.close === null ? one : { ...one, close: { ...one.close, ...more } },
      ),
    },
  })
  const shelf = documents([prompt('1.1', 'audit'), prompt('3.1', 'harden'), prompt('3.2', 'harden')], {
    phases: [phase(1, { close }), phase(3)],
  })
  const closed = [finds('1.1'), checksPass('phase-1'), verdict('phase-1')]
  const asked = [finds('1.1'), checksPass('phase-1')]
  const unticks = sets('1.1', { box: 'open' })

  it('a close whose box is unticked is asked for again in the same run', () => {
    const story = given(shelf, [...closed, boxed('open'), ...done('3.1')])
    story.wants('RunChecks verify/phase-1/2')
    given(shelf, [...closed, boxed('open'), ...done('3.1'), ...closed.slice(1)]).wants(
      'prompt-worker work/3.2/1',
    )
  })
  it('a close whose box a person ticks is passed', () =>
    given(shelf, [boxed('done'), finds('1.1')]).wants('prompt-worker work/3.1/1'))
  it('a close that is asked again is put off where a prompt before it is open by then', () => {
    const story = given(shelf, [...asked, unticks, prose('phase-1')])
    story.wants('prompt-reader work/1.1/2')
    expect(story.notes).toContain('phase-1 is put off: the handbook was edited meanwhile.')
    expect(story.log).toContain('CloseLane shut/phase-1/1')
  })
  it('one that says something else by then is begun anew, its commands too', () => {
    const edited = edits((now) => withClose(now, { commands: ['npm run other'] }))
    const story = given(shelf, [...asked, edited, prose('phase-1')])
    story.wants('RunChecks verify/phase-1/2')
    expect(story.command('RunChecks')).toMatchObject({ checks: [{ run: 'npm run other' }] })
  })
  it('so is one whose box is unticked between its commands and its question, and it is ticked then', () => {
    const ticked = withClose(shelf, { box: 'done' })
    const story = given(ticked, [...asked, boxed('open'), prose('phase-1')])
    story.wants('RunChecks verify/phase-1/2')
    const over = given(ticked, [...asked, boxed('open'), prose('phase-1'), ...closed.slice(1)])
    over.wants('prompt-worker work/3.1/1')
    expect(over.shelf.handbook.phases[0]?.close?.box).toBe('done')
  })
  it('one that is taken up again shows its commands on the branch as it stands by then', () =>
    given(shelf, [...asked, stopsDuring('close/phase-1/1'), resumes]).wants('RunChecks verify/phase-1/2'))
  describe('one without a box that is edited while it is judged', () => {
    const { box: _, ...boxless } = close
    const open = documents([prompt('1.1', 'audit'), prompt('3.1', 'harden'), prompt('3.2', 'harden')], {
      phases: [phase(1, { close: boxless }), phase(3)],
    })
    const other = edits((now) => withClose(now, { commands: ['npm run other'] }))
    it('is asked again as it stands by then', () => {
      const story = given(open, [...asked, other, verdict('phase-1')])
      story.wants('RunChecks verify/phase-1/2')
      expect(story.command('RunChecks')).toMatchObject({ checks: [{ run: 'npm run other' }] })
      expect(story.notes).toContain('The close of Phase 1 was edited while it was judged: it is asked again.')
    })
    it('is asked again where it gets an open box later, and has passed with a ticked one', () => {
      const boxes = (...deeds: readonly Deed[]) => given(open, [...closed, ...deeds, ...done('3.1')])
      boxes(boxed('open')).wants('RunChecks verify/phase-1/2')
      boxes(boxed('done')).wants('prompt-worker work/3.2/1')
    })
    it('has passed where a ticked box is put below it', () =>
      given(open, [boxed('done'), finds('1.1')]).wants('prompt-worker work/3.1/1'))
    it('has passed where it is edited later', () => {
      given(open, [...closed, other, ...done('3.1')]).wants('prompt-worker work/3.2/1')
      given(open, [...closed, ...done('3.1')]).wants('prompt-worker work/3.2/1')
    })
  })
  it('one that was put off for a while is asked for again', () => {
    const deferred = edits((now) => withClose(now, { box: 'deferred' }))
    const story = given(shelf, [...closed, deferred, ...done('3.1'), boxed('open'), ...done('3.2')])
    story.wants('RunChecks verify/phase-1/2')
  })
  it('the last critique is put off too', () => {
    const all = [...closed, ...done('3.1'), ...done('3.2')]
    given(shelf, [...all, unticks, stopsDuring('final/final/1'), resumes]).wants('prompt-reader work/1.1/2')
  })
})
