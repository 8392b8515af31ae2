import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asLaneName, type CommitHash } from '@harness/core/kernel/ids'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { expect, test } from 'vitest'
import { closeLaneEffect } from '../../effects/lanes/close-lane.effect.ts'
import { closeLane } from '../../effects/lanes/close-lane.ts'
import { type AgentWorld, agentWorld, rule, write } from '../../test-support/agent-world.ts'
import { firstAttempt, idOf, repeatedAttempt } from '../../test-support/target-repo.ts'
import { applyPatch } from './apply-patch.ts'
import { cleanUp } from './clean-up.ts'
import { commitChange } from './commit-change.ts'
import { scanFiles } from './scan-files.ts'

const english = { words: workflowVoice.words.en }
const lane = asLaneName('0001-search')
const branch = 'task/0001-search'
const sight = { baseBranch: 'main', aside: () => null }
const files = {
  'a.js': 'one\ntwo\nthree\n',
  'b.js': 'b\n',
  'src/c.js': 'c\n',
  '.gitignore': 'docs\n.harness\n',
}

const patchOf = (startCommit: CommitHash, diff: string) => ({
  type: 'ApplyPatch' as const,
  id: idOf('20260101-000000/autofix/fix/1'),
  lane,
  startCommit,
  diff,
  commitMessage: 'Apply the proposed fix',
})

/** Its counts are wrong, as those of a model are; it creates, deletes and changes. */
const wholeFix = `--- a/a.js
+++ b/a.js
@@ -1,9 +1,9 @@
 one
-two
+deux
 three
`
const addAndDelete = `diff --git a/new.js b/new.js
--- /dev/null
+++ b/new.js
@@ -0,0 +1 @@
+new
diff --git a/b.js b/b.js
--- a/b.js
+++ /dev/null
@@ -1 +0,0 @@
-b`

test('WF-12 a patch becomes one commit; half of one, a link and a secret leave the lane as it was', async () => {
  const world = await agentWorld([], files)
  const apply = (diff: string, start = world.start, attempt = firstAttempt) =>
    applyPatch(patchOf(start, diff), attempt, { ...world.ports, ...english })
  const refused = async (diff: string, reason: string, detail: RegExp) => {
    expect(await apply(diff)).toMatchObject({
      type: 'PatchRefused',
      reason,
      detail: expect.stringMatching(detail),
    })
    expect(world.inLane('rev-parse', 'HEAD')).toBe(world.start)
    expect(world.inLane('status', '--porcelain')).toBe('')
  }
  await refused(`${addAndDelete}\n${wholeFix.replace('-two', '-no such line')}`, 'hunk', /a\.js/)
  await refused(
    'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+../x\n',
    'path',
    /link/,
  )
  await refused('--- a/../x\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n', 'path', /invalid path/)
  await refused('--- /dev/null\n+++ b/k.js\n@@ -0,0 +1 @@\n+top-secret-value\n', 'path', /k\.js/)
  // What a crash left is kept, and the lane put back first.
  writeFileSync(join(world.lane, 'a.js'), 'half applied\n')
  const applied = await apply(`${addAndDelete}\n`)
  expect(applied).toMatchObject({ type: 'PatchApplied', changedFiles: ['b.js', 'new.js'] })
  expect(world.setAside().join()).toContain('+half applied')
  if (applied.type !== 'PatchApplied') return
  expect(world.inLane('rev-parse', 'HEAD^')).toBe(world.start)
  // Repeated after a crash, it is the same commit; a second one has wrong counts.
  expect(await apply(addAndDelete, world.start, repeatedAttempt)).toMatchObject({ commit: applied.commit })
  // Its file was written again with the same text meanwhile: git's index knows another time.
  utimesSync(join(world.lane, 'a.js'), 1, 1)
  const second = { ...patchOf(applied.commit, wholeFix), id: idOf('20260101-000000/autofix/fix/2') }
  expect(await applyPatch(second, firstAttempt, { ...world.ports, ...english })).toMatchObject({
    changedFiles: ['a.js'],
  })
  expect(readFileSync(join(world.lane, 'a.js'), 'utf8')).toBe('one\ndeux\nthree\n')
})

test('WF-12 a patch does not reach through a link in the lane', async () => {
  const world = await agentWorld([], files)
  symlinkSync('src', join(world.lane, 'linked'))
  world.inLane('add', 'linked')
  world.inLane('commit', '-qm', 'link')
  const start = world.inLane('rev-parse', 'HEAD') as CommitHash
  const diff = '--- a/linked/c.js\n+++ b/linked/c.js\n@@ -1 +1 @@\n-c\n+d\n'
  expect(await applyPatch(patchOf(start, diff), firstAttempt, { ...world.ports, ...english })).toMatchObject({
    type: 'PatchRefused',
    reason: 'path',
  })
  expect(readFileSync(join(world.lane, 'src/c.js'), 'utf8')).toBe('c\n')
})

async function changedWorld(): Promise<AgentWorld & { readonly commit: CommitHash }> {
  const world = await agentWorld(
    [
      rule(
        [
          write('a.js', '// TODO: x, FIXME\nTODOS\n'),
          write('src/c.js', '\n\nHACK()\n'),
          { type: 'delete', path: 'b.js' },
        ],
        { times: 1 },
      ),
      rule([write('src/c.js', 'c\n// HACK\n')]),
    ],
    files,
  )
  const first = await world.run()
  if (first.type !== 'AgentFinished') throw new Error(JSON.stringify(first))
  return Object.assign(world, { commit: first.commit })
}

const put = (world: AgentWorld, path: string, text: string): void => {
  mkdirSync(dirname(join(world.repo.root, path)), { recursive: true })
  writeFileSync(join(world.repo.root, path), text)
}

test('WF-11 marks of unfinished work are found in changed files; WF-15 the change is one commit with forced files', async () => {
  const world = await changedWorld()
  const scan = {
    type: 'ScanFiles',
    id: idOf('20260101-000000/verify/scan/1'),
    lane,
    commit: world.commit,
  } as const
  expect(
    await scanFiles({ ...scan, files: ['a.js', 'b.js', 'src/c.js'] }, firstAttempt, world.ports),
  ).toMatchObject({
    count: 2,
    marks: [
      { file: 'a.js', line: 1, mark: 'TODO' },
      { file: 'src/c.js', line: 3, mark: 'HACK' },
    ],
  })
  expect(await scanFiles({ ...scan, files: ['.gitignore'] }, firstAttempt, world.ports)).toMatchObject({
    count: 0,
  })
  // The agent's next commit is folded into the same one.
  const again = await world.run({ id: idOf('20260101-000000/implement/0001/2'), startCommit: world.commit })
  if (again.type !== 'AgentFinished') throw new Error(JSON.stringify(again))
  put(world, 'docs/x/spec.md', 'spec\n')
  put(world, 'docs/x/deep/notes.md', 'notes\n')
  put(world, 'docs/leak.md', 'top-secret-value\n')
  symlinkSync('/etc/hostname', join(world.repo.root, 'docs/link.md'))
  const order = {
    type: 'CommitChange',
    id: idOf('20260101-000000/finish/commit/1'),
    lane,
    branch,
    baseCommit: world.start,
    commit: again.commit,
    message: 'Search',
    add: ['docs/x/', 'docs/leak.md', 'docs/link.md', 'docs/missing.md', '../out.md'],
  } as const
  const done = await commitChange(order, firstAttempt, { ...world.ports, ...english })
  expect(done).toMatchObject({ type: 'ChangeCommitted' })
  if (done.type !== 'ChangeCommitted') return
  expect(done.unstaged.map(({ file }) => file)).toEqual(['../out.md', 'docs/leak.md', 'docs/link.md'])
  expect(world.repo.git('rev-parse', branch, `${branch}^`)).toBe(`${done.commit}\n${world.start}`)
  expect(world.repo.git('show', '--format=', '--name-only', branch).split('\n')).toEqual([
    'a.js',
    'b.js',
    'docs/x/deep/notes.md',
    'docs/x/spec.md',
    'src/c.js',
  ])
  expect(world.inLane('status', '--porcelain')).toBe('')
  expect(world.setAside()).toEqual([])
  expect(await commitChange(order, repeatedAttempt, { ...world.ports, ...english })).toEqual(done)
  expect(world.repo.git('status', '--porcelain')).toBe('')
  // The branch stays, and can be checked out.
  const close = { type: 'CloseLane', id: idOf('20260101-000000/close/0001/1'), lane, branch } as const
  for (const attempt of [firstAttempt, repeatedAttempt]) {
    const closed = await closeLane({ ...close, baseBranch: 'main', keepsBranch: true }, attempt, world.ports)
    if (closed.type !== 'LaneClosed') throw new Error(JSON.stringify(closed))
    expect(closed).toMatchObject({ kept: null })
    const line = closeLaneEffect.outcomes.LaneClosed.line(closed, { sight, took: null })
    expect(line?.text).toBe('lane put away; its branch stays')
  }
  world.repo.git('checkout', '-q', branch)
  expect(world.repo.git('rev-parse', 'HEAD')).toBe(done.commit)
})

test('WF-15 only what the run made is removed, and nothing at all if the guard refuses', async () => {
  const world = await agentWorld([], files)
  const { root } = world.repo
  const clean = (docsPath: string, working: readonly string[] = [], docs: readonly string[] = []) =>
    cleanUp(
      { type: 'CleanUp', id: idOf('20260101-000000/finish/clean/1'), docsPath, docs, working },
      firstAttempt,
      { ...world.ports, ...english },
    )
  for (const path of [
    'docs/harness/x/spec.md',
    'docs/harness/memory/m.md',
    '.harness/state.json',
    '.harness/planner/p.md',
    '.harness/features.json',
  ])
    put(world, path, 'x\n')
  symlinkSync('..', join(root, 'docs/up'))
  symlinkSync('harness', join(root, 'docs/same'))
  symlinkSync('/tmp', join(root, '.harness/out'))
  const working = ['.harness/state.json', '.harness/planner']
  for (const docsPath of [
    ...[
      '',
      '.',
      '/',
      '..',
      '../x',
      '/etc/x',
      'docs',
      'docs/',
      'docs/..',
      'docs/harness/memory/',
      'docs/up/x/',
    ],
    ...['docs/same/x', '.git/x', '.harness/run', '.harness/run/runs', 'docs/\0/x'],
  ]) {
    expect(await clean(docsPath, working), docsPath).toMatchObject({ type: 'CleanUpRefused', path: docsPath })
  }
  const order = { type: 'CleanUp', id: idOf('20260101-000000/finish/clean/1'), docs: [], working } as const
  const german = { ...world.ports, words: workflowVoice.words.de }
  expect(await cleanUp({ ...order, docsPath: 'docs/harness/memory/' }, firstAttempt, german)).toMatchObject({
    why: 'memory ist ein reservierter Name',
  })
  for (const wrong of [
    'src',
    '.harness',
    '.harness/',
    '.harness/run',
    '.harness/run/runs/x',
    '.harness/../a.js',
    '.harness/out/x',
    '.harness/out',
  ])
    expect(await clean('docs/harness/x/', [...working, wrong]), wrong).toMatchObject({
      type: 'CleanUpRefused',
      path: wrong,
    })
  expect(
    existsSync(join(root, 'docs/harness/x/spec.md')) && existsSync(join(root, '.harness/planner/p.md')),
  ).toBe(true)
  for (const wrong of [
    'a.js',
    'docs/harness/memory/m.md',
    'docs/harness/x/deep/er.md',
    'docs/harness/x/../y.md',
  ])
    expect(await clean('docs/harness/x/', working, [wrong]), wrong).toMatchObject({ type: 'CleanUpRefused' })
  expect(await clean('docs/harness/x/', working)).toMatchObject({ type: 'CleanedUp', removed: working })
  // A file of a person in the same folder stays, and so does the folder.
  put(world, 'docs/harness/x/mine.md', 'mine')
  const spec = 'docs/harness/x/spec.md'
  expect(await clean('docs/harness/x/', working, [spec])).toMatchObject({ removed: [spec] })
  expect(await clean('docs/harness/x/', working, [spec])).toMatchObject({ removed: [] })
  expect(existsSync(join(root, 'docs/harness/x/mine.md'))).toBe(true)
  expect(
    existsSync(join(root, 'docs/harness/memory/m.md')) && existsSync(join(root, '.harness/features.json')),
  ).toBe(true)
  // The folder of the harness goes only if nothing is left in it.
  for (const path of ['.harness/features.json', '.harness/out', '.harness/run'])
    rmSync(join(root, path), { recursive: true })
  put(world, '.harness/state.json', 'x')
  expect(await clean('docs/harness/x/', ['.harness/state.json'])).toMatchObject({ type: 'CleanedUp' })
  expect(existsSync(join(root, '.harness'))).toBe(false)
})
