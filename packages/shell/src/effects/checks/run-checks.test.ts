import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunChecks } from '@harness/core/effects/run-checks'
import type { Check } from '@harness/core/kernel/check'
import { passed, unproven } from '@harness/core/kernel/evidence'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { describe, expect, it } from 'vitest'
import { createRedactionStream } from '../../machine/redaction/redactor.ts'
import {
  commitOf,
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  targetRepo,
  treeAt,
} from '../../test-support/target-repo.ts'
import { openLane } from '../lanes/open-lane.ts'
import type { CheckPorts } from './check-ports.ts'
import { runChecks } from './run-checks.ts'

const check = (run: string, name = 'test', timeoutMs = 20_000): Check => ({
  name,
  run,
  timeoutMs,
  claims: [],
})

async function lane(
  files: Record<string, string> = { 'a.txt': 'a\n', '.gitignore': 'out/\n' },
  lanes: Partial<LanesConfig> = {},
  untracked: readonly (readonly [string, string])[] = [],
) {
  const repo = targetRepo(files)
  for (const [name, text] of untracked) repo.write(name, text)
  const secrets = [{ name: 'API_TOKEN', value: 'top-secret-value' }]
  const ports: CheckPorts = {
    ...repo.ports({ env: ['CHOSEN'], ...lanes }),
    redactionStream: () => createRedactionStream({ secrets }),
  }
  const event = await openLane(openLaneCommand(), firstAttempt, ports)
  if (event.type !== 'LaneOpened') throw new Error(JSON.stringify(event))
  const command = (...checks: readonly Check[]): RunChecks => ({
    type: 'RunChecks',
    id: idOf('20260101-000000/checks/0001/1'),
    lane: event.lane,
    commit: commitOf(repo, event.branch),
    tree: treeAt(repo, event.branch),
    checks,
  })
  const run = async (...checks: readonly Check[]) => {
    const finished = await runChecks(command(...checks), firstAttempt, ports)
    if (finished.type !== 'ChecksFinished') throw new Error(finished.detail)
    return finished
  }
  return { repo, ports, path: event.path, command, run }
}

describe('evidence', () => {
  it('a check finds programs of its lane if the PATH of the operator leads there', async () => {
    const { ports, command } = await lane()
    const installed = `mkdir -p out/bin && echo 'echo of the lane' > out/bin/runner && chmod +x out/bin/runner`
    const environment = { ...ports.environment, PATH: `./out/bin:${process.env.PATH}` }
    const event = await runChecks(command(check(`${installed} && runner`)), firstAttempt, {
      ...ports,
      environment,
    })
    expect(event).toMatchObject({ evidence: [{ exitCode: 0, outputTail: 'of the lane\n' }] })
  })

  it('DL-03 binds exit code, digest and tail to the tree; all checks run, whatever the first says', async () => {
    const { run, command } = await lane()
    const checks = [check('echo no; exit 3', 'lint'), check('cat a.txt', 'test')]
    const { evidence, tree } = await run(...checks)
    expect(tree).toBe(command().tree)
    expect(evidence).toMatchObject([
      { check: 'lint', run: 'echo no; exit 3', exitCode: 3, problem: null, outputTail: 'no\n', tree },
      {
        check: 'test',
        exitCode: 0,
        problem: null,
        outputTail: 'a\n',
        outputDigest: '87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7',
      },
    ])
    expect(unproven(checks, evidence, tree).map(({ name }) => name)).toEqual(['lint'])
  })

  it('DL-31 checks see the lane’s variables and no secrets of the operator', async () => {
    const { run } = await lane()
    const { evidence } = await run(check('env'))
    expect(evidence[0]!.outputTail).toContain('HARNESS_LANE=0001-search')
    expect(evidence[0]!.outputTail).toMatch(/HARNESS_PORT_0=\d+/)
    expect(evidence[0]!.outputTail).toContain('CHOSEN=yes')
    expect(evidence[0]!.outputTail).not.toContain('API_TOKEN')
  })

  it('QA-07 redacts and strips the log and the tail', async () => {
    const { run, ports } = await lane()
    const { evidence } = await run(
      // The pause only makes it likely that both parts arrive apart.
      check(`printf 'top-secret-'; sleep 0.1; printf 'value \\033[31mred\\033[0m\\n'`),
    )
    expect(evidence[0]!.outputTail).not.toContain('top-secret-value')
    expect(evidence[0]!.outputTail).toContain(' red\n')
    const folder = join(ports.runDir, 'checks/checks-0001-1')
    expect(readdirSync(folder)).toEqual(['1-test.log'])
    expect(readFileSync(join(folder, '1-test.log'), 'utf8')).toBe(evidence[0]!.outputTail)
  })

  it('QA-07 finds a secret that a colour cuts in two', async () => {
    const { run } = await lane()
    const { evidence } = await run(check(`printf 'top-\\033[31msecret-value\\033[0m\\n'`))
    expect(evidence[0]!.outputTail).toBe('[redacted:API_TOKEN]\n')
  })

  it('keeps the whole of a long output in the log and its end in the evidence', async () => {
    const { run, ports } = await lane()
    const { evidence } = await run(check('i=0; while [ $i -lt 3000 ]; do echo "line $i"; i=$((i+1)); done'))
    expect(evidence[0]!.outputTail.length).toBeLessThanOrEqual(8_000)
    expect(evidence[0]!.outputTail.endsWith('line 2999\n')).toBe(true)
    const log = readFileSync(join(ports.runDir, 'checks/checks-0001-1/1-test.log'), 'utf8')
    expect(log.split('\n')).toHaveLength(3001)
  })

  it('QA-02 a check may print more than is kept: it runs to its end, and its log says what was left out', async () => {
    const { run, ports } = await lane()
    const { evidence } = await run(
      check('echo first; yes 0123456789 | head -c 70000000; echo; echo last', 'loud', 120_000),
    )
    expect(evidence.map(passed)).toEqual([true])
    expect(evidence[0]!.outputTail.endsWith('\nlast\n')).toBe(true)
    const log = readFileSync(join(ports.runDir, 'checks/checks-0001-1/1-loud.log'), 'utf8')
    expect(log.startsWith('first\n0123456789\n')).toBe(true)
    expect(log).toMatch(/\n\[harness\] \d+ bytes of output were left out here\.\n/)
    expect(log.length).toBeLessThan(34 * 1024 * 1024)
    expect(readdirSync(join(ports.runDir, 'checks/checks-0001-1'))).toEqual(['1-loud.log'])
  })

  it('a command that is not there is evidence with a hint', async () => {
    const { run } = await lane()
    const { evidence } = await run(check('no-such-program-here --now'))
    expect(evidence[0]!.exitCode).toBe(127)
    expect(evidence[0]!.outputTail).toContain('not found')
    expect(evidence[0]!.outputTail).toContain('lanes.setup')
  })

  it('a check that takes too long has not passed', async () => {
    const { run } = await lane()
    const { evidence } = await run(check('echo begun; sleep 600', 'slow', 2_000), check('true', 'next'))
    expect(evidence[0]).toMatchObject({ exitCode: null, problem: expect.stringContaining('longer than 2 s') })
    expect(evidence[0]!.outputTail).toBe('begun\n')
    expect(evidence.map(passed)).toEqual([false, true])
  })

  it('a check that is killed has not passed', async () => {
    const { run } = await lane()
    const { evidence } = await run(check('kill -9 $$'))
    expect(evidence.map(passed)).toEqual([false])
    expect(evidence[0]!.problem).toContain('SIGKILL')
  })

  it('QA-07 what lies on disk while a check runs, and after it was killed, is redacted', async () => {
    const { command, ports } = await lane()
    const abort = new AbortController()
    const talks = check("printf 'top-secret-%s\\n' value; seq 1 2000; sleep 20")
    const running = runChecks(command(talks), { signal: abort.signal, repeated: false }, ports)
    const raw = join(ports.runDir, 'checks/checks-0001-1/1-test.log.raw')
    const written = () => (existsSync(raw) ? readFileSync(raw, 'utf8') : '')
    await expect.poll(written, { timeout: 60_000 }).toContain('1000\n')
    const during = written()
    abort.abort(new Error('stop'))
    await expect(running).rejects.toThrow('stop')
    for (const text of [during, written()]) {
      expect(text).not.toContain('top-secret-value')
      expect(text).toContain('[redacted:API_TOKEN]')
    }
  })

  it('an abort leaves no event', async () => {
    const { ports, command } = await lane()
    const abort = new AbortController()
    const attempt = { signal: abort.signal, repeated: false }
    const log = join(ports.runDir, 'checks/checks-0001-1/1-test.log.raw')
    const running = runChecks(command(check('echo begun; sleep 600')), attempt, ports)
    await expect.poll(() => existsSync(log), { timeout: 60_000 }).toBe(true)
    abort.abort(new Error('stop'))
    await expect(running).rejects.toThrow('stop')
    const again = await runChecks(command(check('true')), repeatedAttempt, ports)
    expect(again).toMatchObject({ type: 'ChecksFinished', evidence: [{ exitCode: 0, outputTail: '' }] })
    expect(readdirSync(join(ports.runDir, 'checks/checks-0001-1'))).toEqual(['1-test.log'])
  })
})

describe('evidence is about exactly one tree', () => {
  it('a check that hides its change from git proves nothing', async () => {
    const { run } = await lane()
    const { evidence } = await run(check('echo y > a.txt; git update-index --assume-unchanged a.txt'))
    expect(evidence[0]!.problem).toContain('a.txt')
  })

  it('a check that commits a change proves nothing, and the lane does not see it', async () => {
    const { repo, run, path, command } = await lane()
    const before = command()
    const { evidence } = await run(check('echo y > a.txt; git commit -qam x'))
    expect(evidence[0]!.problem).toContain('a.txt')
    for (const git of [repo.gitIn, repo.ownGit]) {
      expect(git(path, 'rev-parse', 'HEAD')).toBe(before.commit)
      expect(git(path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/task/0001-search')
    }
  })

  it('a commit that the lane has left meanwhile is checked all the same', async () => {
    const { repo, ports, path, command } = await lane()
    const asked = command(check('git log -1 --format=%s'))
    repo.gitIn(path, 'commit', '-q', '--allow-empty', '-m', 'later')
    const event = await runChecks(asked, firstAttempt, ports)
    expect(event).toMatchObject({ evidence: [{ exitCode: 0, outputTail: 'first\n' }] })
    expect(repo.gitIn(path, 'log', '-1', '--format=%s')).toBe('later')
  })

  it('refuses a tree that is not the commit’s', async () => {
    const { repo, ports, command } = await lane()
    repo.commit({ 'b.txt': 'b' })
    const event = await runChecks(
      { ...command(check('true')), tree: treeAt(repo, 'main') },
      firstAttempt,
      ports,
    )
    expect(event).toMatchObject({ type: 'CommandFailed', code: 'lane-changed' })
  })

  it('QA-01 repeated after a crash all checks run again', async () => {
    const { ports, command } = await lane()
    const asked = command(check('cat a.txt'))
    const folder = join(ports.runDir, 'checks/checks-0001-1')
    await runChecks(asked, firstAttempt, ports)
    writeFileSync(join(folder, '1-test.log.raw'), 'half')
    const event = await runChecks(asked, repeatedAttempt, ports)
    expect(event).toMatchObject({ type: 'ChecksFinished', evidence: [{ exitCode: 0, outputTail: 'a\n' }] })
    expect(readdirSync(folder)).toEqual(['1-test.log'])
  })

  it('an agent that edits the lane’s config changes no check: the commands come with the command', async () => {
    const { repo, run, path } = await lane({
      'harness.config.json': '{"checks":[{"name":"test","run":"false"}]}',
    })
    writeFileSync(join(path, 'harness.config.json'), '{"checks":[{"name":"test","run":"true"}]}')
    repo.gitIn(path, 'commit', '-qam', 'easier checks')
    const { evidence } = await run(check('false'))
    expect(evidence.map(passed)).toEqual([false])
  })
})
