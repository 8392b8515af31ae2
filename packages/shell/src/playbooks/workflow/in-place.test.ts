import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { scriptedProvider } from '@harness/agent-runner/providers/scripted/scripted-provider'
import type { AgentFinished, RunAgent } from '@harness/core/effects/run-agent'
import { asLaneName, type CommitHash } from '@harness/core/kernel/ids'
import type { ScriptRule } from '@harness/core/kernel/script'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { expect, test, vi } from 'vitest'
import { runAgentCommand } from '../../effects/agents/call/run-agent-command.ts'
import { runInLane } from '../../effects/agents/call/run-in-lane.ts'
import type { AgentPorts } from '../../effects/agents/port/agent-ports.ts'
import { checkBase } from '../../effects/checks/check-base.ts'
import { runChecks } from '../../effects/checks/run-checks.ts'
import { closeLane } from '../../effects/lanes/close-lane.ts'
import { measureChange } from '../../effects/lanes/measure-change.ts'
import { openLane } from '../../effects/lanes/open-lane.ts'
import { openPrivateRepository } from '../../effects/lanes/private-repository.ts'
import { treeOf } from '../../machine/git/commits.ts'
import { testSandbox, whyNoSandbox } from '../../machine/sandbox/test-support/confined-shell.ts'
import { agentWorld, command, rule, shell, write } from '../../test-support/agent-world.ts'
import { firstAttempt, idOf, repeatedAttempt, testNow } from '../../test-support/target-repo.ts'
import { unconfined } from '../../test-support/unconfined.ts'
import { applyPatch } from './apply-patch.ts'
import { commitChange } from './commit-change.ts'
import { scanFiles } from './scan-files.ts'
import type { Spoken } from './workflow-ports.ts'

const lane = asLaneName('workflow-x')
const side = asLaneName('workflow-x-architect')
const judge = asLaneName('workflow-x-judge')
const branch = 'harness/x'
const docs = 'docs/harness/x/'
const id = (name: string) => idOf(`20260101-000000/${name}/1`)

/** A checkout with a person in it: an uncommitted note, installed packages, and a document of the run. */
async function inPlaceWorld(
  rules: readonly ScriptRule[],
  hasGit: boolean,
  isDirty = true,
  takenOver: Readonly<Record<string, string>> | null = null,
) {
  const world = await agentWorld([], {
    'a.js': 'a\n',
    'b.js': 'b\n',
    'c.js': '1\n2\n3\n4\n5\n',
    ...(hasGit ? { '.gitignore': 'node_modules\n' } : {}),
  })
  const { root, stateDir } = world.repo
  if (!hasGit) rmSync(join(root, '.git'), { recursive: true })
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const read = (path: string): string => readFileSync(join(root, path), 'utf8')
  put('node_modules/dep/index.js', 'installed\n')
  put(`${docs}spec.md`, 'edited by a person\n')
  if (isDirty) put('note.txt', 'of a person\n')
  if (isDirty && hasGit) put('c.js', 'of a person\n1\n2\n3\n4\n5\n')
  if (takenOver !== null) world.repo.git('switch', '--quiet', '-c', branch)
  for (const [path, text] of Object.entries(takenOver ?? {})) put(path, text)
  const open = () =>
    openPrivateRepository({
      ...(takenOver === null ? {} : { takesOver: branch }),
      checkout: root,
      stateDir,
      runDir: world.ports.runDir,
      baseBranch: 'main',
      excluded: [docs, '.harness/planner', '.harness/state.json'],
      identity: { name: 'Tester', email: 't@example.org' },
      at: testNow,
    })
  const repoRoot = await open()
  const ports = {
    ...world.ports,
    ...world.repo.ports(),
    repoRoot,
    words: workflowVoice.words.en,
    identity: { name: 'Tester', email: 't@example.org' },
    agentFor: () => ({
      provider: scriptedProvider({
        script: { rules },
        runInLane: runInLane({ ...world.ports, repoRoot }),
        now: () => testNow,
      }),
      model: null,
    }),
  } as AgentPorts & Spoken & ReturnType<typeof world.repo.ports>
  const opened = await openLane(
    { type: 'OpenLane', id: id('open/main'), lane, branch, baseBranch: 'main', inPlace: true },
    firstAttempt,
    ports,
  )
  if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
  const call = async (changes: Partial<RunAgent>): Promise<AgentFinished> => {
    const event = await runAgentCommand(command(opened.commit, { lane, ...changes }), firstAttempt, ports)
    if (event.type !== 'AgentFinished') throw new Error(JSON.stringify(event))
    return event
  }
  const setAside = (): string => {
    const folder = join(ports.runDir, 'set-aside')
    return existsSync(folder)
      ? readdirSync(folder)
          .map((name) => readFileSync(join(folder, name), 'utf8'))
          .join()
      : ''
  }
  return { world, root, put, read, ports, opened, call, open, setAside }
}

test('WF TR-03 without git: agents, checks and patches work in the checkout, and nothing of a person is lost', async () => {
  const spec = `${docs}spec.md`
  const place = await inPlaceWorld(
    [
      rule(
        [
          shell(`test ! -e ${spec} && test -e node_modules/dep/index.js`),
          write(spec, '# Spec\n'),
          write('b.js', 'no\n'),
        ],
        { times: 1 },
      ),
      rule([write('a.js', '// TODO\n'), write('new.js', 'new\n')]),
    ],
    false,
  )
  const { root, put, read, ports, opened, call } = place
  expect(opened).toMatchObject({ branch })
  expect(await place.open()).toBe(ports.repoRoot)
  const planned = await call({ id: id('plan/planner'), mayWrite: [], artifacts: [spec] })
  expect(planned).toMatchObject({
    commit: opened.commit,
    artifacts: { [spec]: '# Spec\n' },
    violation: { files: ['b.js'] },
  })
  // The document that people edit is back, and so is the file.
  expect([read(spec), read('b.js')]).toEqual(['edited by a person\n', 'b\n'])
  const made = await call({ id: id('implement/x') })
  expect(made.changedFiles).toEqual(['a.js', 'new.js'])
  expect(
    await measureChange(
      { type: 'MeasureChange', id: id('measure/x'), lane, from: opened.commit, to: made.commit },
      firstAttempt,
      ports,
    ),
  ).toMatchObject({
    files: [{ path: 'a.js' }, { path: 'new.js' }],
  })
  expect(
    await scanFiles(
      { type: 'ScanFiles', id: id('scan/x'), lane, commit: made.commit, files: made.changedFiles },
      firstAttempt,
      ports,
    ),
  ).toMatchObject({ count: 1 })
  const check = {
    name: 'test',
    run: 'pwd && cat new.js node_modules/dep/index.js note.txt',
    timeoutMs: 10_000,
    claims: [],
  }
  const verify = {
    type: 'RunChecks',
    id: id('verify/x'),
    lane,
    commit: made.commit,
    tree: made.tree,
    baseCommit: opened.commit,
    checks: [check],
  } as const
  // The session's file is just being replaced.
  put('.harness/.state.json.6aafe207.tmp', '{')
  // A person edits meanwhile: nothing runs, and the edit stays.
  put('b.js', 'edited meanwhile\n')
  put('mine.js', 'of a person\n')
  const edited = {
    type: 'CommandFailed',
    code: 'checkout-edited',
    detail: expect.stringContaining('changed b.js, mine.js there'),
  }
  expect(await runChecks(verify, firstAttempt, ports)).toMatchObject(edited)
  expect(await runChecks(verify, repeatedAttempt, ports)).toMatchObject(edited)
  const again = command(made.commit, { lane, id: id('implement/again') })
  expect(await runAgentCommand(again, firstAttempt, ports)).toMatchObject(edited)
  expect([read('b.js'), read('mine.js')]).toEqual(['edited meanwhile\n', 'of a person\n'])
  put('b.js', 'b\n')
  rmSync(join(root, 'mine.js'))
  expect(await runChecks(verify, firstAttempt, ports)).toMatchObject({
    evidence: [{ room: 'in-place', exitCode: 0, outputTail: `${root}\nnew\ninstalled\nof a person\n` }],
  })
  const diff = '--- a/new.js\n+++ b/new.js\n@@ -1 +1 @@\n-new\n+fixed\n'
  const patch = {
    type: 'ApplyPatch',
    id: id('fix/x'),
    lane,
    startCommit: made.commit,
    diff,
    commitMessage: 'Fix',
  } as const
  const applied = await applyPatch(patch, firstAttempt, ports)
  expect(applied).toMatchObject({ type: 'PatchApplied', changedFiles: ['new.js'] })
  expect(read('new.js')).toBe('fixed\n')
  // A side lane is a clone of the private repository, beside the checkout.
  const order = {
    type: 'OpenLane',
    id: id('open/architect'),
    lane: side,
    branch: 'harness/x-architect',
    baseBranch: 'main',
  } as const
  const beside = await openLane(order, firstAttempt, ports)
  if (beside.type !== 'LaneOpened') throw new Error(JSON.stringify(beside))
  expect(dirname(beside.path)).toBe(`${root}.lanes`)
  expect(readFileSync(join(beside.path, 'note.txt'), 'utf8')).toBe('of a person\n')
  expect(existsSync(join(beside.path, 'node_modules'))).toBe(false)
  // `lanes.setup` says how a lane gets its packages; then nothing is copied.
  const run = 'mkdir node_modules && echo set-up > node_modules/made'
  const installed = await openLane(
    { ...order, id: id('open/judge'), lane: judge, branch: 'harness/x-judge', copiesIgnored: { except: [] } },
    firstAttempt,
    { ...ports, lanes: { ...ports.lanes, setup: [run] } },
  )
  if (installed.type !== 'LaneOpened') throw new Error(JSON.stringify(installed))
  expect(readdirSync(join(installed.path, 'node_modules'))).toEqual(['made'])
  const inSide = await runAgentCommand(
    command(made.commit, { id: id('review/architect'), lane: side, mayWrite: [] }),
    firstAttempt,
    ports,
  )
  expect(inSide).toMatchObject({ type: 'AgentFinished' })
  for (const [name, other] of [
    [side, 'harness/x-architect'],
    [judge, 'harness/x-judge'],
    [lane, branch],
  ] as const) {
    const close = {
      type: 'CloseLane',
      id: id(`close/${name}`),
      lane: name,
      branch: other,
      baseBranch: 'main',
      keepsBranch: true,
    } as const
    expect(await closeLane(close, firstAttempt, ports)).toMatchObject({ kept: null })
  }
  expect(existsSync(beside.path)).toBe(false)
  expect(existsSync(join(root, '.git'))).toBe(false)
  expect([read('note.txt'), read('node_modules/dep/index.js'), read(spec)]).toEqual([
    'of a person\n',
    'installed\n',
    'edited by a person\n',
  ])
})

test('WF in place: what a cut-short agent left is put back, what a person added since is not', async () => {
  const stop = new AbortController()
  const place = await inPlaceWorld(
    [
      rule([write('a.js', 'half\n'), shell('touch started; sleep 60')], { times: 1 }),
      rule([write('a.js', 'whole\n')]),
    ],
    true,
  )
  const { root, put, read, ports, opened } = place
  const order = command(opened.commit, { lane, id: id('implement/x') })
  const cut = runAgentCommand(order, { ...firstAttempt, signal: stop.signal }, ports).catch(() => null)
  await vi.waitUntil(() => existsSync(join(root, 'started')), 20_000)
  stop.abort()
  await cut
  put('mine.js', 'of a person\n')
  const next = { ...order, id: id('implement/y') }
  expect(await runAgentCommand(next, firstAttempt, ports)).toMatchObject({
    code: 'checkout-edited',
    detail: expect.stringContaining('changed mine.js there'),
  })
  expect([read('a.js'), read('mine.js')]).toEqual(['half\n', 'of a person\n'])
  rmSync(join(root, 'mine.js'))
  expect(await runAgentCommand(next, firstAttempt, ports)).toMatchObject({ changedFiles: ['a.js'] })
  expect(read('a.js')).toBe('whole\n')
  expect(place.setAside()).toContain('+half')
})

test('WF in place with git: the user’s repository is written only by the commit, with only the run’s change', async () => {
  for (const isDirty of [true, false]) {
    const edits = 'rm b.js; sed -i s/5/five/ c.js; test ! -e note.txt || echo more >> note.txt'
    const place = await inPlaceWorld([rule([write('a.js', 'changed\n'), shell(edits)])], true, isDirty)
    const { root, ports, opened, call, world } = place
    const notes = isDirty ? ['note.txt'] : []
    const gitState = (): string =>
      execFileSync('find', ['.git', '-type', 'f', '-newer', '.git/config'], { cwd: root, encoding: 'utf8' })
    const [before, head] = [gitState(), world.repo.git('rev-parse', 'HEAD')]
    const made = await call({ id: id('implement/x') })
    expect(made.changedFiles).toEqual(['a.js', 'b.js', 'c.js', ...notes])
    expect(gitState()).toBe(before)
    const order = {
      type: 'CommitChange',
      id: id('finish/commit'),
      lane,
      branch,
      baseCommit: opened.commit,
      commit: made.commit,
      message: 'Task',
      add: [`${docs}spec.md`],
    } as const
    const done = await commitChange(order, firstAttempt, ports)
    if (done.type !== 'ChangeCommitted') throw new Error(JSON.stringify(done))
    expect(world.repo.git('rev-parse', branch, `${branch}^`)).toBe(`${done.commit}\n${head}`)
    expect(world.repo.git('show', '--format=', '--name-status', branch).split('\n')).toEqual([
      'M\ta.js',
      'D\tb.js',
      'M\tc.js',
      `A\t${docs}spec.md`,
      ...notes.map((name) => `A\t${name}`),
    ])
    // A line of a person in a file that the run changed is not committed, if it can be told apart.
    expect(world.repo.git('show', `${branch}:c.js`)).toBe('1\n2\n3\n4\nfive')
    expect(place.read('c.js')).toBe(`${isDirty ? 'of a person\n' : ''}1\n2\n3\n4\nfive\n`)
    expect(world.repo.git('branch', '--show-current')).toBe(isDirty ? 'main' : branch)
    const told = ['the checkout stays', 'note.txt had uncommitted changes'].map((text) =>
      expect.stringContaining(text),
    )
    expect(done.notes).toEqual(isDirty ? told : undefined)
    expect(await commitChange(order, repeatedAttempt, ports)).toEqual(done)
    if (!isDirty) expect(world.repo.git('status', '--porcelain')).toBe('')
    expect(await treeOf(root, done.commit as CommitHash)).toBe(done.tree)
  }
})

test('WF in place: work of another program that is taken over counts as the change, and is committed', async () => {
  const taken = { 'a.js': 'theirs\n', 'deep/new.js': 'new\n', b: 'no folder\n' }
  const { ports, opened, call, world } = await inPlaceWorld(
    [rule([write('b.js', 'ours\n')])],
    true,
    false,
    taken,
  )
  const made = await call({ id: id('implement/x'), startCommit: opened.commit })
  expect(made.changedFiles).toEqual(['b.js'])
  const { baseCommit } = opened
  const base = await checkBase(
    {
      type: 'CheckBase',
      id: id('base-first/check'),
      lane,
      commit: baseCommit,
      checks: [{ name: 'c', run: 'grep -qx a a.js && test ! -e b', timeoutMs: 20_000, claims: [] }],
      beside: { baseBranch: 'main', newest: false },
    },
    firstAttempt,
    ports,
  )
  expect(base).toMatchObject({ evidence: [{ exitCode: 0, room: 'clean' }] })
  const measure = {
    type: 'MeasureChange',
    id: id('measure/x'),
    lane,
    from: baseCommit,
    to: made.commit,
  } as const
  expect(await measureChange(measure, firstAttempt, ports)).toMatchObject({
    files: [{ path: 'a.js' }, { path: 'b' }, { path: 'b.js' }, { path: 'deep/new.js' }],
  })
  expect(await treeOf(ports.repoRoot, baseCommit)).toBe(world.repo.git('rev-parse', 'HEAD^{tree}'))
  const order = {
    type: 'CommitChange',
    id: id('finish/commit'),
    lane,
    branch,
    baseCommit,
    commit: made.commit,
    message: 'Task',
    add: [],
  } as const
  // The session of the other program is on its branch already.
  world.repo.git('add', 'a.js', `${docs}spec.md`)
  const done = await commitChange(order, firstAttempt, ports)
  expect(done).toMatchObject({ type: 'ChangeCommitted' })
  expect(await commitChange(order, repeatedAttempt, ports)).toEqual(done)
  expect(world.repo.git('show', '--format=', '--name-only', branch)).toBe('a.js\nb\nb.js\ndeep/new.js')
  expect(world.repo.git('rev-list', '--count', `main..${branch}`)).toBe('1')
  expect(world.repo.git('status', '--porcelain')).toBe(`A  ${docs}spec.md`)
})

test.skipIf(whyNoSandbox !== null)(
  'TR-01 in place, programs cannot write the user’s repository and do not see the records of runs',
  async () => {
    const { ports, opened, root, world } = await inPlaceWorld([], true)
    const sandbox = {
      ...(await testSandbox([root, world.repo.stateDir])),
      allowed: {
        read: [],
        write: [],
        network: { ...unconfined.allowed.network, checks: 'loopback' as const },
      },
    }
    const tries = [
      'echo x >> .git/config && exit 1',
      'echo x > .git/hooks.txt && exit 2',
      'ls .harness/run/runs && exit 3',
      'echo made > node_modules/made && cat a.js',
    ]
    const check = { name: 'test', run: tries.join('; '), timeoutMs: 60_000, claims: [] }
    const { commit, tree, commit: baseCommit } = opened
    const order = {
      type: 'RunChecks',
      id: id('verify/x'),
      lane,
      commit,
      tree,
      baseCommit,
      checks: [check],
    } as const
    const checked = await runChecks(order, firstAttempt, { ...ports, sandbox })
    expect(checked).toMatchObject({ evidence: [{ exitCode: 0, problem: null }] })
    expect(readFileSync(join(root, 'node_modules/made'), 'utf8')).toBe('made\n')
  },
)
