/** What an autopilot makes of files that are there: sessions of other tools, wishes for phases, roadmap, learnings, damage. */
import { hasSharedCases, sharedCase } from '@harness/formats/documents/autopilot/test-support/shared-cases'
import { describe, expect, it } from 'vitest'
import {
  answer,
  autopilot,
  autopilotRepo,
  branch,
  done,
  ends,
  expectStrictSession,
  greeter,
  isThere,
  planText,
  session,
  slug,
  spec,
  specText,
  stateOf,
  subjectsOn,
  textOf,
  waitsAt,
} from './support/autopilot-repo.ts'
import { harnessJson } from './support/harness-here.ts'
import { commit, git, write } from './support/sample-repo.ts'

const statePath = `${session}/autopilot-state.json`
const oldPath = '.harness/autopilot-state.json'
const delivery = 'merge / pull-request / leave'
const planNeeded = 'ready / draft / skip-phase / stop'
const hello = { [spec]: specText([['Say hello', 'low']]) }

/** As the tool of version 2 wrote it, in the middle of its second phase. */
const version2 = {
  schemaVersion: 2,
  sessionDir: session,
  specPath: spec,
  currentState: 'EXECUTE',
  currentPhase: 1,
  phases: [
    { name: 'Say hello', complexity: 'low', complexityOverride: null, planPath: null, status: 'complete' },
    {
      name: 'Say goodbye',
      complexity: 'low',
      complexityOverride: null,
      planPath: 'docs/plans/bye.md',
      status: 'in-progress',
      startedAt: '2026-03-23T01:55:00.000Z',
    },
    { name: 'Say nothing', complexity: 'low', complexityOverride: null, planPath: null, status: 'complete' },
  ],
  retryBudget: { maxAttempts: 3, currentTask: null },
  history: [],
  decisions: ['Phase 1 plan approved by user'],
}

describe('AP-03 a session that another tool left', () => {
  it('is continued where it is: complete phases and tasks never run again, and flags do not count', async () => {
    const root = autopilotRepo([], {
      [spec]: specText([...greeter, ['Say nothing', 'low']]),
      'docs/plans/bye.md': planText('Say goodbye', ['', '']),
    })
    const startingCommit = git(root, 'rev-parse', 'main')
    write(root, { 'src/say-hello-1.txt': 'of the other tool\n' })
    commit(root, 'Work of the other tool')
    const theirs = {
      'autopilot-state.json': JSON.stringify({ ...version2, startingCommit }),
      'state.json': JSON.stringify({ progress: { 'Task 1': 'complete', 'Task 2': 'pending' }, own: true }),
      'learnings.md': 'Theirs.\n',
      'summary.md': 'Their summary.\n',
      'scratchpad/phase-2.md': 'Their research.\n',
      'own/notes.txt': 'Their notes.\n',
    }
    for (const [name, text] of Object.entries(theirs)) write(root, { [`${session}/${name}`]: text })
    const { stdout } = await autopilot(root, 8, '--thorough', '--review-plans')
    expect(stdout).toContain(`A copy of the session as it was is in ${session}.aside-1\n`)
    for (const [name, text] of Object.entries(theirs))
      expect(textOf(root, `${session}.aside-1/${name}`), name).toBe(text)
    expect(stdout).toContain(`Read ${statePath}: version 2: EXECUTE, phase 2 of 3, 2 complete`)
    expect(stdout).toMatch(/filled in: finalReview, reviewPlans, rigorLevel/)
    expect(stdout).toMatch(new RegExp(`Ignored in ${statePath}: .*sessionDir.*retryBudget`))
    expect(stdout).toContain('Resuming from EXECUTE, phase 2: Say goodbye.')
    expect(stdout).toContain('Found the plan of Phase 2: Say goodbye: docs/plans/bye.md')
    await waitsAt(root, 'deliver', delivery)
    expect(subjectsOn(root)).toEqual(['Write part 2 (phase 2, task 2)'])
    expect(stateOf(root)).toMatchObject({
      schemaVersion: 5,
      startingCommit,
      rigorLevel: 'standard',
      reviewPlans: false,
      phases: [{ status: 'complete' }, { status: 'complete' }, { status: 'complete' }],
    })
    expect(stateOf(root).decisions[0].what).toBe('Phase 1 plan approved by user')
    await answer(root, 0, 'leave')
  })

  it('AP-15 with a wish for another phase first: its complete tasks count for its own phase alone', async () => {
    const root = autopilotRepo([], {
      [spec]: specText([...greeter, ['Say nothing', 'low']]),
      'docs/plans/bye.md': planText('Say goodbye', ['', '']),
    })
    const [first, second, third] = version2.phases
    write(root, {
      [statePath]: JSON.stringify({
        ...version2,
        phases: [first, second, { ...third, status: 'pending' }],
      }),
      [`${session}/state.json`]: JSON.stringify({ progress: { 1: 'complete' } }),
      [`${session}/phases.json`]: JSON.stringify({ order: [3] }),
    })
    await autopilot(root, 8)
    await waitsAt(root, 'continue', 'yes / stop')
    expect(subjectsOn(root)).toEqual(['Write part 1 (phase 3, task 1)'])
    await answer(root, 8, 'yes')
    await waitsAt(root, 'deliver', delivery)
    expect(subjectsOn(root)).toEqual(['Write part 1 (phase 3, task 1)', 'Write part 2 (phase 2, task 2)'])
  })

  it('of version 1 is found in its old place, if it is about the same spec', async () => {
    const root = autopilotRepo([], {
      [spec]: specText([
        ['Say hello', 'low'],
        ['Say goodbye', 'high'],
      ]),
    })
    const { sessionDir: _gone, ...fields } = version2
    const first = {
      ...fields,
      schemaVersion: 1,
      currentState: 'ASSESS',
      phases: [version2.phases[0], { name: 'Say goodbye', complexity: 'high', status: 'pending' }],
    }
    const other = JSON.stringify({ ...first, specPath: 'docs/changes/other/proposal.md' })
    write(root, { [oldPath]: other })
    expect((await ends(0, root, 'autopilot', 'phases', spec)).stdout).toContain('1. Say hello (low)\n')
    write(root, { [oldPath]: JSON.stringify(first) })
    const { stdout } = await autopilot(root, 8)
    expect(stdout).toContain(`Read ${oldPath}: version 1: ASSESS, phase 2 of 2, 1 complete`)
    expect(stdout).toContain('Resuming from ASSESS, phase 2: Say goodbye.')
    expect(stdout).not.toContain('] Phase 1: Say hello (low)')
    expect(textOf(root, oldPath)).toBe(JSON.stringify(first))
    await waitsAt(root, 'plan-needed', planNeeded)
  })

  it('of another spec with the same short name is kept aside, and a new one starts', async () => {
    const [dotted, nested] = ['docs/greeter.hello.md', 'docs/greeter/hello.md']
    const root = autopilotRepo([], {
      [dotted]: specText([['Say hello', 'high']]),
      [nested]: specText([['Say goodbye', 'high']]),
    })
    const dir = '.harness/sessions/greeter--hello'
    const theirs = JSON.stringify({ ...version2, specPath: nested })
    write(root, { [`${dir}/autopilot-state.json`]: theirs })
    const { stdout } = await ends(8, root, 'autopilot', dotted)
    expect(stdout).not.toContain('Resuming')
    expect(stdout).toContain('1 phase found: Phase 1: Say hello (high)\n')
    expect(stdout).toContain(`The files of the session before are kept in ${dir}.aside-1\n`)
    expect(textOf(root, `${dir}.aside-1/autopilot-state.json`)).toBe(theirs)
    expect(stateOf(root, dir).specPath).toBe(dotted)
  })

  it('is not continued if its work is not in the base branch', async () => {
    const root = autopilotRepo()
    git(root, 'switch', '--quiet', '-c', 'feature')
    write(root, { 'work.txt': 'of the other tool\n' })
    commit(root, 'Work')
    write(root, { [statePath]: JSON.stringify(version2) })
    const { stderr } = await autopilot(root, 2)
    expect(stderr).toContain('this checkout has commits that main does not have')
    expect(JSON.parse(textOf(root, statePath))).toEqual(version2)
  })

  it.each(['DONE', 'COMPLETE'])('in state %s stays as it is beside a new one', async (currentState) => {
    const root = autopilotRepo([], { [spec]: specText([['Say hello', 'high']]) })
    const over = JSON.stringify({ ...version2, currentState, currentPhase: 3 })
    write(root, { [statePath]: over, [oldPath]: over })
    const { stdout } = await autopilot(root, 8, '--thorough')
    expect(stdout).toContain(`The files of the session before are kept in ${session}.aside-1`)
    expect(stdout).not.toContain('Resuming')
    expect(textOf(root, `${session}.aside-1/autopilot-state.json`)).toBe(over)
    expect(textOf(root, oldPath)).toBe(over)
    expect(stateOf(root)).toMatchObject({ rigorLevel: 'thorough', phases: [{ status: 'in-progress' }] })
    await waitsAt(root, 'plan-needed', planNeeded)
  })
})

it('AP-03, AP-15 a fresh start keeps aside all that is in its folder; only wishes for phases stay', async () => {
  const root = autopilotRepo([], { [spec]: specText([['Say hello', 'high']]) })
  const wishes = '{"order": [1]}'
  write(root, { [`${session}/phases.json`]: wishes })
  const first = await autopilot(root, 8)
  expect(first.stdout).not.toContain('are kept in')
  await ends(0, root, 'refuse', 'autopilot', '--give-up', '-m', 'Another way')
  git(root, 'clean', '-fqx', statePath)
  const theirs = { 'summary.md': 'Theirs.\n', 'own/notes.txt': 'Their notes.\n' }
  for (const [name, text] of Object.entries(theirs)) write(root, { [`${session}/${name}`]: text })
  const { stdout } = await autopilot(root, 8)
  expect(stdout).toContain(`The files of the session before are kept in ${session}.aside-1\n`)
  for (const [name, text] of Object.entries(theirs))
    expect(textOf(root, `${session}.aside-1/${name}`), name).toBe(text)
  expect([textOf(root, `${session}/phases.json`), isThere(root, `${session}/own`)]).toEqual([wishes, false])
  await waitsAt(root, 'plan-needed', planNeeded)
})

describe.skipIf(!hasSharedCases)('AP-03 real states of the tool that this follows', () => {
  const specOf = (
    state: { readonly phases: readonly { readonly name: string }[] },
    complexity: 'low' | 'high',
  ) => specText(state.phases.map(({ name }) => [name, complexity] as const))

  it.each([
    ['v2-execute-mid', 'EXECUTE, phase 2: MCP tool wiring'],
    ['v3-assess', 'ASSESS, phase 2: harness setup'],
  ])('%s is continued, and what was complete stays so', async (name, place) => {
    const text = sharedCase(`states/${name}.json`)
    const state = JSON.parse(text)
    const plan: string = state.phases[1].planPath ?? 'docs/plans/setup-plan.md'
    const root = autopilotRepo([], {
      [state.specPath]: specOf(state, 'low'),
      [plan]: planText(state.phases[1].name),
    })
    const dir = state.sessionDir
    write(root, { [`${dir}/autopilot-state.json`]: text })
    const { stdout } = await ends(8, root, 'autopilot', state.specPath, '--fast')
    expect(stdout).toContain(`Resuming from ${place}.`)
    expect(stdout).toContain(`Ignored in ${dir}/autopilot-state.json: `)
    expect(stdout).not.toMatch(/\] Phase [13]: .* \(low\)$/m)
    expect(subjectsOn(root, `autopilot/${dir.split('/').at(-1)}`)).toEqual(['Write part 1 (phase 2, task 1)'])
    expect(stateOf(root, dir)).toMatchObject({
      rigorLevel: 'standard',
      phases: [{ status: 'complete' }, { status: 'complete' }, {}, ...(name === 'v3-assess' ? [{}] : [])],
    })
    expect(stateOf(root, dir).history[0].name).toBe(state.history[0].name)
    await expectStrictSession(root, dir)
  })

  it.each([
    ['v1-done-two-phases', oldPath],
    ['v4-complete', null],
  ])('%s is over: a new session starts, and the file is kept', async (name, place) => {
    const text = sharedCase(`states/${name}.json`)
    const state = JSON.parse(text)
    const root = autopilotRepo([], { [state.specPath]: specOf(state, 'high') })
    write(root, { [place ?? `${state.sessionDir}/autopilot-state.json`]: text })
    const { stdout } = await ends(8, root, 'autopilot', state.specPath)
    expect(stdout).not.toContain('Resuming')
    expect(textOf(root, place ?? `${state.sessionDir}.aside-1/autopilot-state.json`)).toBe(text)
  })
})

describe('AP-15 harness autopilot phases', () => {
  const loose = [
    '# Greeter\n\nIntro.\n',
    '## Implementation Order\n\n1. **Look** <!-- complexity: high -->\n2. **Speak**: aloud\n',
    '## Notes\n\n1. **No phase**\n',
  ]

  it('AP-02 shows what is read, and --write rewrites the section and no other line', async () => {
    const root = autopilotRepo([], { [spec]: loose.join('\n') })
    const { stdout } = await ends(0, root, 'autopilot', 'phases', spec)
    expect(stdout).toMatch(/form: numbered\n +1\. Look \(high\)\n +2\. Speak \(medium\)\n/)
    expect(stdout).toContain(`harness autopilot phases ${spec} --write`)
    expect(textOf(root, spec)).toBe(loose.join('\n'))
    const written = await harnessJson(root, ['autopilot', 'phases', spec, '--write'])
    expect(written.value).toMatchObject({ ok: true, specPath: spec, phases: [{ name: 'Look' }, {}] })
    const now = textOf(root, spec)
    expect(now.startsWith(`${loose[0]}\n## Implementation Order\n\n### Phase 1: Look\n`)).toBe(true)
    expect(now.endsWith(`\n\n${loose[2]}`)).toBe(true)
    const strict = await harnessJson(root, ['autopilot', 'phases', spec])
    expect(strict.value).toMatchObject({
      form: 'strict',
      warnings: [],
      phases: [
        { number: 1, name: 'Look', complexity: 'high', status: 'pending' },
        { number: 2, name: 'Speak', complexity: 'medium' },
      ],
    })
    const again = await ends(0, root, 'autopilot', 'phases', spec, '--write')
    expect(again.stdout).toContain('has the strict form already')
    expect(textOf(root, spec)).toBe(now)
  })

  it('skips and reorders phases to come, and the run obeys; what cannot be is refused and not written', async () => {
    const names = ['Say hello', 'Say goodbye', 'Say nothing', 'Say more']
    const root = autopilotRepo([], { [spec]: specText(names.map((name) => [name, 'low'])) })
    const refuses = async (said: string, ...flags: readonly string[]): Promise<void> => {
      const before = isThere(root, `${session}/phases.json`) ? textOf(root, `${session}/phases.json`) : null
      const { stderr } = await ends(2, root, 'autopilot', 'phases', spec, ...flags)
      expect(stderr).toContain(said)
      expect(isThere(root, `${session}/phases.json`) ? textOf(root, `${session}/phases.json`) : null).toBe(
        before,
      )
    }
    await refuses('There is no phase 5: the session has 4.', '--skip', '5')
    await refuses('takes numbers of phases with commas between them', '--skip', '0')
    await refuses('takes numbers of phases with commas between them', '--order', '2,x')
    await refuses('takes numbers of phases with commas between them', '--order', '2,2')
    // Wished before the session starts.
    const wished = await ends(0, root, 'autopilot', 'phases', spec, '--order', '2')
    expect(wished.stdout).toMatch(/ 2\. Say goodbye .*\n +1\. Say hello/)
    const first = await autopilot(root, 8)
    expect(first.stdout).toContain('[autopilot] The phases to come are now: 2, 1, 3, 4\n')
    expect(subjectsOn(root)).toEqual(['Write part 1 (phase 2, task 1)'])
    await waitsAt(root, 'continue', 'yes / stop')
    await refuses('Phase 2 is complete. A complete phase never runs again.', '--skip', '2')
    await refuses('Phase 2 is complete. A complete phase never runs again.', '--order', '2,1')
    await ends(0, root, 'autopilot', 'phases', '--skip', '1,3')
    expect(JSON.parse(textOf(root, `${session}/phases.json`))).toEqual({ skip: [1, 3], order: [2] })
    const wishes = textOf(root, `${session}/phases.json`)
    const second = await answer(root, 8, 'yes')
    expect(second.stdout).toContain('[autopilot] Phase 3: Say nothing is skipped\n')
    expect(subjectsOn(root).at(-1)).toBe('Write part 1 (phase 4, task 1)')
    expect(subjectsOn(root)).toHaveLength(2)
    await waitsAt(root, 'deliver', delivery)
    expect(stateOf(root).phases).toMatchObject([
      { name: 'Say goodbye', status: 'complete' },
      { name: 'Say hello', status: 'skipped' },
      { name: 'Say nothing', status: 'skipped' },
      { name: 'Say more', status: 'complete' },
    ])
    expect(textOf(root, `${session}/phases.json`)).toBe(wishes)
  })

  it('refuses to skip the phase that runs; wishes outlive the session that they were made for', async () => {
    const root = autopilotRepo([], {
      [spec]: specText([
        ['Say hello', 'high'],
        ['Say goodbye', 'high'],
      ]),
    })
    await autopilot(root, 8)
    const { stderr } = await ends(2, root, 'autopilot', 'phases', '--skip', '1')
    expect(stderr).toContain('Phase 1 is under way.')
    await ends(0, root, 'autopilot', 'phases', '--skip', '2')
    expect((await answer(root, 1, 'skip-phase')).stdout).toContain('Phase 2: Say goodbye is skipped')
    const wishes = textOf(root, `${session}/phases.json`)
    expect((await autopilot(root, 8)).stdout).toContain('Phase 2: Say goodbye is skipped')
    expect(textOf(root, `${session}/phases.json`)).toBe(wishes)
    write(root, { [`${session}/phases.json`]: '{"skip": "all"}' })
    const shown = await ends(2, root, 'autopilot', 'phases')
    expect(shown.stderr).toMatch(/phases\.json.*skip/)
    // A run that cannot read it waits, and goes on once it is right.
    const paused = await answer(root, 1, 'skip-phase')
    expect(paused.stdout).toMatch(/phases\.json of the session has a mistake:[\s\S]*skip: expected a list/)
    expect(paused.stderr).toContain('check again with: harness autopilot phases; then resume: harness resume')
    write(root, { [`${session}/phases.json`]: '{"skip": []}' })
    expect((await autopilot(root, 1)).stdout).toContain('No phase was completed')
  })
})

it('harness autopilot status tells the session and what comes next, before, during and after it', async () => {
  const root = autopilotRepo([], { [spec]: specText([['Say hello', 'high']]) })
  expect((await ends(0, root, 'autopilot', 'status')).stdout).toBe(
    'No session was started here yet.\nnext: harness autopilot <spec>\n',
  )
  await autopilot(root, 8, '--review-plans')
  const { stdout } = await ends(0, root, 'autopilot', 'status')
  expect(stdout).toContain(`${spec}  PLAN, rigor standard\n▸ Phase 1: Say hello (high) in-progress\n`)
  expect(stdout).toContain('Needs you  Phase 1: Say hello is of high complexity. Is its plan written?\n')
  expect(stdout).toMatch(/next: harness answer \S+ <ready\|draft\|skip-phase\|stop>/)
  const { value } = await harnessJson(root, ['autopilot', 'status'])
  expect(value).toMatchObject({
    ok: true,
    session: { state: 'PLAN', slug, specPath: spec, rigor: 'standard', reviewPlans: true, currentPhase: 0 },
  })
  await answer(root, 1, 'skip-phase')
  expect((await ends(0, root, 'autopilot', 'status')).stdout).toMatch(
    /DONE \(nothing\), rigor standard[\s\S]*harness show/,
  )
})

describe('AP-12, AP-14 roadmap and learnings', () => {
  const roadmap = (edited: string): string =>
    `---
project: greeter
version: 1
last_synced: "2026-03-19T08:00:00.000Z"
last_manual_edit: "${edited}"
---

# Roadmap

## Version 1

### Greeter

- **Status:** planned
- **Spec:** ${spec}

### Farewells

- **Status:** planned
- **Spec:** docs/changes/farewells/proposal.md
`
  const older = roadmap('2026-03-19T08:00:00.000Z')
  const newer = roadmap('2026-03-19T08:00:01.000Z')
  const learned = Array.from(
    { length: 29 },
    (_one, at) => `- [skill:autopilot] [outcome:gotcha] Old ${at + 1}`,
  )
  const says = {
    persona: 'task-executor',
    json: done('It is written.', {
      learnings: [
        { outcome: 'gotcha', text: 'Greet softly.' },
        { outcome: 'success', text: 'It went well.' },
        { outcome: 'decision', text: 'One file each.' },
      ],
    }),
  } as const

  it('the feature of the spec alone moves; learnings are promoted, with a hint to prune above 30', async () => {
    const root = autopilotRepo([says], {
      ...hello,
      'docs/roadmap.md': older,
      '.harness/learnings.md': `# Learnings\n\n## 2026-03-01 — Before\n\n${learned.join('\n')}\n`,
    })
    await autopilot(root, 8)
    await waitsAt(root, 'deliver', delivery)
    const moved = (status: string): string => older.replace('planned', status)
    const synced = (text: string): string => text.replace(/last_synced: .*/, 'last_synced:')
    expect(synced(textOf(root, 'docs/roadmap.md'))).toBe(synced(moved('in-progress')))
    expect(textOf(root, '.harness/learnings.md')).not.toContain('Greet softly.')
    expect(textOf(root, `${session}/learnings.md`)).toContain(
      '- [skill:autopilot] [outcome:success] It went well.',
    )
    const { stderr } = await answer(root, 0, 'merge')
    expect(stderr).toContain('31 learnings: harness learnings prune')
    expect(synced(textOf(root, 'docs/roadmap.md'))).toBe(synced(moved('done')))
    expect(textOf(root, 'docs/roadmap.md')).not.toContain('last_synced: "2026-03-19')
    const promoted = textOf(root, '.harness/learnings.md')
    expect(promoted).toMatch(
      /\n## \d{4}-\d\d-\d\d — Phase 1: Say hello\n\n- \[skill:autopilot\] \[outcome:gotcha\] Greet softly\.\n- \[skill:autopilot\] \[outcome:decision\] One file each\.\n$/,
    )
    expect(promoted).not.toContain('It went well.')

    const { value } = await harnessJson(root, ['learnings'])
    expect(value.entries).toHaveLength(31)
    const all = value.entries.map(({ text }: { readonly text: string }) => text)
    expect((await ends(2, root, 'learnings', 'prune', '--keep', 'few')).stderr).toContain('--keep takes')
    const pruned = await ends(0, root, 'learnings', 'prune', '--keep', '3')
    expect(pruned.stdout).toContain('28 learnings moved to .harness/learnings-archive.md.')
    const shown = await ends(0, root, 'learnings')
    expect(shown.stdout).toMatch(/Old 29\n.*Greet softly\.\n.*One file each\.\n3 learnings in /)
    const archive = textOf(root, '.harness/learnings-archive.md')
    for (const text of all.slice(0, 28)) expect(archive).toContain(`${text}\n`)
    expect((await ends(0, root, 'learnings', 'prune', '--keep', '3')).stdout).toBe('Nothing to prune.\n')
    const json = await harnessJson(root, ['learnings', 'prune', '--keep', '2'])
    expect(json.value).toEqual({ ok: true, moved: 1, archive: '.harness/learnings-archive.md' })
    expect(textOf(root, '.harness/learnings-archive.md')).toContain('Old 29\n')
  })

  it('a roadmap that a person edited since its last sync is left as it is', async () => {
    const root = autopilotRepo([], { ...hello, 'docs/roadmap.md': newer })
    const { stdout, stderr } = await autopilot(root, 0, '--fast')
    expect(textOf(root, 'docs/roadmap.md')).toBe(newer)
    expect(stdout).toContain(
      '[autopilot] A person edited the roadmap since its last sync (2026-03-19T08:00:01.000Z), so it was left as it is.\n',
    )
    expect(stdout).not.toContain('write docs/roadmap.md')
    expect(stderr).not.toContain('learnings prune')
  })

  it('a roadmap without the spec is left as it is, without a word', async () => {
    const without = older.replace(spec, 'docs/changes/other/proposal.md')
    const root = autopilotRepo([], { ...hello, 'docs/roadmap.md': without })
    const { stdout } = await autopilot(root, 0, '--fast')
    expect(textOf(root, 'docs/roadmap.md')).toBe(without)
    expect(stdout).not.toMatch(/No feature|write docs\/roadmap\.md/)
  })
})

it('AP-16 harness validate names each broken file of a session, and its field', async () => {
  const root = autopilotRepo([], { [spec]: specText([['Say hello', 'high']]) })
  await autopilot(root, 8)
  await expectStrictSession(root)
  write(root, { 'docs/plans/say-hello.md': planText('Say hello') })
  await autopilot(root, 8)
  const good = {
    state: textOf(root, statePath),
    tasks: textOf(root, `${session}/state.json`),
    plan: planText('Say hello'),
  }
  const broken: readonly (readonly [string, string, RegExp])[] = [
    [statePath, good.state.replace('"APPROVE_PLAN"', '"APROVE_PLAN"'), /currentState/],
    [statePath, good.state.slice(0, 80), /autopilot-state\.json:\d+/],
    [`${session}/state.json`, good.tasks.slice(0, 40), /state\.json/],
    [`${session}/handoff.json`, 'Done, see the plan.', /expected one JSON object/],
    [`${session}/phases.json`, '{"skip": ["two"]}', /skip/],
    [`${session}/phase-1-review.json`, '{"findings": 3}', /findings/],
    ['docs/plans/say-hello.md', '# Plan\n\nLater.\n', /### Task 1: Name/],
    [oldPath, '{"schemaVersion": 9}', /schemaVersion/],
  ]
  const kept = new Map([
    [statePath, good.state],
    [`${session}/state.json`, good.tasks],
    ['docs/plans/say-hello.md', good.plan],
  ])
  for (const [path, text, field] of broken) {
    write(root, { [path]: text })
    const { stdout } = await ends(2, root, 'validate')
    const line = stdout.split('\n').find((one) => one.includes(path)) ?? stdout
    expect(line).toContain(path)
    expect(line).toMatch(field)
    expect((await harnessJson(root, ['validate'])).value.ok).toBe(false)
    expect(textOf(root, path)).toBe(text)
    const before = kept.get(path)
    if (before === undefined) git(root, 'clean', '-fqx', path)
    else write(root, { [path]: before })
  }
  await ends(0, root, 'validate')
  expect(git(root, 'branch', '--list', branch)).toContain(branch)
})
