/** Deliveries whose checks and set-up run in a sandbox, and runs on machines that have none. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count } from '@harness/formats/test-support/figures'
import { describe, expect, test } from 'vitest'
import {
  bundle,
  cleanEnvironment,
  harness as harnessProcess,
  harnessJson as jsonOfProcess,
} from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { config, git, operatorState, runDirs, sampleRepo, temporaryFolder } from './support/sample-repo.ts'
import {
  attacks,
  canConfine,
  deedsIn,
  pathWithoutSandbox,
  pathWithRefusedSandbox,
} from './support/sandbox.ts'

const secret = { OF_THE_HARNESS: 'a-value-of-the-harness' }

/** A repository with something to lose: a branch, a stash, boxes that are not ticked. */
function attacked(more: Readonly<Record<string, unknown>>): string {
  const root = sampleRepo({
    'IMPECCABLE_HANDBOOK.md': '- [ ] 1.1\n',
    'attack.sh': '',
    'harness.config.json': config({
      sandbox: 'required',
      checks: [
        { name: 'hello', run: 'grep -q hello hello.txt' },
        { name: 'attack', run: 'sh attack.sh' },
      ],
      ...more,
    }),
  })
  write(root)
  git(root, 'add', '-A')
  git(root, 'commit', '--quiet', '--amend', '-m', 'Begin')
  git(root, 'branch', 'keep')
  writeFileSync(join(root, 'README.md'), 'Stashed.\n')
  git(root, 'stash')
  return root
}

const write = (root: string): void => writeFileSync(join(root, 'attack.sh'), attacks(root))

describe.skipIf(!canConfine)('a confined delivery', () => {
  test('TR-01 none of the attacks from a check reaches the operator’s work', async () => {
    const root = attacked({})
    const before = operatorState(root)
    const { code, value } = await jsonOfProcess(root, ['run'], { env: secret })
    expect({ code, outcome: value.outcome }).toEqual({ code: 0, outcome: 'done' })
    const { value: shown } = await harnessJson(root, ['show', '0001'])
    const attack = shown.evidence.find(({ check }: { check: string }) => check === 'attack')
    expect(attack).toMatchObject({ exitCode: 0, confinement: 'loopback' })
    expect(attack.outputTail).toContain('could not delete a branch')
    expect(deedsIn(attack.outputTail)).toEqual([])
    count('attacks tried', 'confined', attack.outputTail.match(/^(?:did|could not) /gm).length)

    const after = operatorState(root)
    for (const part of ['stashes', 'config', 'hooks', 'README.md', 'IMPECCABLE_HANDBOOK.md'])
      expect(after[part], part).toBe(before[part])
    expect(git(root, 'branch', '--list', 'keep')).toContain('keep')
    expect(git(root, 'log', '--format=%s', 'main')).not.toContain('evil')
    for (const path of [join(root, 'late'), `${root}.marker`, join(tmpdir(), '.npmrc')])
      expect(existsSync(path), path).toBe(false)
    expect(readFileSync(join(runDirs(root)[0] ?? '', 'report.md'), 'utf8')).not.toContain('unconfined')
  })

  test('TR-01 set-up writes its lane only, and teardown, too', async () => {
    const root = attacked({
      lanes: { setup: ['sh attack.sh > setup.log', 'cat setup.log >&2'], teardown: ['sh attack.sh'] },
    })
    writeFileSync(join(root, '.gitignore'), 'setup.log\n')
    git(root, 'add', '-A')
    git(root, 'commit', '--quiet', '-m', 'Ignore')
    const before = operatorState(root)
    const { code } = await jsonOfProcess(root, ['run'], { env: secret })
    expect(code).toBe(0)
    const after = operatorState(root)
    for (const part of ['stashes', 'config', 'hooks', 'README.md', 'IMPECCABLE_HANDBOOK.md'])
      expect(after[part], part).toBe(before[part])
    expect(git(root, 'branch', '--list', 'keep')).toContain('keep')
    expect(existsSync(join(root, 'late'))).toBe(false)
  })

  test('TR-01 a check inherits no file that the operator’s terminal had left open', async () => {
    const folder = temporaryFolder()
    const root = sampleRepo({
      'harness.config.json': config({
        sandbox: 'required',
        checks: [{ name: 'open', run: 'grep -q hello hello.txt; ls -l /proc/self/fd' }],
      }),
    })
    // Node closes the first few by itself.
    const line = 'exec 40<"$0"; exec "$@"'
    const run = [process.execPath, bundle, 'run', '--json']
    const { status, stderr } = spawnSync('bash', ['-c', line, folder, ...run], {
      cwd: root,
      env: cleanEnvironment,
    })
    expect(status, String(stderr)).toBe(0)
    const { value } = await harnessJson(root, ['show', '0001'])
    expect(value.evidence[0].outputTail).toMatch(/ 40 -> \/dev\/null\n/)
  })

  test('TR-01 a path that the operator names can be written', async () => {
    const place = temporaryFolder()
    const root = sampleRepo({
      'harness.config.json': config({
        sandbox: { mode: 'required', write: [place] },
        checks: [{ name: 'hello', run: `grep -q hello hello.txt && echo seen > '${place}/mark'` }],
      }),
    })
    expect(await harnessJson(root, ['run'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(place, 'mark'), 'utf8')).toBe('seen\n')
  })

  test('TR-03 a check may remove the folder that set-up built', async () => {
    const root = sampleRepo({
      '.gitignore': 'dist/\nnode_modules/\n',
      'build.sh': 'rm -rf dist && mkdir dist && cp hello.txt dist/out.txt\n',
      'harness.config.json': config({
        sandbox: 'required',
        lanes: { setup: ['mkdir -p node_modules/x dist'] },
        checks: [{ name: 'build', run: 'sh build.sh && grep -q hello dist/out.txt' }],
      }),
    })
    expect(await harnessJson(root, ['run', '0001'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
  })

  test('TR-01 a check with the network of the machine is said to have it', async () => {
    const root = sampleRepo({
      'harness.config.json': config({ sandbox: { mode: 'required', network: { checks: 'host-loopback' } } }),
    })
    expect(await harnessJson(root, ['run'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(runDirs(root)[0] ?? '', 'report.md'), 'utf8')).toContain(
      'network: host-loopback',
    )
  })
})

describe.skipIf(process.platform !== 'linux')('a machine without a sandbox', () => {
  test.each([
    ['that has no bubblewrap', pathWithoutSandbox, 'bubblewrap (bwrap) is not installed.'],
    [
      'whose bubblewrap may not make namespaces',
      pathWithRefusedSandbox,
      'No permissions to create new namespace',
    ],
  ])('TR-02 %s: the run works, and says everywhere that it is unconfined', async (_what, path, why) => {
    const root = sampleRepo({ 'harness.config.json': config({ sandbox: 'auto' }) })
    const env = { PATH: path() }
    const run = await harnessProcess(root, ['run'], { env })
    expect(run.code, run.stderr).toBe(0)
    const lines = run.stderr.split('\n').filter((line) => line.includes('UNCONFINED'))
    expect(lines[0]).toContain(why)
    const report = readFileSync(join(runDirs(root)[0] ?? '', 'report.md'), 'utf8')
    expect(report).toContain('unconfined')
    const shown = await harness(root, ['show', '0001'])
    expect(shown.stdout).toContain('unconfined')
    const doctor = await harnessProcess(root, ['doctor'], { env })
    expect(doctor.stdout).toMatch(/warn +sandbox +none: runs are unconfined/)
    expect(doctor.stdout).toContain(why)
  })

  test.each([
    ['that has no bubblewrap', pathWithoutSandbox, 'bubblewrap'],
    ['whose bubblewrap may not make namespaces', pathWithRefusedSandbox, 'namespace'],
  ])('TR-02 %s: a run that requires one is refused before anything is changed', async (_what, path, cure) => {
    const root = sampleRepo({ 'harness.config.json': config({ sandbox: 'required' }) })
    const before = operatorState(root)
    const { code, value } = await jsonOfProcess(root, ['run'], { env: { PATH: path() } })
    expect(code).toBe(2)
    expect(value.error).toMatchObject({ code: 'sandbox-missing' })
    expect(`${value.error.message} ${value.error.next}`).toContain(cure)
    expect(operatorState(root)).toEqual(before)
    expect(existsSync(join(root, '.harness'))).toBe(false)
  })

  test('TR-02 a sandbox that is switched off is no news, and evidence says unconfined', async () => {
    const root = sampleRepo()
    const run = await harness(root, ['run'])
    expect(run.code).toBe(0)
    expect(run.stderr).not.toContain('UNCONFINED')
    expect((await harness(root, ['show', '0001'])).stdout).toContain('unconfined')
  })
})
