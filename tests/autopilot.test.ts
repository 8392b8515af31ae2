/** A spec of phases as its user takes it through, without a terminal: every question is a gate that is answered elsewhere. */
import { describe, expect, it } from 'vitest'
import {
  answer,
  autopilot,
  autopilotRepo,
  branch,
  ends,
  expectStrictSession,
  finding,
  isThere,
  planText,
  reviews,
  seen,
  session,
  slug,
  spec,
  specText,
  stateOf,
  subjectsOn,
  type Turn,
  textOf,
  today,
  waitsAt,
} from './support/autopilot-repo.ts'
import { harnessJson } from './support/harness-here.ts'
import { git, laneAt, write } from './support/sample-repo.ts'

const whats = (root: string): readonly string[] =>
  stateOf(root).decisions.map(({ what }: { readonly what: string }) => what)

const branchesOf = (root: string): readonly string[] =>
  git(root, 'branch', '--format=%(refname:short)', '--list', 'autopilot/*').split('\n')

const statusOf = async (root: string): Promise<string> => (await ends(0, root, 'autopilot', 'status')).stdout

const hello = specText([['Say hello', 'low']])

describe('--fast', () => {
  it('AP-04, AP-07, AP-08, AP-17 runs to the end alone, also with a high phase and checkpoints', async () => {
    const marks = ['[checkpoint:human-verify] Is it right?', '[checkpoint:decision] Which?\n- left\n- right']
    const root = autopilotRepo([{ persona: 'planner', call: 1, plan: planText('Say hello', marks) }], {
      [spec]: specText([
        ['Say hello', 'low'],
        ['Say goodbye', 'high'],
      ]),
    })
    const base = git(root, 'rev-parse', 'main')
    const { stdout, stderr } = await autopilot(root, 0, '--fast')
    expect(stdout).toContain('2 phases found: Phase 1: Say hello (low), Phase 2: Say goodbye (high)\n')
    expect(stdout).toContain('Auto-approved Phase 2: Say goodbye | fast | high | no concerns | 1 task\n')
    expect(stdout).not.toContain('gate ')
    expect(stdout).toMatch(/\ndone: 2 phases, 3 tasks, 0 retries, .*Final review: passed\.\n/)
    expect(stderr).toContain(`git merge ${branch}\n`)
    expect(subjectsOn(root)).toEqual([
      'Write part 1 (phase 1, task 1)',
      '[autopilot] Phase 1: Say hello, task 1: human-verify passed',
      '[autopilot] Phase 1: Say hello, task 2: decision passed',
      'Write part 2 (phase 1, task 2)',
      'Write part 1 (phase 2, task 1)',
    ])
    expect(whats(root)).toEqual([
      'auto_approved_plan_fast',
      'auto_passed_checkpoint_fast',
      'auto_passed_checkpoint_fast',
      'auto_approved_plan_fast',
      'left_branch',
    ])
    expect(stateOf(root)).toMatchObject({
      currentState: 'DONE',
      startingCommit: base,
      rigorLevel: 'fast',
      phases: [{ status: 'complete' }, { status: 'complete' }],
      history: [
        { phase: 0, tasksCompleted: 2, retriesUsed: 0, verificationPassed: true },
        { phase: 1, tasksCompleted: 1 },
      ],
      decisions: [{ signals: { reviewPlans: false, taskCount: 2, taskThreshold: 15 } }, {}, {}, {}, {}],
    })
    // Nothing of the checkout changed but its session and its plans.
    expect(git(root, 'rev-parse', 'main')).toBe(base)
    expect(git(root, 'diff', '--name-only')).toBe('')
    expect(isThere(root, 'src')).toBe(false)
    expect(isThere(root, `docs/plans/${today()}-say-goodbye-plan.md`)).toBe(true)
    await expectStrictSession(root)
    const { value } = await harnessJson(root, ['autopilot', 'status'])
    expect(value).toMatchObject({ ok: true, session: { state: 'DONE', slug, rigor: 'fast' } })
  })

  it('AP-04, AP-08 still asks for an action of a person, and for every plan with --review-plans', async () => {
    const marked = planText('Say hello', ['[checkpoint:human-action] Plug it in.'])
    const root = autopilotRepo([{ persona: 'planner', plan: marked }], { [spec]: hello })
    const waiting = await harnessJson(root, ['autopilot', spec, '--fast', '--review-plans'])
    expect(waiting).toMatchObject({
      code: 8,
      value: { ok: false, outcome: 'waiting', exitCode: 8, gates: [{ name: 'approve-plan' }] },
    })
    const { detail } = await waitsAt(root, 'approve-plan', 'yes / revise / skip-phase / stop')
    expect(detail).toContain('every plan is reviewed (--review-plans)')
    await answer(root, 8, 'yes')
    const checkpoint = await waitsAt(root, 'checkpoint', 'done / stop')
    expect(checkpoint.detail).toMatch(
      /^Plug it in\.\n\nThe work is in \S*lanes\/lane-1\. What you change there/,
    )
    expect(subjectsOn(root)).toEqual([])
    // What the person does in the lane is in the commit of the checkpoint.
    write(laneAt(root), { 'config/key.txt': 'plugged in\n' })
    expect((await answer(root, 0, 'done')).stdout).toMatch(/\ndone: 1 phase, 1 task/)
    expect(subjectsOn(root)).toEqual([
      '[autopilot] Phase 1: Say hello, task 1: human-action passed',
      'Write part 1 (phase 1, task 1)',
    ])
    expect(git(root, 'show', '--format=', '--name-only', `${branch}~1`)).toBe('config/key.txt')
    expect(git(root, 'show', `${branch}:config/key.txt`)).toBe('plugged in')
    expect(whats(root)).toEqual(['approved_plan', 'passed_checkpoint human-action', 'left_branch'])
  })
})

describe('AP-17 without a flag', () => {
  it('AP-05, AP-12 a phase that a person plans: running again goes on as soon as the plan is there', async () => {
    const root = autopilotRepo([], {
      [spec]: specText([
        ['Say hello', 'low'],
        ['Say goodbye', 'high'],
      ]),
    })
    const first = await autopilot(root, 8)
    expect(first.stdout).toContain('Auto-approved Phase 1: Say hello | auto | low | no concerns | 1 task\n')
    expect(first.stderr).toMatch(/next: harness answer autopilot-\S+ <yes\|stop>/)
    const { question } = await waitsAt(root, 'continue', 'yes / stop')
    expect(question).toBe('Phase 1: Say hello is complete. Next: Phase 2: Say goodbye (high). Continue?')
    await answer(root, 8, 'yes')
    const { detail } = await waitsAt(root, 'plan-needed', 'ready / draft / skip-phase / stop')
    const plan = `docs/plans/${today()}-say-goodbye-plan.md`
    expect(detail).toContain(`Write the plan to ${plan}`)
    // Without the plan the same question stays open.
    await ends(8, root, 'autopilot')
    await waitsAt(root, 'plan-needed', 'ready / draft / skip-phase / stop')
    write(root, { [plan]: planText('Say goodbye') })
    const again = await autopilot(root, 8)
    expect(again.stdout).toContain('Resuming from PLAN, phase 2: Say goodbye.')
    expect(again.stdout).toContain(`Found the plan of Phase 2: Say goodbye: ${plan}\n`)
    const approve = await waitsAt(root, 'approve-plan', 'yes / revise / skip-phase / stop')
    expect(approve.detail).toContain('the phase is of high complexity')
    // A stop keeps the question.
    const stopped = await answer(root, 8, 'stop')
    expect(stopped.stdout).toContain('Stopped at APPROVE_PLAN, phase 2: Say goodbye. The session is saved.')
    await ends(8, root, 'resume', 'autopilot')
    await waitsAt(root, 'approve-plan', 'yes / revise / skip-phase / stop')
    await answer(root, 8, 'yes')
    await waitsAt(root, 'deliver', 'merge / pull-request / leave')
    expect((await answer(root, 0, 'merge')).stderr).toContain('next: Merged into main.')
    expect(git(root, 'ls-tree', '-r', '--name-only', 'main', 'src')).toBe(
      'src/say-goodbye-1.txt\nsrc/say-hello-1.txt',
    )
    expect(git(root, 'branch', '--list', branch)).toBe('')
    expect(whats(root)).toEqual([
      'auto_approved_plan',
      'continued',
      'planned_by_person',
      'stopped',
      'approved_plan',
      'merge',
    ])
    expect(textOf(root, plan)).toBe(planText('Say goodbye'))
  })

  it('AP-10, AP-11, AP-13 what fails is a gate: fix, override or skip it with words, or stop', async () => {
    const breaks: Turn = {
      persona: 'task-executor',
      call: 1,
      do: [{ write: { path: 'src/say-hello-1.txt', text: 'BROKEN\n' } }],
    }
    const fixes: Turn = {
      persona: 'task-executor',
      call: 2,
      do: [{ write: { path: 'src/say-hello-1.txt', text: 'hello\n' } }],
    }
    const root = autopilotRepo(
      [
        breaks,
        fixes,
        {
          persona: 'verifier',
          call: 1,
          json: { passed: false, truths: [], failures: ['It greets too softly.'] },
        },
        { ...reviews(finding('critical', 'Rude words')), call: 1 },
        { ...reviews(finding('important', 'Said twice')), call: 2 },
        {
          persona: 'outcome-evaluator',
          call: 1,
          json: { verdict: 'NOT_SATISFIED', confidence: 'high', reasons: [`It greets no one. ${seen}`] },
        },
      ],
      { [spec]: hello },
    )
    await autopilot(root, 8)
    const checks = await waitsAt(root, 'verification-failed', 'fix / skip-verification / stop')
    expect(checks.detail).toContain('The check words (! grep -rq BROKEN src) did not pass')
    await answer(root, 8, 'fix', 'Use plain words')
    const verifier = await waitsAt(root, 'verification-failed', 'fix / skip-verification / stop')
    expect(verifier.detail).toContain('It greets too softly.')
    // Choices that need words are refused without them, and the gate stays open.
    expect((await answer(root, 2, 'skip-verification')).stderr).toContain('-m')
    await answer(root, 8, 'skip-verification', 'Soft is fine')
    const review = await waitsAt(root, 'review-findings', 'fix / override / stop')
    expect(review.detail).toContain('[critical] Rude words (src/say-hello-1.txt:1)')
    expect(JSON.parse(textOf(root, `${session}/phase-1-review.json`))).toMatchObject({
      findings: [{ severity: 'critical', title: 'Rude words' }],
    })
    await answer(root, 8, 'override', 'They are not rude here')
    await waitsAt(root, 'final-review-findings', 'fix / override / stop')
    await answer(root, 8, 'fix')
    await waitsAt(root, 'outcome', 'fix / override / stop')
    await answer(root, 8, 'override', 'No one is there yet')
    const { detail } = await waitsAt(root, 'deliver', 'merge / pull-request / leave')
    expect(detail).toContain('Passed over: REVIEW overrode_findings: tester: They are not rude here')
    const { stdout } = await answer(root, 0, 'leave')
    expect(stdout).toContain('done: 1 phase, 1 task')
    expect(subjectsOn(root)).toEqual([
      'Write part 1 (phase 1, task 1)',
      'Fix what was found in phase 1',
      'Fix what the final review found',
    ])
    expect(whats(root)).toEqual([
      'auto_approved_plan',
      'fix_verification',
      'skipped_verification',
      'overrode_findings',
      'fix_findings',
      'overrode_outcome',
      'left_branch',
    ])
    expect(stateOf(root)).toMatchObject({
      currentState: 'DONE',
      history: [{ verificationPassed: false, reviewFindings: { critical: 1 } }],
      finalReview: { status: 'passed', retryCount: 1 },
    })
  })

  it('AP-08 checkpoints: verify after the task, decide before it; what a person says reaches the executor', async () => {
    const marks = [
      '[checkpoint:human-verify] Is it friendly?',
      '[checkpoint:decision] Which?\n\n- in blue\n- in red',
    ]
    const shouts: Turn = {
      persona: 'task-executor',
      told: ['# Retry\n', 'a person rejected it: Say it louder'],
      do: [{ write: { path: 'src/say-hello-1.txt', text: 'HELLO\n' } }],
    }
    const colours: Turn = {
      persona: 'task-executor',
      told: ['Do task 2 of the plan', '- in red\n'],
      do: [{ write: { path: 'src/say-hello-2.txt', text: 'red\n' } }],
    }
    const root = autopilotRepo(
      [{ persona: 'planner', plan: planText('Say hello', marks) }, shouts, colours],
      { [spec]: hello },
    )
    await autopilot(root, 8)
    const verify = await waitsAt(root, 'checkpoint', 'yes / no / stop')
    expect(verify.detail).toContain('Is it friendly?')
    await answer(root, 8, 'no', 'Say it louder')
    await waitsAt(root, 'checkpoint', 'yes / no / stop')
    await answer(root, 8, 'yes')
    await waitsAt(root, 'checkpoint', 'option-1 / option-2 / other / stop')
    await answer(root, 8, 'option-2')
    await waitsAt(root, 'deliver', 'merge / pull-request / leave')
    expect(subjectsOn(root)).toEqual([
      'Write part 1 (phase 1, task 1)',
      'Write part 1 (phase 1, task 1)',
      '[autopilot] Phase 1: Say hello, task 1: human-verify passed',
      '[autopilot] Phase 1: Say hello, task 2: decision passed',
      'Write part 2 (phase 1, task 2)',
    ])
    expect(git(root, 'show', `${branch}:src/say-hello-1.txt`)).toBe('HELLO')
    expect(git(root, 'show', `${branch}:src/say-hello-2.txt`)).toBe('red')
    expect(whats(root)).toContain('passed_checkpoint decision: in red')
    expect(stateOf(root).history).toMatchObject([{ tasksCompleted: 2, retriesUsed: 1 }])
  })
})

it('AP-04, AP-06, AP-07 --thorough: a skeleton, every plan, and a revised plan are put before a person', async () => {
  const root = autopilotRepo(
    [
      { persona: 'planner', told: ['Write only the skeleton'], plan: '- Task 1: Write part 1\n' },
      {
        persona: 'planner',
        told: ['What the person wants otherwise', 'Two parts'],
        plan: planText('Say hello', ['', '']),
      },
    ],
    { [spec]: hello },
  )
  await autopilot(root, 8, '--thorough')
  const skeleton = await waitsAt(root, 'skeleton', 'yes / revise / skip-phase / stop')
  expect(skeleton.detail).toContain('- Task 1: Write part 1')
  await answer(root, 8, 'yes')
  const first = await waitsAt(root, 'approve-plan', 'yes / revise / skip-phase / stop')
  await answer(root, 8, 'revise', 'Two parts')
  const second = await waitsAt(root, 'approve-plan', 'yes / revise / skip-phase / stop')
  expect(second.question).toContain('(2 tasks, ')
  expect(second.digest).not.toBe(first.digest)
  expect((await answer(root, 1, 'skip-phase', 'Not now')).stdout).toContain('No phase was completed')
  expect(whats(root)).toEqual(['approved_skeleton', 'revised_plan', 'skipped_phase'])
  expect(stateOf(root).phases[0].status).toBe('skipped')
})

describe('AP-03, AP-17 a new session of the same spec', () => {
  it('starts after one that was left: the old files are kept aside, and its branch has a number', async () => {
    const root = autopilotRepo([], { [spec]: hello })
    await autopilot(root, 0, '--fast')
    const second = await autopilot(root, 8)
    expect(second.stdout).toContain(`on ${branch}-2 at`)
    expect(second.stdout).not.toContain('Resuming')
    expect(second.stdout).toContain(`The files of the session before are kept in ${session}.aside-1`)
    expect(stateOf(root, `${session}.aside-1`)).toMatchObject({ currentState: 'DONE', rigorLevel: 'fast' })
    expect(stateOf(root)).toMatchObject({ currentState: 'OUTCOME_EVAL', rigorLevel: 'standard' })
    expect((await answer(root, 0, 'leave')).stderr).toContain(`git merge ${branch}-2\n`)
    expect(branchesOf(root)).toEqual([branch, `${branch}-2`])
    expect(subjectsOn(root, `${branch}-2`)).toEqual(['Write part 1 (phase 1, task 1)'])
  })

  it('starts after one that was abandoned; until then no other spec is taken', async () => {
    const root = autopilotRepo([], { [spec]: specText([['Say hello', 'high']]) })
    await autopilot(root, 8)
    await waitsAt(root, 'plan-needed', 'ready / draft / skip-phase / stop')
    const other = await ends(2, root, 'autopilot', 'README.md')
    expect(other.stderr).toContain(`The session of ${spec} is unfinished.`)
    const gone = await ends(0, root, 'refuse', 'autopilot', '--give-up', '-m', 'Another way')
    expect(gone.stdout).toContain('Given up by tester: Another way')
    expect(gone.stdout).toContain(`The branch ${branch} stays. Start again: harness autopilot ${spec}`)
    expect(await statusOf(root)).toContain('DONE (abandoned), rigor standard\n')
    const again = await autopilot(root, 0, '--fast')
    expect(again.stdout).toContain(`on ${branch}-2 at`)
    expect(again.stdout).not.toContain('Resuming')
    expect(again.stdout).toContain(`The files of the session before are kept in ${session}.aside-1`)
    expect(branchesOf(root)).toEqual([branch, `${branch}-2`])
    expect(await statusOf(root)).toContain('DONE (left), rigor fast\n')
  })
})
