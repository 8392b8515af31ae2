import { describe, expect, it, test } from 'vitest'
import type { Suspicion } from '../../effects/run-agent.ts'
import type { Evidence } from '../../kernel/evidence.ts'
import { asTreeHash } from '../../kernel/ids.ts'
import { checksEnded } from '../../test-support/outcomes.ts'
import type { Answer } from './answers.ts'
import type { RigorLevel } from './documents.ts'
import { given } from './test-support/given.ts'
import {
  answers,
  blocked,
  checks,
  edits,
  ending,
  idle,
  plans,
  says,
  type Told,
  validates,
} from './test-support/happenings.ts'
import { firstPlan, onePhase, sessionDir, specPath } from './test-support/plain-input.ts'

const one = onePhase()
const fix = answers('verification-failed', 'fix')
const failing = 'verification-failed: fix, skip-verification, stop'
/** The checks end with this evidence of each. */
const evidence = (of: (item: Evidence) => readonly Evidence[]): Told =>
  ending('RunChecks', (command, at) => {
    const event = checksEnded(command, at, 0, null)
    return { ...event, evidence: event.evidence.flatMap(of) }
  })

describe('AP-10 the harness runs the checks itself, at every rigor', () => {
  const started = {
    fast: [],
    standard: [],
    thorough: [answers('skeleton', 'yes'), answers('approve-plan', 'yes')],
  }

  test.each(['fast', 'standard', 'thorough'] as const)(
    '%s: a failing check is no pass',
    (rigor: RigorLevel) => {
      const story = given({ ...one, rigor }, ...started[rigor], checks('lint')).rest()
      expect(story.asks()).toBe(failing)
      expect(story.gate()).toMatchObject({
        question: 'Verification of Phase 1: Core Scanner failed. What now?',
        detail: '- The check lint (npm run lint) did not pass: exit code 1\nlint broke',
      })
      expect(story.order()).not.toContain('verifier verifier/phase-1')
      expect(story.order()).not.toContain('code-reviewer review/phase-1')
    },
  )

  test.each<readonly [string, (item: Evidence) => readonly Evidence[], string]>([
    ['no evidence', ({ check, ...item }) => (check === 'lint' ? [] : [{ check, ...item }]), 'it did not run'],
    ['no exit code', (item) => [{ ...item, exitCode: null }], 'exit code null'],
    ['a problem', (item) => [{ ...item, problem: 'timed out' }], 'timed out'],
    ['another tree', (item) => [{ ...item, tree: asTreeHash('other') }], 'exit code 0'],
    ['another command', (item) => [{ ...item, run: 'true' }], 'exit code 0'],
  ])('a check with %s has not passed', (_, of, why) => {
    const story = given(one, evidence(of)).rest()
    expect(story.asks()).toBe(failing)
    expect(story.gate().detail).toContain(`The check lint (npm run lint) did not pass: ${why}`)
  })

  it('results of another tree than that of the lane prove nothing', () => {
    const other: Told = ending('RunChecks', (command, at) =>
      checksEnded({ ...command, tree: asTreeHash('other') }, at, 0, null),
    )
    expect(given(one, other).rest().asks()).toBe(failing)
  })

  it('the checks run on the lane as it is', () => {
    const story = given(one).rest()
    expect(story.commands.find(({ type }) => type === 'RunChecks')).toMatchObject({
      commit: 'commit-2',
      tree: 'tree-2',
      baseCommit: 'base',
      checks: [{ name: 'test' }, { name: 'lint' }],
    })
  })
})

describe('AP-10 AP-16 what the harness sees beside the checks', () => {
  it('session files and the plan are validated after every phase', () => {
    const story = given(one, validates('state.json: no position')).rest()
    expect(story.commands.find(({ type }) => type === 'ValidateSession')).toMatchObject({
      sessionDir,
      plans: [firstPlan],
    })
    expect(story.gate().detail).toBe('- state.json: no position')
  })

  it('a phase that changed nothing is no pass', () => {
    const story = given(one, plans('task 1: Measure | none'), idle()).rest()
    expect(story.gate().detail).toBe('- The phase changed nothing: no file differs from before it.')
  })

  const removed: Suspicion = { kind: 'rules-edited', file: 'test/walk.test.js', detail: 'A test is gone.' }
  const suspicious = (name: string) => says(name, { suspicions: [removed] })

  const uncalled = '- test/walk.test.js: A test is gone. The spec does not call for it.'
  const withSpec = (text: string) => ({ ...one, spec: { ...one.spec, text } })
  const named = plans('task 1: Walk | src/walk.js, test/walk.test.js\nDelete test/walk.test.js.')

  it('what the spec does not call for is no pass', () =>
    expect(given(one, suspicious('execute/phase-1-task-2')).rest().gate().detail).toBe(uncalled))

  it('what the spec names is one', () => {
    const story = given(withSpec('Delete test/walk.test.js.'), suspicious('execute/phase-1-task-2'))
    expect(story.rest().gate().name).toBe('deliver')
  })

  test.each(['fast', 'standard'] as const)(
    '%s: what only the plan names is no pass, because an agent wrote it',
    (rigor) =>
      expect(
        given({ ...one, rigor }, named, suspicious('task-executor'))
          .rest()
          .gate().detail,
      ).toBe(uncalled),
  )

  it('what only the plan names is no pass, also if a person approved that plan', () => {
    const approve = answers('approve-plan', 'yes')
    const story = given({ ...one, reviewPlans: true }, named, approve, suspicious('task-executor')).rest()
    expect(story.gate().detail).toBe(uncalled)
  })

  it('what the spec names counts as it is read for the phase, also if it says so only later', () => {
    const edit = edits(specPath, 'Delete test/walk.test.js.', (command) =>
      command.id.includes('ask/continue'),
    )
    const both = [1, 2].map((number) => suspicious(`execute/phase-2-task-${number}`))
    const goOn = answers('continue', 'yes')
    expect(
      given({}, edit, goOn, ...both)
        .rest()
        .gate().name,
    ).toBe('deliver')
    expect(
      given({}, goOn, ...both)
        .rest()
        .gate().detail,
    ).toBe(uncalled)
  })

  it('what a later task took back is no suspicion any more', () =>
    expect(given(one, suspicious('execute/phase-1-task-1')).rest().gate().name).toBe('deliver'))

  it('what a person passed over is not asked again, in this phase or in a later one', () => {
    const skipped = answers('verification-failed', 'skip-verification', 'it moved')
    const again = [1, 2].map((number) => suspicious(`execute/phase-2-task-${number}`))
    const story = given(
      {},
      suspicious('execute/phase-1-task-2'),
      skipped,
      answers('continue', 'yes'),
      ...again,
    )
    expect(story.rest().gate().name).toBe('deliver')
  })
})

describe('AP-10 the verifier', () => {
  const verdict = (answer: Partial<Answer>, more = {}) => says('verifier', { answer, ...more })
  const untrue = { truth: 'It scans.', holds: false, evidence: '"0 files"' }

  it('judges the change of the phase, with the results of the checks', () => {
    const story = given({}, answers('continue', 'yes')).rest()
    expect(story.call('verifier')).toMatchObject({ shows: { change: { from: 'commit-2', to: 'commit-4' } } })
    expect(story.slice('verifier', 'Results of the checks')).toContain('passed: test')
    expect(story.slice('verifier', 'Observable truths')).toContain('- It scans.')
  })

  it('fail: all failures and untrue truths are shown', () => {
    const story = given(one, verdict({ passed: false, failures: ['No file.'], truths: [untrue] }))
    expect(story.gate()).toMatchObject({
      name: 'verification-failed',
      detail: '- No file.\n- Not true: It scans. ("0 files")',
    })
  })

  it('a pass with failures is a fail', () =>
    expect(given(one, verdict({ failures: ['No file.'] })).gate()).toMatchObject({
      name: 'verification-failed',
      detail: '- No file.',
    }))

  it('fail without a reason is a fail', () =>
    expect(given(one, verdict({ passed: false, truths: [] })).gate().detail).toBe(
      '- The verifier says that it failed, and not why.',
    ))

  test.each([
    [
      'quotes what it did not see',
      { quotes: { quoted: 1, outputs: 2, missing: ['ok'] } },
      'nothing that it saw shows this: It scans.',
    ],
    [
      'leaves out a truth of the plan',
      { answer: { truths: [] } },
      'nothing that it saw shows this: It scans.',
    ],
    [
      'shows another truth',
      { answer: { truths: [{ truth: 'It runs.', holds: true, evidence: '"ok"' }] } },
      'nothing that it saw shows this: It scans.',
    ],
    [
      'passes what it calls untrue',
      { answer: { truths: [untrue] } },
      'nothing that it saw shows this: It scans.',
    ],
    [
      'shows nothing for a truth of its own',
      {
        answer: {
          truths: [
            { truth: 'It scans.', holds: true, evidence: '"ok"' },
            { truth: 'It runs.', holds: true, evidence: 'I believe so' },
          ],
        },
      },
      'nothing that it saw shows this: It runs.',
    ],
    [
      'shows nothing for a truth',
      { answer: { truths: [{ truth: 'It scans.', holds: true, evidence: 'I believe so' }] } },
      'nothing that it saw shows this: It scans.',
    ],
    [
      'changed files',
      { violation: { files: ['src/walk.js'], patch: 'p' } },
      'it changed src/walk.js; the change was put back',
    ],
    ['answers another question', { answer: { kind: 'findings' as const } }, 'its answer has another form'],
  ])('an answer that %s is void: it is asked once more, then a person is', (_, more, why) => {
    given(one, verdict({}, more)).wants('verifier verifier/phase-1/2')
    const story = given(one, verdict({}, more), verdict({}, more))
    expect(story.asks()).toBe('output-missing: retry, stop')
    expect(story.gate().question).toBe(`The verifier gave nothing that counts: ${why}. Try again?`)
    given(one, verdict({}, more), verdict({}, more), answers('output-missing', 'retry')).wants(
      'verifier verifier/phase-1/3',
    )
  })

  const shows = (...truths: readonly string[]) =>
    verdict({ truths: truths.map((truth) => ({ truth, holds: true, evidence: '"ok"' })) })
  const twoTruths = plans(`truth: It scans.\ntruth: It prints 3 lines.\ntask 1: Walk | src/walk.js`)

  it('each truth needs evidence of its own: one that is shown twice does not stand for two', () => {
    given(one, twoTruths, shows('It scans.', 'It scans.')).wants('verifier verifier/phase-1/2')
    given(one, twoTruths, shows('It prints 3 lines.', 'It scans.')).wants('code-reviewer review/phase-1/1')
  })

  test.each(['1. it scans', '- It scans!', '2) IT  SCANS.', '`It` scans'])(
    'numbering, case and punctuation of a truth do not count: %s',
    (truth) => given(one, shows(truth)).wants('code-reviewer review/phase-1/1'),
  )

  test.each(['It scans all.', 'It', 'It scans 1.', ''])('the words of a truth count: %s', (truth) =>
    given(one, shows(truth)).wants('verifier verifier/phase-1/2'),
  )

  it('a number inside a truth counts', () =>
    given(one, twoTruths, shows('It scans.', 'It prints 4 lines.')).wants('verifier verifier/phase-1/2'))

  describe('a plan without truths', () => {
    const tasks = plans('task 1: Walk | src/walk.js\ntask 2: Match | src/match.js')
    const noTruths = { ...one, spec: { ...one.spec, truths: [] } }

    it('is held to the truths of the spec, which the verifier is shown', () => {
      const story = given(one, tasks, shows())
      story.wants('verifier verifier/phase-1/2')
      expect(story.slice('verifier', 'Observable truths')).toContain('\n- A scan names each match.\n')
      given(one, tasks, shows('A scan names each match')).wants('code-reviewer review/phase-1/1')
    })

    it('is held to its tasks if the spec has none either', () => {
      const story = given(noTruths, tasks, shows('Done: Walk'))
      story.wants('verifier verifier/phase-1/2')
      expect(story.slice('verifier', 'Observable truths')).toContain('\n- Done: Walk\n- Done: Match\n')
      expect(story.state().said).toContain(
        'The verifier gave nothing that counts: nothing that it saw shows this: Done: Match',
      )
      given(noTruths, tasks, shows('Done: Walk', 'Done: Match')).wants('code-reviewer review/phase-1/1')
    })
  })

  it('a void answer and then one that counts: the phase is verified', () => {
    const quotes = { quoted: 1, outputs: 2, missing: ['ok'] }
    expect(given(one, verdict({}, { quotes })).rest().state().history[0]?.verificationPassed).toBe(true)
  })
})

describe('AP-10 after a failure a person decides', () => {
  it('fix: the executor gets the problems, the words and the logs', () => {
    const story = given(one, checks('test'), answers('verification-failed', 'fix', 'Look at zero.'))
    story.wants('task-executor execute/phase-1-fix/1')
    expect(story.slice('task-executor', 'Your job')).toContain(
      '- The check test (npm run test) did not pass: exit code 1\ntest broke\n- Look at zero.',
    )
    expect(story.call('task-executor')).toMatchObject({
      commitMessage: 'Fix what was found in phase 1',
      shows: { logs: [{ log: 'checks/verify-phase-1-1/1-test.log' }] },
    })
  })

  it('fix: the budget of attempts is full again, and the whole phase is verified again', () => {
    const tired = [blocked('a', 'execute/phase-1-task-2'), blocked('b', 'execute/phase-1-task-2')]
    const story = given(one, ...tired, checks('test'), fix, blocked('c', 'execute/phase-1-fix'))
    expect(story.slice('task-executor', 'Retry')).toContain('This is retry 1 of 3.')
    const order = story.rest().order()
    expect(order.slice(order.lastIndexOf('task-executor execute/phase-1-fix') + 1).slice(0, 3)).toEqual([
      'RunChecks verify/phase-1',
      'ValidateSession validate/phase-1',
      'verifier verifier/phase-1',
    ])
    expect(story.state().history[0]).toMatchObject({ retriesUsed: 3, verificationPassed: true })
  })

  it('fix: an executor that changes nothing has not fixed it', () =>
    given(one, checks('test'), fix, idle({}, 'execute/phase-1-fix')).wants(
      'task-executor execute/phase-1-fix/2',
    ))

  it('skip verification: it is recorded with its words, the review comes next, and the phase is not verified', () => {
    const story = given(one, checks('test'), answers('verification-failed', 'skip-verification', 'flaky'))
    story.wants('code-reviewer review/phase-1/1')
    expect(story.state().decisions.at(-1)).toEqual({
      state: 'VERIFY',
      what: 'skipped_verification',
      why: 'ana: flaky',
    })
    expect(story.rest().state().history[0]?.verificationPassed).toBe(false)
    expect(story.gate().detail).toContain('Passed over: VERIFY skipped_verification: ana: flaky')
  })
})
