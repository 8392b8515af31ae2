/** What an autopilot makes of wrong input: flags, specs, session files, plans, answers of agents, and a checkout that moves. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
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
  session,
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
import { commit, git, laneAt, write } from './support/sample-repo.ts'

const hello = { [spec]: specText([['Say hello', 'low']]) }
const approval = 'yes / revise / skip-phase / stop'
const delivery = 'merge / pull-request / leave'
const statePath = `${session}/autopilot-state.json`

describe('AP-01, AP-02, AP-04 the command line and the spec', () => {
  it('refuses wrong flags and names with a message for each, and writes nothing', async () => {
    const root = autopilotRepo([], { 'docs/plain.md': '# Plain\n\nNothing to build yet.\n' })
    const wrong: readonly (readonly [readonly string[], string])[] = [
      [[spec, '--fast', '--thorough'], '--fast and --thorough exclude each other.'],
      [[spec, '--skip', '1'], '--skip belongs to harness autopilot phases.'],
      [[spec, '--order', '2,1'], '--order belongs to harness autopilot phases.'],
      [[spec, '--write'], '--write belongs to harness autopilot phases.'],
      [[spec, 'docs/plain.md'], 'Only one spec can be named'],
      [['docs/missing.md'], 'There is no docs/missing.md'],
      [['../outside.md'], '../outside.md is not a file in'],
      [[], 'No session is unfinished, so the spec must be named.'],
      [['docs/plain.md'], 'docs/plain.md has no phases. Add this section to it:'],
    ]
    for (const [args, said] of wrong) {
      const { stderr } = await ends(2, root, 'autopilot', ...args)
      expect(stderr).toContain(said)
    }
    const { stderr } = await ends(2, root, 'autopilot', 'docs/plain.md')
    expect(stderr).toMatch(/## Implementation Order\n\n +### Phase 1: .*\n\n +<!-- complexity: low -->\n/)
    const { code, value } = await harnessJson(root, ['autopilot', 'docs/plain.md'])
    expect([code, value.error.code]).toEqual([2, 'spec-without-phases'])
    expect(existsSync(join(root, '.harness/sessions'))).toBe(false)
    expect(git(root, 'branch', '--list', 'autopilot/*')).toBe('')
  })

  it.each([
    [
      'one phase',
      '## Implementation Order\n\n### Phase 1: Say hello\n\n<!-- complexity: high -->\n',
      '1 phase found: Phase 1: Say hello (high)',
      'one phase only',
    ],
    [
      'phases from 0',
      '## Implementation Order\n\n### Phase 0: Look\n\n<!-- complexity: high -->\n\n### Phase 1: Speak\n',
      '2 phases found: Phase 1: Look (high), Phase 2: Speak (medium)',
      null,
    ],
    [
      'a table',
      '## Implementation Order\n\n| Phase | Name | Complexity |\n|---|---|---|\n| 1 | Look | high |\n| 2 | Speak | low |\n',
      '2 phases found: Phase 1: Look (high), Phase 2: Speak (low)',
      'the phases are read from a table',
    ],
    [
      'a numbered list',
      '## Implementation Order\n\n1. **Look** <!-- complexity: high -->\n2. **Speak**: aloud\n',
      '2 phases found: Phase 1: Look (high), Phase 2: Speak (medium)',
      'the phases are read from a numbered list',
    ],
  ])(
    'reads a spec with %s, and says what it guessed before anything runs',
    async (_form, text, found, told) => {
      const root = autopilotRepo([], { [spec]: `# Greeter\n\n${text}` })
      const { stdout } = await autopilot(root, 8)
      expect(stdout).toContain(found)
      if (told === null) expect(stdout).not.toMatch(/are read from|phase only/)
      else expect(stdout).toMatch(new RegExp(`${spec}:\\d+: ${told}[\\s\\S]*phases? found`))
      await waitsAt(root, 'plan-needed', 'ready / draft / skip-phase / stop')
    },
  )
})

describe('AP-03 a state file that cannot be read', () => {
  const whole = {
    schemaVersion: 9,
    specPath: spec,
    currentState: 'PLAN',
    currentPhase: 0,
    phases: [{ name: 'Say hello', complexity: 'low', status: 'pending' }],
  }
  it.each([
    ['is cut off', JSON.stringify({ ...whole, schemaVersion: 5 }).slice(0, 60), statePath],
    ['has version 9', JSON.stringify(whole), 'it was written by a newer version'],
  ])('that %s is set aside with exit 12, and the next call starts fresh', async (_what, text, said) => {
    const root = autopilotRepo([], { [spec]: specText([['Say hello', 'high']]) })
    write(root, { [statePath]: text })
    const { stderr } = await autopilot(root, 12)
    expect(stderr).toContain(`It is kept as ${statePath}.aside-1.`)
    expect(stderr).toContain(said)
    expect(stderr).toContain('To start fresh, run the same command again.')
    expect(textOf(root, `${statePath}.aside-1`)).toBe(text)
    expect(isThere(root, statePath)).toBe(false)
    const fresh = await autopilot(root, 8)
    expect(fresh.stdout).not.toContain('Resuming')
    expect(fresh.stdout).toContain(`The files of the session before are kept in ${session}.aside-1\n`)
    expect(stateOf(root)).toMatchObject({ currentState: 'PLAN', phases: [{ status: 'in-progress' }] })
    expect(textOf(root, `${session}.aside-1/autopilot-state.json.aside-1`)).toBe(text)
  })

  it('of a session that runs here is set aside too; the journal knows how far it is', async () => {
    const root = autopilotRepo([], { [spec]: specText([['Say hello', 'high']]) })
    await autopilot(root, 8)
    write(root, { [statePath]: '{"schemaVersion": 5, "phases": [' })
    const broken = await ends(2, root, 'validate')
    expect(broken.stdout).toContain(statePath)
    const again = await autopilot(root, 8)
    expect(again.stdout + again.stderr).toContain(
      `${statePath} could not be read; it is kept as ${statePath}.aside-1`,
    )
    expect(textOf(root, `${statePath}.aside-1`)).toBe('{"schemaVersion": 5, "phases": [')
    await waitsAt(root, 'plan-needed', 'ready / draft / skip-phase / stop')
  })
})

describe('AP-07 an approval', () => {
  it('is for the content that was shown: an edited plan is shown with its difference and asked again', async () => {
    const marks = ['[checkpoint:human-verify] Is it right?', '']
    const root = autopilotRepo([{ persona: 'planner', plan: planText('Say hello', marks) }], hello)
    const plan = `docs/plans/${today()}-say-hello-plan.md`
    await autopilot(root, 8, '--review-plans')
    const shown = await waitsAt(root, 'approve-plan', approval)
    expect(shown.detail).toContain(textOf(root, plan).trim())
    // Edited between the question and the answer.
    const edited = textOf(root, plan).replace('Write part 2', 'Write the second part')
    write(root, { [plan]: edited })
    const after = await answer(root, 8, 'yes')
    expect(after.stdout).toContain('The plan was edited after its approval')
    const second = await waitsAt(root, 'approve-plan', approval)
    expect(second.detail).toMatch(/^- ?### Task 2: Write part 2$/m)
    expect(second.detail).toMatch(/^\+ ?### Task 2: Write the second part$/m)
    expect(second.digest).not.toBe(shown.digest)
    const old = await ends(2, root, 'answer', 'autopilot', 'yes', '--digest', String(shown.digest))
    expect(old.stderr).toMatch(/changed|digest/)
    expect(subjectsOn(root)).toEqual([])
    await answer(root, 8, 'yes')
    await waitsAt(root, 'checkpoint', 'yes / no / stop')
    // Edited after the approval, while a person looks at the first task.
    write(root, { [plan]: edited.replace('Write the second part', 'Write more') })
    await answer(root, 8, 'yes')
    const third = await waitsAt(root, 'approve-plan', approval)
    expect(third.detail).toMatch(/^\+ ?### Task 2: Write more$/m)
    await answer(root, 8, 'yes')
    await waitsAt(root, 'deliver', delivery)
    // The task that was done stays done.
    expect(subjectsOn(root)).toEqual([
      'Write part 1 (phase 1, task 1)',
      '[autopilot] Phase 1: Say hello, task 1: human-verify passed',
      'Write more (phase 1, task 2)',
    ])
  })

  it('AP-06 shows that the header of a plan is wrong about its tasks, and counts the headings', async () => {
    const root = autopilotRepo([], { [spec]: specText([['Say hello', 'high']]) })
    await autopilot(root, 8)
    const plan = 'docs/plans/2026-03-01-say-hello-plan.md'
    write(root, { [plan]: planText('Say hello', ['', ''], 14) })
    const { stdout } = await autopilot(root, 8)
    const warning = 'the header says 14 tasks, and the headings are 2: the headings count'
    expect(stdout).toContain(`[autopilot] ${plan}: line 3: ${warning}\n`)
    const { question, detail } = await waitsAt(root, 'approve-plan', approval)
    expect(question).toContain('(2 tasks, ')
    expect(detail).toContain(`line 3: ${warning}`)
    const { stdout: valid } = await ends(0, root, 'validate')
    expect(valid).toContain(`${plan}:3: ${warning}`)
    expect(valid).not.toContain(`${plan}: ${plan}`)
  })

  it('AP-08 asks at checkpoints outside of all tasks: they belong to the next task, or to the last one', async () => {
    const text = planText('Say hello')
      .replace('## Tasks\n', '## Tasks\n\n[checkpoint:human-action] Back it up first.\n')
      .concat('\n## Release\n\n[checkpoint:decision] When?\n\n- now\n- later\n')
    const root = autopilotRepo([{ persona: 'planner', plan: text }], hello)
    await autopilot(root, 8)
    const first = await waitsAt(root, 'checkpoint', 'done / stop')
    expect(first.detail).toMatch(/^Back it up first\.\n\nThe work is in /)
    await answer(root, 8, 'done')
    const second = await waitsAt(root, 'checkpoint', 'option-1 / option-2 / other / stop')
    expect(second.detail).toContain('When?\n- now\n- later\n\nThe work is in ')
    await answer(root, 8, 'option-2')
    await waitsAt(root, 'deliver', delivery)
    expect(subjectsOn(root)).toEqual([
      '[autopilot] Phase 1: Say hello, task 1: human-action passed',
      '[autopilot] Phase 1: Say hello, task 1: decision passed',
      'Write part 1 (phase 1, task 1)',
    ])
  })
})

it('AP-04, AP-10 a session keeps its rigor and its checks, and says so if flags or config are others now', async () => {
  const root = autopilotRepo([], { [spec]: specText([['Say hello', 'high']]) })
  const flags = 'Flags count for a fresh session only: this one keeps its own.'
  const checks = 'The checks in the config have changed. This session keeps those that it began with'
  await autopilot(root, 8, '--review-plans')
  for (const same of [[], ['--review-plans']]) {
    const { stdout, stderr } = await autopilot(root, 8, ...same)
    expect(stdout + stderr).not.toMatch(/Flags count|checks in the config/)
  }
  const other = await autopilot(root, 8, '--thorough')
  expect(other.stdout + other.stderr).toContain(flags)
  expect(stateOf(root)).toMatchObject({ rigorLevel: 'standard', reviewPlans: true })
  const settings = JSON.parse(textOf(root, 'harness.config.json'))
  const never = { ...settings, checks: [{ name: 'never', run: 'false' }] }
  write(root, { 'harness.config.json': JSON.stringify(never) })
  const { stdout, stderr } = await answer(root, 8, 'draft')
  expect(stdout + stderr).toContain(checks)
  expect(stdout + stderr).not.toContain(flags)
  await answer(root, 8, 'yes')
  await waitsAt(root, 'deliver', delivery)
})

describe('AP-06 what a planner or a person hands over', () => {
  it('a handoff that is missing, empty or prose is told and ignored; the plan is found without it', async () => {
    const root = autopilotRepo([], { [spec]: specText([['Say hello', 'high']]) })
    const handoff = `${session}/handoff.json`
    await autopilot(root, 8)
    for (const text of ['', 'The plan is ready, have fun.\n', '["docs/plans/plan.md"]']) {
      write(root, { [handoff]: text })
      const { stdout, stderr } = await answer(root, 8, 'ready')
      expect(stdout + stderr).toContain(`ignored: ${handoff}`)
      expect(textOf(root, handoff)).toBe(text)
    }
    write(root, { 'docs/plans/say-hello.md': planText('Say hello') })
    const { stdout } = await autopilot(root, 8)
    expect(stdout).toContain('Found the plan of Phase 1: Say hello: docs/plans/say-hello.md')
    expect((await harnessJson(root, ['show', 'autopilot'])).value.gate.name).toBe('approve-plan')
    // It is in the way of our own handoff, so that it is set aside when that is written.
    await answer(root, 8, 'yes')
    expect(textOf(root, `${handoff}.aside-1`)).toBe('["docs/plans/plan.md"]')
    await waitsAt(root, 'deliver', delivery)
  })

  it.each([
    ['prose', { reply: 'I would start with a greeting.' }, 'expected one JSON object'],
    ['no file', { do: [] }, 'it did not write docs/plans/'],
  ])(
    'a planner that gives %s is asked once more, then a person is: retry or stop',
    async (_what, turn, why) => {
      const silent: Turn = { persona: 'planner', ...turn }
      const calls = 'reply' in turn ? 4 : 2
      const turns = Array.from({ length: calls }, (_one, index) => ({ ...silent, call: index + 1 }))
      const root = autopilotRepo(turns, hello)
      const { stdout } = await autopilot(root, 8, '--fast')
      expect(stdout.match(/^\[autopilot\] The planner gave nothing that counts: /gm)).toHaveLength(2)
      const { question } = await waitsAt(root, 'output-missing', 'retry / stop')
      expect(question).toContain(why)
      expect((await answer(root, 8, 'stop')).stdout).toContain('Stopped at PLAN, phase 1: Say hello.')
      await autopilot(root, 8)
      await waitsAt(root, 'output-missing', 'retry / stop')
      expect((await answer(root, 0, 'retry')).stdout).toContain('done: 1 phase, 1 task')
    },
  )

  it("a person's file with the name of a plan is never overwritten: the plan gets a number", async () => {
    const root = autopilotRepo([], hello)
    const theirs = `docs/plans/${today()}-say-hello-plan.md`
    write(root, { [theirs]: 'My own notes.\n' })
    const { code, value } = await harnessJson(root, ['autopilot', spec, '--fast'])
    expect([code, value.ok, value.outcome, value.state]).toEqual([0, true, 'done', 'DONE'])
    expect(textOf(root, theirs)).toBe('My own notes.\n')
    expect(stateOf(root).phases[0].planPath).toBe(`docs/plans/${today()}-say-hello-plan-2.md`)
    expect(textOf(root, `docs/plans/${today()}-say-hello-plan-2.md`)).toBe(planText('Say hello'))
  })
})

describe('AP-09, AP-11 agents that do not do what they say', () => {
  it('work that is reported done without a change: three retries, failures.md, a recovery commit, a gate', async () => {
    const idle: Turn = { persona: 'task-executor', do: [] }
    const root = autopilotRepo([idle], hello)
    const { stdout } = await autopilot(root, 8, '--fast')
    expect(stdout.match(/\[autopilot\] Retry \d\/3/g)).toEqual(
      [1, 2, 3].map((n) => `[autopilot] Retry ${n}/3`),
    )
    const { question, detail } = await waitsAt(
      root,
      'attempts-exhausted',
      'continue / revise / skip-phase / stop',
    )
    expect(question).toBe('Phase 1: Say hello, task 1 (Write part 1) failed after 3 retries. What now?')
    expect(detail).toContain('Retry 3: it reported the work done and changed nothing')
    expect(detail).toContain(`work in ../${basename(root)}.lanes/lane-1, then answer "continue"`)
    expect(subjectsOn(root)).toEqual([
      '[autopilot][recovery] Phase 1: Say hello, task 1 (Write part 1): not done after 3 retries',
    ])
    expect(textOf(root, '.harness/failures.md')).toMatch(
      /^- \*\*\d{4}-\d\d-\d\d \[skill:autopilot\] \[type:attempts-exhausted\]:\*\* Phase 1: Say hello, task 1 .*changed nothing$/m,
    )
    // A person does it in the lane.
    write(laneAt(root), { 'src/say-hello-1.txt': 'by hand\n' })
    const fixed = await answer(root, 0, 'continue', 'Wrote it')
    expect(fixed.stdout).toContain('done by hand, src/say-hello-1.txt')
    expect(git(root, 'show', `${branch}:src/say-hello-1.txt`)).toBe('by hand')
    expect(stateOf(root).history).toMatchObject([{ retriesUsed: 3, tasksCompleted: 1 }])
    await expectStrictSession(root)
  })

  it('AP-10 what an agent must not do fails the phase, also if the plan names it; only the spec can call for it', async () => {
    const marked = planText('Say hello').replace('**Files:** src', '**Files:** `etc-link`, src')
    const turns: readonly Turn[] = [
      { persona: 'planner', plan: marked },
      {
        persona: 'task-executor',
        do: [{ run: 'ln -s /etc etc-link' }, { write: { path: 'src/say-hello-1.txt', text: 'hello\n' } }],
      },
    ]
    const root = autopilotRepo(turns, hello)
    await autopilot(root, 8, '--fast')
    const { detail } = await waitsAt(root, 'verification-failed', 'fix / skip-verification / stop')
    expect(detail).toMatch(/etc-link: .*The spec does not call for it\./)
    const called = `${hello[spec]}\nAdd the link \`etc-link\` to /etc.\n`
    await autopilot(autopilotRepo(turns, { [spec]: called }), 0, '--fast')
  })

  it('AP-10, AP-14 a branch that is left although its checks fail is not done: exit 1, and it says so', async () => {
    const breaks: Turn = {
      persona: 'task-executor',
      do: [{ write: { path: 'src/say-hello-1.txt', text: 'BROKEN\n' } }],
    }
    const root = autopilotRepo([breaks], hello)
    await autopilot(root, 8, '--fast')
    await waitsAt(root, 'verification-failed', 'fix / skip-verification / stop')
    const { stdout, stderr } = await answer(root, 1, 'skip-verification', 'Later')
    expect(stdout).toMatch(
      /\nhalted: .* The checks have not passed on this branch\. Passed over: VERIFY skipped_verification: tester: Later\n$/,
    )
    expect(stderr).toContain(branch)
    expect((await ends(0, root, 'autopilot', 'status')).stdout).toContain('DONE (left), rigor fast\n')
  })

  it('AP-10, AP-13 judges may quote the change that they were shown; an invented quotation shows nothing', async () => {
    const truths = (evidence: string) => [{ truth: '1. The greeter can SAY hello', holds: true, evidence }]
    const judged = (evidence: string): readonly Turn[] => [
      { persona: 'verifier', do: [], json: { passed: true, truths: truths(evidence), failures: [] } },
      {
        persona: 'outcome-evaluator',
        do: [],
        json: { verdict: 'SATISFIED', confidence: 'high', reasons: [evidence] },
      },
    ]
    const writes: Turn = {
      persona: 'task-executor',
      do: [{ write: { path: 'src/say-hello-1.txt', text: 'hello to the whole world\n' } }],
    }
    const root = autopilotRepo([writes, ...judged('It adds `hello to the whole world`.')], hello)
    expect((await autopilot(root, 8)).stdout).toContain('Outcome: SATISFIED, confidence high\n')
    await waitsAt(root, 'deliver', delivery)
    const invents = autopilotRepo([writes, ...judged('It adds `hello to the moon`.')], hello)
    const { stdout } = await autopilot(invents, 8)
    expect(stdout.match(/^\[autopilot\] The verifier gave nothing that counts: /gm)).toHaveLength(2)
    const { question } = await waitsAt(invents, 'output-missing', 'retry / stop')
    expect(question).toContain('nothing that it saw shows this: The greeter can say hello.')
  })

  it('a finding of unknown severity counts as important, and that is told', async () => {
    const root = autopilotRepo([{ ...reviews(finding('catastrophic', 'Too loud')), call: 1 }], hello)
    const { stdout } = await autopilot(root, 8, '--fast')
    expect(stdout).toMatch(/severity “catastrophic” of “Too loud” is none of .*; it counts as important/)
    const { detail } = await waitsAt(root, 'review-findings', 'fix / override / stop')
    expect(detail).toContain('[important] Too loud')
    expect(JSON.parse(textOf(root, `${session}/phase-1-review.json`)).findings).toMatchObject([
      { severity: 'important', title: 'Too loud' },
    ])
  })
})

describe('AP-14 a checkout in which people work', () => {
  it('keeps their files: a merge says what is in the way, and the gate opens again', async () => {
    const root = autopilotRepo([], hello)
    write(root, { 'README.md': 'My draft.\n', 'src/say-hello-1.txt': 'mine\n' })
    await autopilot(root, 8)
    await waitsAt(root, 'deliver', delivery)
    const base = git(root, 'rev-parse', 'main')
    const { stdout } = await answer(root, 8, 'merge')
    expect(stdout).toContain('That did not work. What becomes of the branch')
    const { detail } = await waitsAt(root, 'deliver', delivery)
    expect(detail).toContain('src/say-hello-1.txt')
    expect(git(root, 'rev-parse', 'main')).toBe(base)
    expect([textOf(root, 'README.md'), textOf(root, 'src/say-hello-1.txt')]).toEqual([
      'My draft.\n',
      'mine\n',
    ])
    git(root, 'clean', '-fq', 'src')
    await answer(root, 0, 'merge')
    expect(textOf(root, 'src/say-hello-1.txt')).toBe('Say hello\n')
    expect(textOf(root, 'README.md')).toBe('My draft.\n')
  })

  it('merges with commits that the base branch got between the phases', async () => {
    const root = autopilotRepo()
    await autopilot(root, 8)
    await waitsAt(root, 'continue', 'yes / stop')
    write(root, { 'theirs.txt': 'theirs\n' })
    git(root, 'add', 'theirs.txt')
    git(root, 'commit', '--quiet', '-m', 'Theirs')
    await answer(root, 8, 'yes')
    await waitsAt(root, 'deliver', delivery)
    await answer(root, 0, 'merge')
    const files = git(root, 'ls-tree', '-r', '--name-only', 'main').split('\n')
    expect(files).toEqual(
      expect.arrayContaining(['src/say-goodbye-1.txt', 'src/say-hello-1.txt', 'theirs.txt']),
    )
    expect(git(root, 'log', '--format=%s', 'main')).toContain('Theirs')
  })

  it('AP-14 a commit that conflicts: the gate comes back with advice, and leave still works', async () => {
    const root = autopilotRepo([], hello)
    await autopilot(root, 8)
    write(root, { 'src/say-hello-1.txt': 'Their hello\n' })
    commit(root, 'Theirs')
    const base = git(root, 'rev-parse', 'main')
    await answer(root, 8, 'merge')
    const { question, detail } = await waitsAt(root, 'deliver', delivery)
    expect(question).toContain('That did not work.')
    expect(detail).toContain('src/say-hello-1.txt')
    expect(detail).toContain(`git merge ${branch}`)
    expect((await answer(root, 0, 'leave')).stderr).toContain(`git merge ${branch}\n`)
    expect(git(root, 'rev-parse', 'main')).toBe(base)
    expect(subjectsOn(root)).toEqual(['Write part 1 (phase 1, task 1)'])
    expect(readdirSync(join(root, '.harness/run/lanes/.records'))).toEqual([])
  })
})
