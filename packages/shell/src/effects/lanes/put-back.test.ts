import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { commitOf, firstAttempt, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import { requireLane } from './lane-record.ts'
import { openLane } from './open-lane.ts'
import { putBack, putBackNotes } from './put-back.ts'

async function openedLane(files?: Record<string, string>) {
  const repo = targetRepo(files)
  await openLane(openLaneCommand(), firstAttempt, repo.ports())
  const record = await requireLane(repo.stateDir, openLaneCommand().lane)
  const ports = repo.ports()
  return { repo, record, path: record.path, ports, runDir: ports.runDir, commit: commitOf(repo, 'main') }
}

it('QA-05 keeps changed, deleted, staged and untracked files as a patch that can be applied again', async () => {
  const { repo, record, path, ports, commit } = await openedLane({
    'a.txt': 'a\n',
    'b.txt': 'b\n',
    'c.bin': '\0\x01',
  })
  writeFileSync(join(path, 'a.txt'), 'changed\n')
  execFileSync('git', ['rm', '-q', 'b.txt'], { cwd: path })
  writeFileSync(join(path, 'c.bin'), Buffer.from([0, 255, 254, 7]))
  mkdirSync(join(path, 'new'))
  writeFileSync(join(path, 'new/d.txt'), 'd\n')
  const result = await putBack(record, commit, ports, 'run/review/0001/2')
  expect(result.files).toEqual(['a.txt', 'b.txt', 'c.bin', 'new/d.txt'])
  expect(repo.gitIn(path, 'status', '--porcelain')).toBe('')
  repo.gitIn(path, 'apply', '--binary', result.patch!)
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('changed\n')
  expect(existsSync(join(path, 'b.txt'))).toBe(false)
  expect([...readFileSync(join(path, 'c.bin'))]).toEqual([0, 255, 254, 7])
  expect(readFileSync(join(path, 'new/d.txt'), 'utf8')).toBe('d\n')
})

it('QA-07 keeps no known secret in a patch, which says so and still applies', async () => {
  const committed = 'x=top-secret-value\nend\n'
  const { repo, record, path, ports, commit } = await openedLane({ 'a.txt': committed })
  const key = `sk-ant-${'a1'.repeat(30)}`
  writeFileSync(join(path, 'a.txt'), `${committed}token: top-secret-value;\n${key}\n`)
  const { patch } = await putBack(record, commit, ports, 'x')
  const text = readFileSync(patch!, 'utf8')
  expect(text).toMatch(/^\[harness\] Known secret values/)
  expect(text).toContain('+token: [redacted:API_TOKEN];')
  repo.gitIn(path, 'apply', patch!)
  // What is committed already, and what only looks like a key, is a person's work.
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe(`${committed}token: [redacted:API_TOKEN];\n${key}\n`)
})

it('QA-07 says where commits are kept that hold a secret, which no patch does', async () => {
  const { repo, record, path, ports, commit } = await openedLane()
  writeFileSync(join(path, 'a.txt'), 'token: top-secret-value\n')
  repo.ownGit(path, 'commit', '-qam', 'theirs')
  const aside = await putBack(record, commit, ports, 'x')
  expect(putBackNotes(aside).join('\n')).toContain(`git update-ref -d ${aside.refs[0]}`)
})

it('QA-07 finds a secret wherever the patch is cut into pieces', async () => {
  const { record, path, ports, commit } = await openedLane()
  const line = (n: number) => `${'x'.repeat(n)}top-secret-value${'\u00e9'.repeat(30)}\n`
  writeFileSync(join(path, 'long'), Array.from({ length: 4_000 }, (_, n) => line(n % 97)).join(''))
  const { patch } = await putBack(record, commit, ports, 'x')
  const text = readFileSync(patch!, 'utf8')
  expect(text).not.toContain('top-secret-value')
  expect(text.match(/\[redacted:API_TOKEN\]é{30}$/gmu)).toHaveLength(4_000)
})

it('QA-05 keeps a change that is larger than what git may say in memory', async () => {
  const { record, path, ports, runDir, commit } = await openedLane()
  const bytes = 260 * 1024 * 1024
  const line = Buffer.alloc(64 * 1024, 'x')
  line[line.length - 1] = 10
  writeFileSync(join(path, 'large.txt'), '')
  for (let written = 0; written < bytes; written += line.length) appendFileSync(join(path, 'large.txt'), line)
  const result = await putBack(record, commit, ports, 'x')
  expect(result.files).toEqual(['large.txt'])
  expect(statSync(result.patch ?? '').size).toBeGreaterThan(bytes)
  expect(existsSync(join(path, 'large.txt'))).toBe(false)
  expect(readdirSync(join(runDir, 'set-aside'))).toEqual([basename(result.patch ?? '')])
})

it('leaves a lane that is already there alone, and ignored files too', async () => {
  const { record, path, ports, commit } = await openedLane({ '.gitignore': 'kept\n' })
  writeFileSync(join(path, 'kept'), 'kept')
  const nothing = { files: [], patch: null, refs: [], redacted: false, submodules: [], ignored: ['kept'] }
  expect(await putBack(record, commit, ports, 'x')).toEqual(nothing)
  expect(readFileSync(join(path, 'kept'), 'utf8')).toBe('kept')
})

it('QA-05 keeps commits that go beyond, under a ref', async () => {
  const { repo, record, path, ports, commit } = await openedLane()
  repo.ownGit(path, 'switch', '-q', '-c', 'stray')
  writeFileSync(join(path, 'a.txt'), 'work\n')
  repo.ownGit(path, 'commit', '-qam', 'work')
  const work = repo.ownGit(path, 'rev-parse', 'HEAD')
  const result = await putBack(record, commit, ports, 'x')
  expect(result.files).toEqual(['a.txt'])
  for (const git of [repo.gitIn, repo.ownGit])
    expect(git(path, 'symbolic-ref', 'HEAD')).toBe(`refs/heads/${record.branch}`)
  expect(repo.ownGit(path, 'rev-parse', 'HEAD')).toBe(commit)
  expect(repo.git('rev-parse', record.branch)).toBe(commit)
  expect(repo.git('for-each-ref', '--format=%(objectname)', 'refs/harness/set-aside')).toBe(work)
  const [note] = putBackNotes(result)
  expect(note).toContain('work on a.txt')
  expect(note).toContain(result.patch)
  expect(note).toContain(`refs/harness/set-aside/${record.branch}/${work}`)
  const again = await putBack(record, commit, ports, 'x')
  expect(again.files).toEqual([])
  expect(putBackNotes(again)).toEqual([])
})

it('sees through marks that hide a changed file', async () => {
  const { repo, record, path, ports, commit } = await openedLane({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
  repo.ownGit(path, 'update-index', '--assume-unchanged', 'a.txt')
  repo.ownGit(path, 'update-index', '--skip-worktree', 'b.txt')
  writeFileSync(join(path, 'a.txt'), 'hidden\n')
  writeFileSync(join(path, 'b.txt'), 'hidden\n')
  expect((await putBack(record, commit, ports, 'x')).files).toEqual(['a.txt', 'b.txt'])
  expect(readFileSync(join(path, 'a.txt'), 'utf8')).toBe('a\n')
  expect(readFileSync(join(path, 'b.txt'), 'utf8')).toBe('b\n')
})

it('QA-05 moves a repository inside the lane aside with its history', async () => {
  const { repo, record, path, ports, runDir, commit } = await openedLane()
  mkdirSync(join(path, 'inner'))
  repo.gitIn(join(path, 'inner'), 'init', '-q')
  writeFileSync(join(path, 'inner/x.txt'), 'x')
  await putBack(record, commit, ports, 'x')
  expect(existsSync(join(path, 'inner'))).toBe(false)
  const kept = readdirSync(join(runDir, 'set-aside')).find((name) => !name.endsWith('.patch'))
  expect(readFileSync(join(runDir, 'set-aside', kept!, 'inner/x.txt'), 'utf8')).toBe('x')
  expect(existsSync(join(runDir, 'set-aside', kept!, 'inner/.git/HEAD'))).toBe(true)
})
