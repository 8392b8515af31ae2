/** Whole deliveries to a GitHub on loopback, with the real command line, real git and the scripted agent. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type GithubRepo, githubRepo } from './support/github-repo.ts'
import { start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  commit,
  config,
  delivers,
  git,
  planPath,
  planText,
  temporaryFolder,
  write,
} from './support/sample-repo.ts'

const passes = { runs: [{ name: 'build', status: 'completed', conclusion: 'success' }] }
const works = { runs: [{ name: 'build', status: 'in_progress' }] }
const completedPath = 'docs/exec-plans/completed/0001-hello.md'

const subjects = ({ github }: GithubRepo): readonly string[] =>
  github.git('log', '--first-parent', '--format=%s', 'main').split('\n')

/** Every text below the state directory. */
function allText(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

function envelopeOf(root: string, call: string): string {
  const runs = join(root, '.harness/run/runs/0001')
  const [run = ''] = readdirSync(runs)
  return readFileSync(join(runs, run, 'calls', `${run}-${call}`, 'envelope.md'), 'utf8')
}

describe('a delivery by pull request', () => {
  test('DL-03 DL-11 goes from the plan to the merged pull request, and the plan is completed on the forge', async () => {
    const repo = await githubRepo([delivers, approves])
    const { root, github, env } = repo
    github.onCi((_, asked) => (asked === 1 ? works : passes))
    const { code, value } = await harnessJson(root, ['run', '0001'], { env })
    expect(value).toMatchObject({
      ok: true,
      outcome: 'done',
      phasesRun: ['implement', 'review', 'preflight', 'prepare-pr', 'merge-check', 'merge'],
      mergedBy: 'harness',
    })
    expect(code).toBe(0)
    expect(github.pulls).toMatchObject([
      { number: 1, title: '0001 Say hello', branch: 'task/0001-hello', labels: ['agent/automerge'] },
    ])
    expect(github.pulls[0]?.body.match(/^## .+/gm)).toEqual([
      '## Summary',
      '## Plan',
      '## Validation',
      '## Risks',
      '## Follow-Ups',
    ])
    expect(subjects(repo)).toEqual([
      'chore: complete plan 0001',
      '0001 Say hello (#1)',
      'Go by pull requests',
      'Begin',
    ])
    expect(github.git('show', 'main:hello.txt')).toBe('hello')
    expect(github.git('cat-file', '-t', `main:${completedPath}`)).toBe('blob')
    // The operator's own branch follows, so that the next plan is chosen by what is there.
    expect(git(root, 'rev-parse', 'main')).toBe(github.git('rev-parse', 'main'))
    expect(existsSync(join(root, completedPath))).toBe(true)
    expect(git(root, 'status', '--porcelain')).toBe('')
    expect(git(root, 'branch', '--format=%(refname:short)')).toBe('main')
    expect(github.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/pulls',
      '/issues/1/labels',
    ])
    expect(allText(join(root, '.harness/run'))).not.toContain(github.token)
    expect(readFileSync(join(root, '.git/config'), 'utf8')).not.toContain(github.token)
    // Played again, no person is asked: what the forge said is in the recording.
    const asked = github.requests.length
    const replayed = await harness(root, ['replay', '0001'])
    expect(replayed.code, replayed.stdout + replayed.stderr).toBe(0)
    expect(github.requests).toHaveLength(asked)
  })

  test('DL-11 AG-14 what fails on the forge is fixed by a fixer that sees why, and the same pull request is brought up to date', async () => {
    const fixes = {
      role: 'fixer',
      do: [
        { run: 'grep -q "expected world" .git/harness/await-ci-0001-1-1-build.log' },
        { append: { path: 'hello.txt', text: 'world\n' } },
      ],
      reply: 'The world is in it.',
    }
    const repo = await githubRepo([{ ...delivers, reply: 'Hello is said.' }, approves, fixes])
    const { root, github, env } = repo
    const broken = {
      ...{ name: 'build', status: 'completed', conclusion: 'failure', summary: 'says no world' },
      annotations: [{ path: 'hello.txt', start_line: 1, annotation_level: 'failure', message: 'no world' }],
      job: {
        steps: [{ name: 'npm test', conclusion: 'failure' }],
        log: '2026-01-01T00:00:00.0Z ##[group]Run npm test\nexpected world\n##[error]exit code 1\n',
      },
    }
    github.onCi((commit) =>
      github.git('show', `${commit}:hello.txt`) === 'hello' ? { runs: [broken] } : passes,
    )
    const { code, value } = await harnessJson(root, ['run', '0001'], { env })
    expect([code, value.outcome]).toEqual([0, 'done'])
    expect(github.pulls).toHaveLength(1)
    expect(github.git('show', 'main:hello.txt')).toBe('hello\nworld')
    const { value: shown } = await harnessJson(root, ['show', '0001'], { env })
    expect(JSON.stringify(shown.findings)).toContain('build fails on the forge')
    const told = (call: string): string => envelopeOf(root, call)
    for (const part of [
      'failed step: npm test (failure)',
      'failure: hello.txt:1: no world',
      '##[group]Run npm test\nexpected world\n##[error]exit code 1',
      'implementer (implement/0001/1):\nHello is said.',
    ])
      expect(told('fix-0001-1')).toContain(part)
    for (const call of ['review-0001-1', 'prepare-pr-0001-1']) {
      expect(told(call)).toContain('1 file, 1 line added, 0 removed.')
      expect(told(call)).toContain('A +1 -0 hello.txt')
      expect(told(call)).toContain('diff --git a/hello.txt b/hello.txt\nnew file mode 100644')
      expect(told(call)).toMatch(/^- passed: \S+ \(`.+, \d+\.\d s$/m)
      expect(told(call)).toContain('the last message of the implementer')
      expect(told(call)).toContain('Hello is said.')
    }
    expect(told('merge-check-0001-1')).toContain('What the fixer says about its work')
    expect(told('merge-check-0001-1')).toContain('+world')
    expect(told('review-0001-2')).toContain('# What changed since the last pass')
  })

  test('DL-11 merged by a person meanwhile, the plan is completed all the same', async () => {
    const repo = await githubRepo([delivers, approves])
    const { root, github, env } = repo
    github.onCi((_, asked) => {
      if (asked === 1) github.mergePull(1)
      return works
    })
    const { code, value } = await harnessJson(root, ['run', '0001'], { env })
    expect([code, value.outcome]).toEqual([0, 'done'])
    expect(value).toMatchObject({
      phasesRun: ['implement', 'review', 'preflight', 'prepare-pr'],
      mergedBy: 'others',
    })
    expect(subjects(repo).slice(0, 2)).toEqual(['chore: complete plan 0001', 'Merge pull request #1'])
    expect(github.requests.some(({ path }) => path.endsWith('/merge'))).toBe(false)
  })

  test('DL-12 TR-07 completed by another clone meanwhile, the run asks, ends as done and delivers nothing again', async () => {
    const repo = await githubRepo([delivers, approves])
    const { root, github, env } = repo
    expect(await harnessJson(root, ['run', '0001', '--phase', 'implement'], { env })).toMatchObject({
      code: 0,
    })
    const clone = join(temporaryFolder(), 'clone')
    git(root, 'clone', '--quiet', github.bare, clone)
    git(clone, 'config', 'user.name', 'Other')
    git(clone, 'config', 'user.email', 'other@localhost')
    expect(await harnessJson(clone, ['run', '0001'], { env })).toMatchObject({ value: { outcome: 'done' } })
    const before = github.git('for-each-ref')

    // Checks of this unconfined run worked since its last look, so a person is asked.
    expect(await harnessJson(root, ['run', '0001'], { env })).toMatchObject({
      code: 3,
      value: { outcome: 'waiting' },
    })
    const answer = ['answer', '0001', 'by-hand', '-m', 'The other clone delivered it']
    const { code, value } = await harnessJson(root, answer, { env })
    expect([code, value.outcome, value.mergedBy]).toEqual([0, 'done', null])
    expect(value.reason).toMatch(/completed on main by others meanwhile: \w{12} by Other, “chore: complete/)
    expect(github.git('for-each-ref')).toBe(before)
    expect(github.pulls).toHaveLength(1)
  })

  test('DL-11 closed by a person meanwhile, it is opened again only when told so', async () => {
    const repo = await githubRepo([delivers, approves])
    const { root, github, env } = repo
    github.onCi((_, asked) => {
      if (asked === 1) github.closePull(1)
      return passes
    })
    const asked = await harnessJson(root, ['run', '0001'], { env })
    expect(asked).toMatchObject({ code: 3, value: { ok: false } })
    expect(JSON.stringify(asked.value)).toContain('Pull request 1 was closed')
    expect(github.pulls[0]?.state).toBe('closed')
    const granted = await harness(root, ['grant', '0001'], { env })
    expect(granted.code, granted.stderr + granted.stdout).toBe(0)
    expect(github.pulls).toHaveLength(1)
    expect(github.pulls[0]?.mergeCommit).not.toBe(null)
    expect(subjects(repo)[0]).toBe('chore: complete plan 0001')
  })

  test('QA-01 killed between the opened and the merged pull request, it goes on with the same one', async () => {
    const repo = await githubRepo([delivers, approves])
    const { root, github, env } = repo
    github.onCi(() => works)
    const run = start(root, ['run', '0001', '--yes'], { env })
    await expect.poll(() => github.pulls.length, { timeout: 120_000 }).toBe(1)
    run.process.kill('SIGKILL')
    await run.ended
    github.onCi(() => passes)
    const { code, value } = await harnessJson(root, ['run', '0001'], { env })
    expect([code, value.outcome]).toEqual([0, 'done'])
    expect(github.pulls).toHaveLength(1)
    expect(github.requests.filter(({ method, path }) => method === 'POST' && path === '/pulls')).toHaveLength(
      1,
    )
    expect(subjects(repo).filter((subject) => subject.startsWith('chore:'))).toHaveLength(1)
  })

  test('DL-03 --local-only pauses before anything leaves the machine, and needs no token', async () => {
    const repo = await githubRepo([delivers, approves])
    const { root, github, env } = repo
    const paused = await harnessJson(root, ['run', '0001', '--local-only'])
    const phasesRun = ['implement', 'review', 'preflight']
    expect(paused).toMatchObject({ code: 0, value: { outcome: 'paused', phasesRun, mergedBy: null } })
    expect(github.requests).toEqual([])
    expect(github.git('branch', '--format=%(refname:short)')).toBe('main')
    github.onCi(() => passes)
    expect(await harnessJson(root, ['run', '0001'], { env })).toMatchObject({ value: { outcome: 'done' } })
  })
})

describe('a forge with troubles of its own', () => {
  test('DL-11 a base that was force-pushed is a person’s decision', async () => {
    const repo = await githubRepo([delivers, approves])
    const { root, github, env } = repo
    expect(await harnessJson(root, ['run', '0001', '--phase', 'implement'], { env })).toMatchObject({
      code: 0,
    })
    const other = github.git('commit-tree', '-m', 'Rewritten', 'main^{tree}')
    github.git('update-ref', 'refs/heads/main', other)
    const { code, value } = await harnessJson(root, ['run', '0001'], { env })
    expect(code).toBe(3)
    expect(value.reason).toContain('main was rewritten')
    expect(github.git('rev-parse', 'main')).toBe(other)
    expect(github.pulls).toEqual([])
  })

  test('DL-11 checks that never report are a person’s decision', async () => {
    const { root, github, env } = await githubRepo([delivers, approves], { patienceMinutes: 0.05 })
    github.onCi(() => works)
    const { code, value } = await harnessJson(root, ['run', '0001'], { env })
    expect(code).toBe(3)
    expect(value.reason).toContain('has not reported all of its checks in time')
    github.onCi(() => passes)
    const granted = await harness(root, ['grant', '0001'], { env })
    expect(granted.code, granted.stderr + granted.stdout).toBe(0)
  })

  test('DL-11 a limit of the forge is waited for, and Ctrl-C leaves the wait resumable', async () => {
    const { root, github, env } = await githubRepo([delivers, approves])
    const headers = { 'retry-after': '600' }
    const body = { message: 'You have exceeded a secondary rate limit' }
    github.onRequest(() => ({ status: 403, headers, body }))
    const run = start(root, ['run', '0001', '--yes'], { env })
    await run.saw(/rate limit/)
    run.process.kill('SIGINT')
    expect((await run.ended).code).toBe(130)
    const { value } = await harnessJson(root, ['runs'])
    expect(JSON.stringify(value.runs)).toContain('rate limit of the forge')
  })

  test('DL-11 Ctrl-C while GitHub’s auto-merge is waited for: nothing merges meanwhile, and resuming merges it', async () => {
    const repo = await githubRepo([delivers, approves], { merge: 'auto' })
    const { root, github, env } = repo
    github.settings.allowAutoMerge = true
    github.settings.mergeableState = 'blocked'
    const isWaiting = (): boolean => github.pulls[0]?.autoMerge != null
    const run = start(root, ['run', '0001', '--yes'], { env })
    await run.saw(/labelled agent\/automerge; the forge is to merge it by/)
    while (!isWaiting()) await sleep(20)
    run.process.kill('SIGINT')
    const { code, stdout, stderr } = await run.ended
    expect(code, stdout + stderr).toBe(130)
    expect(github.pulls).toMatchObject([{ state: 'open', labels: [], autoMerge: null }])

    const again = start(root, ['resume'], { env })
    while (!isWaiting()) await sleep(20)
    github.meetRules()
    expect((await again.ended).code).toBe(0)
    expect(github.pulls).toMatchObject([{ labels: ['agent/automerge'] }])
    expect(subjects(repo)).toEqual([
      'chore: complete plan 0001',
      '0001 Say hello (#1)',
      'Go by pull requests',
      'Begin',
    ])
  })

  test('DL-11 a run cannot end with another forge than it began with', async () => {
    const { root, env } = await githubRepo([delivers, approves])
    await harnessJson(root, ['run', '0001', '--phase', 'implement'], { env })
    write(root, { 'harness.config.json': config() })
    const { code, value } = await harnessJson(root, ['run', '0001'], { env })
    expect([code, value.error.code]).toEqual([2, 'forge-changed'])
  })
})

describe('what prevents it of a pull request', () => {
  test('DL-11 no token: refused before anything is begun, with how to make one', async () => {
    const { root } = await githubRepo([delivers, approves])
    const { code, value } = await harnessJson(root, ['run', '0001'])
    expect([code, value.error.code]).toEqual([2, 'forge-token-missing'])
    expect(value.error.next).toContain('export GITHUB_TOKEN=')
    expect((await harnessJson(root, ['runs'])).value.runs).toEqual([])
    expect(git(root, 'branch', '--format=%(refname:short)')).toBe('main')
  })

  test('DL-11 a plan that was never pushed is refused', async () => {
    const { root, env } = await githubRepo([delivers, approves])
    git(root, 'fetch', '--quiet', 'origin')
    write(root, { [planPath('0002', 'more')]: planText('0002') })
    commit(root, 'Plan more')
    const { code, value } = await harnessJson(root, ['run', '0002'], { env })
    expect([code, value.error.code]).toEqual([2, 'plan-not-on-base'])
    expect(value.error.next).toContain('git push origin main')
  })

  test('DL-11 a token that is not accepted stops the run, and says which and how to make one', async () => {
    const { root } = await githubRepo([delivers, approves])
    const { code, value } = await harnessJson(root, ['run', '0001'], {
      env: { GH_TOKEN: 'wrong-token-of-nobody' },
    })
    expect(code).toBe(1)
    expect(JSON.stringify(value)).toContain('GH_TOKEN is not accepted')
    expect(JSON.stringify(value)).not.toContain('wrong-token-of-nobody')
  })

  test('DL-11 a rejected push asks a person', async () => {
    const { root, github, env } = await githubRepo([delivers, approves])
    github.git('branch', 'task/0001-hello', github.git('commit-tree', '-m', 'Not ours', 'main^{tree}'))
    const { code, value } = await harnessJson(root, ['run', '0001'], { env })
    expect(code).toBe(3)
    expect(value.reason).toContain('could not be pushed to the forge')
    expect((await harness(root, ['show', '0001'])).stdout).toContain('rejected task/0001-hello')
    expect(github.pulls).toEqual([])
  })
})

describe('what the command line tells of a forge', () => {
  const checkOf = async (root: string, env: Readonly<Record<string, string>>) => {
    const { value } = await harnessJson(root, ['doctor'], { env })
    return value.checks.find(({ id }: { readonly id: string }) => id === 'forge')
  }

  test('DL-11 doctor asks it, names the variable of the log-in and never shows it', async () => {
    const { root, github, env } = await githubRepo([delivers, approves])
    const good = await checkOf(root, env)
    expect(good).toMatchObject({
      status: 'ok',
      evidence: expect.stringContaining('github: owner/name by http'),
    })
    expect(good.evidence).toContain('log-in: GITHUB_TOKEN')
    expect(JSON.stringify(good)).not.toContain(github.token)
    expect(await checkOf(root, {})).toMatchObject({
      status: 'fail',
      evidence: expect.stringContaining('no token in GITHUB_TOKEN'),
      fix: expect.stringContaining('export GITHUB_TOKEN='),
    })
    expect(await checkOf(root, { GITHUB_TOKEN: 'wrong-token-of-nobody' })).toMatchObject({
      status: 'fail',
      evidence: expect.stringContaining('401'),
    })
    git(root, 'remote', 'remove', 'origin')
    expect(await checkOf(root, env)).toMatchObject({
      status: 'fail',
      evidence: 'There is no remote origin here.',
    })
  })

  test('QA-23 --dry-run shows the way over a pull request, and that the token is missing', async () => {
    const { root, env } = await githubRepo([delivers, approves])
    const { value } = await harnessJson(root, ['run', '--dry-run'], { env })
    expect(value).toMatchObject({ ok: true, forge: 'github', obstacles: [] })
    expect(value.phases.map(({ name }: { readonly name: string }) => name).slice(-3)).toEqual([
      'prepare-pr',
      'merge-check',
      'merge',
    ])
    expect(value.gates).toContainEqual({
      name: 'push-rejected',
      when: 'the forge does not take the branch',
      choices: [expect.objectContaining({ name: 'grant' }), expect.objectContaining({ name: 'refuse' })],
    })
    const without = await harnessJson(root, ['run', '--dry-run'])
    expect(without.value).toMatchObject({ ok: false, obstacles: [{ id: 'forge', status: 'fail' }] })
  })

  test('DL-01 config prints it with where each value came from', async () => {
    const { root } = await githubRepo([delivers, approves], { merge: 'auto' })
    const { value } = await harnessJson(root, ['config'])
    expect(value.origins).toMatchObject({
      'forge.kind': { value: 'github', from: 'file' },
      'forge.merge': { value: 'auto', from: 'file' },
      'forge.label': { value: 'agent/automerge', from: 'default' },
      'forge.ciGraceSec': { value: 0, from: 'file' },
    })
  })
})
