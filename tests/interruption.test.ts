/** What may come between: signals, a second process, another terminal, a killed process, damaged files, a full disk. */

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { bundle, cleanEnvironment, type Started, start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  delivers,
  git,
  operatorState,
  runDirs,
  sampleRepo,
  script,
  stateFromLane,
  temporaryFolder,
} from './support/sample-repo.ts'

/** Takes long the first time and is quick afterwards; an agent that is asked again for the same call answers the same. */
const slowOnce = `test -e ${stateFromLane}/once || { touch ${stateFromLane}/once; sleep 60; }`
const slowRepo = (slow = slowOnce): string =>
  sampleRepo({ 'script.json': script({ ...delivers, do: [{ run: slow }, ...delivers.do] }, approves) })
/** Begins a run and waits until its implementer is at its slow step. */
async function startSlow(root: string): Promise<Started> {
  const run = start(root, ['run'])
  await run.saw(begins)
  while (!existsSync(join(root, '.harness/run/once'))) await sleep(20)
  return run
}
/** An implementer that does nothing until a person has granted another try. */
const gateRepo = (): string =>
  sampleRepo({
    'script.json': script({ role: 'implementer', times: 2, reply: 'Nothing to do.' }, delivers, approves),
  })
const begins = 'the implementer begins'
const journal = (root: string): string => join(runDirs(root)[0] ?? '', 'journal.ndjson')
const merges = (root: string): string => git(root, 'log', '--merges', '--format=%s', 'main')

describe('a signal', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s once stops cleanly: exit code 130, the resume command, and resuming delivers',
    async (signal) => {
      const root = slowRepo()
      const before = operatorState(root)
      const run = await startSlow(root)
      run.process.kill(signal)
      const { code, stdout, stderr } = await run.ended
      expect(code).toBe(130)
      expect(stderr).toContain('the run can be resumed')
      expect(stdout).toMatch(/next: harness resume 0001-\d{8}-\d{6}/)
      expect(await harnessJson(root, ['runs'])).toMatchObject({
        value: { runs: [{ state: 'interrupted', heldBy: null }] },
      })
      const { refs: _, worktrees: __, ...mine } = before
      expect(operatorState(root)).toMatchObject(mine)
      expect((await harness(root, ['resume'])).code).toBe(0)
      expect(merges(root)).toBe('Merge plan 0001: Say hello')
    },
  )

  test.runIf(process.platform === 'linux')(
    'a command that drives no run answers one too: exit code 130, and JSON where that was asked for',
    async () => {
      const root = sampleRepo({})
      const args = [bundle, 'context', 'add', '-', '--json']
      const child = spawn(process.execPath, args, { cwd: root, env: cleanEnvironment })
      let stdout = ''
      child.stdout.on('data', (chunk) => {
        stdout += String(chunk)
      })
      // Node listens for the others itself; when it catches this one, the program does.
      const caught = () =>
        /^SigCgt:\s*\w*[13579bdf]$/m.test(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
      await vi.waitUntil(caught, { timeout: 120_000 })
      child.kill('SIGTERM')
      const [code] = await once(child, 'close')
      expect(code).toBe(130)
      expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'interrupted', exitCode: 130 } })
    },
  )

  test('a second one ends the process at once; the run is still resumable', async () => {
    const root = slowRepo(`trap "" TERM; ${slowOnce}`)
    const run = await startSlow(root)
    run.process.kill('SIGINT')
    await run.saw('Once more ends')
    run.process.kill('SIGINT')
    expect((await run.ended).code).toBe(130)
    // Nothing was waited for, not even to write down that it stopped.
    expect(await harnessJson(root, ['runs'])).toMatchObject({ value: { runs: [{ state: 'crashed' }] } })
    expect((await harness(root, ['resume'])).code).toBe(0)
  })

  test('QA-01 SIGKILL: the run is shown as crashed and harness run takes it up', async () => {
    const root = slowRepo()
    const run = await startSlow(root)
    run.process.kill('SIGKILL')
    await run.ended
    expect(await harnessJson(root, ['runs'])).toMatchObject({ value: { runs: [{ state: 'crashed' }] } })
    expect(await harnessJson(root, ['run', '0001', '--resume'])).toMatchObject({
      code: 0,
      value: { outcome: 'done' },
    })
    expect(runDirs(root)).toHaveLength(1)
    expect(merges(root)).toBe('Merge plan 0001: Say hello')
  })
})

describe('a second process', () => {
  test('a second harness run on the same plan while the first works: exit code 11 and the holder’s name; stop ends the first', async () => {
    const root = slowRepo()
    const first = await startSlow(root)
    const second = await harnessJson(root, ['run', '0001'])
    expect(second.code).toBe(11)
    expect(second.value.error.code).toBe('run-held')
    expect(second.value.error.message).toContain(`process ${first.process.pid}`)
    const { value } = await harnessJson(root, ['runs'])
    expect(value.runs).toMatchObject([
      { state: 'working', heldBy: { pid: first.process.pid, certain: true } },
    ])

    expect(await harnessJson(root, ['stop', '--all'])).toMatchObject({
      code: 0,
      value: { stopped: [{ pid: first.process.pid }] },
    })
    expect((await first.ended).code).toBe(130)
    expect(await harness(root, ['stop', '0001'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No process works on'),
    })
  })

  test('AG-17 logs -f shows what happened, then what happens, until the run lets go', async () => {
    const root = slowRepo()
    const run = await startSlow(root)
    const follow = start(root, ['logs', '0001', '-f'])
    const agents = start(root, ['logs', '0001', '-f', '--agent'])
    await follow.saw(begins)
    await agents.saw('starts: scripted')
    const soFar = await harness(root, ['show', '0001', 'implement/0001/1', '--transcript'])
    expect(soFar.stdout).toMatch(/implementer starts: scripted[\s\S]*The call has not ended/)
    run.process.kill('SIGINT')
    await run.ended
    expect((await agents.ended).code).toBe(0)
    const { code, stdout } = await follow.ended
    expect(code).toBe(0)
    expect(stdout).toContain('resume continues what was under way')
  })
})

describe('a rate limit', () => {
  test('QA-23 says until when it waits; a restart keeps the wait, and it is no failure', async () => {
    const root = sampleRepo({
      'script.json': script(
        { role: 'implementer', times: 1, fail: 'rate_limit', resetsIn: '90s' },
        delivers,
        approves,
      ),
    })
    const run = start(root, ['run'])
    await run.saw(/wait +until .*rate limit of the implementer/)
    const { value: before } = await harnessJson(root, ['runs'])
    expect(before.runs).toMatchObject([
      { state: 'sleeping', waitingFor: expect.stringContaining('rate limit') },
    ])
    const shown = await harness(root, ['show', '0001'])
    expect(shown.stdout).toMatch(
      /state +sleeping at .*until .*: rate limit of the implementer.*, held by process/,
    )
    run.process.kill('SIGTERM')
    expect((await run.ended).code).toBe(130)
    const again = start(root, ['resume'])
    await again.saw('resumed at')
    const asBefore = { state: 'sleeping', sleepsUntil: before.runs[0].sleepsUntil }
    await vi.waitFor(async () => {
      const { value: after } = await harnessJson(root, ['runs'])
      expect(after.runs[0]).toMatchObject(asBefore)
    }, 60_000)
    again.process.kill('SIGTERM')
    expect((await again.ended).code).toBe(130)
  })
})

describe('a gate', () => {
  test('headless: exit code 3 with the commands that answer; grant goes on with the run itself', async () => {
    const root = gateRepo()
    const { code, stdout } = await harness(root, ['run'])
    expect(code).toBe(3)
    const [, run] = /harness grant (0001-\d{8}-\d{6})/.exec(stdout) ?? []
    expect(await harnessJson(root, ['runs'])).toMatchObject({
      value: {
        runs: [
          {
            state: 'waiting',
            next: `harness grant ${run}`,
            waitingFor: expect.stringContaining('changed no file'),
          },
        ],
      },
    })
    const granted = await harness(root, ['grant', run ?? '', '-m', 'try again'])
    expect(granted.stdout).toContain('Resuming 0001-')
    expect(granted.stdout).toContain('granted by tester: try again')
    expect(granted.code).toBe(0)
    expect(merges(root)).toBe('Merge plan 0001: Say hello')
    expect(await harnessJson(root, ['grant', '0001'])).toMatchObject({
      code: 2,
      value: { error: { code: 'no-open-gate' } },
    })
  })

  test('refused: the run ends blocked with exit code 1, its lane is kept, and the next run is told why', async () => {
    const root = gateRepo()
    await harness(root, ['run'])
    const { value: shown } = await harnessJson(root, ['show', '0001'])
    const { code, value } = await harnessJson(root, ['refuse', shown.gate.id, '-m', 'not like this'])
    expect(code).toBe(1)
    expect(value).toMatchObject({ outcome: 'blocked', reason: expect.stringContaining('not like this') })
    expect(existsSync(shown.lane)).toBe(true)
    expect(merges(root)).toBe('')
    await harness(root, ['run', '0001', '--phase', 'implement'])
    const { stdout } = await harness(root, ['show', '0001', 'implement/0001/1'])
    expect(stdout).toMatch(/Run \d{8}-\d{6} was given up\. Refused by a person: .*not like this/)
  })

  test('answered once: the second answer is refused and changes nothing', async () => {
    const root = gateRepo()
    await harness(root, ['run'])
    expect((await harness(root, ['grant', '0001', '--no-resume'])).stdout).toContain(
      'Resume it with: harness resume',
    )
    expect(await harnessJson(root, ['refuse', '0001', '-m', 'no'])).toMatchObject({
      code: 2,
      value: { error: { code: 'gate-already-answered' } },
    })
    expect((await harness(root, ['resume'])).code).toBe(0)
  })
})

describe('a journal', () => {
  const asStopped = join(temporaryFolder(), 'as-stopped')
  let root: string | null = null

  /** A run that was stopped while its implementer worked: made once, then put back as it was. */
  const stopped = async (): Promise<string> => {
    if (root === null) {
      root = slowRepo()
      const run = await startSlow(root)
      run.process.kill('SIGKILL')
      await run.ended
      for (const part of ['', '.lanes']) cpSync(`${root}${part}`, `${asStopped}${part}`, copying)
    } else {
      // In the same place, since lanes name theirs.
      for (const part of ['', '.lanes']) {
        rmSync(`${root}${part}`, { recursive: true })
        cpSync(`${asStopped}${part}`, `${root}${part}`, copying)
      }
    }
    return root
  }
  const copying = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true }

  test('a journal cut in its last record: the rest is kept aside and the run goes on', async () => {
    const root = await stopped()
    const path = journal(root)
    const whole = readFileSync(path)
    truncateSync(path, whole.length - 20)
    const { code } = await harness(root, ['resume'])
    expect(code).toBe(0)
    const aside = readdirSync(join(path, '..')).filter((name) => name.includes('torn'))
    expect(aside).toHaveLength(1)
    expect(merges(root)).toBe('Merge plan 0001: Say hello')
  })

  test('a journal damaged in the middle: exit code 12, nothing overwritten; validate and doctor say so', async () => {
    const root = await stopped()
    const path = journal(root)
    const lines = readFileSync(path, 'utf8').split('\n')
    const damaged = [lines[0]?.replace('"Say hello"', '"Say jello"'), ...lines.slice(1)].join('\n')
    writeFileSync(path, damaged)
    const before = operatorState(root)
    for (const args of [
      ['resume', '0001'],
      ['run', '0001'],
      ['show', '0001'],
    ]) {
      const { code, value } = await harnessJson(root, args)
      expect([args[0], code, value.error.code]).toEqual([args[0], 12, 'journal-damaged'])
      expect(value.error.message).toContain('line 1')
    }
    expect(readFileSync(path, 'utf8')).toBe(damaged)
    expect(operatorState(root)).toEqual(before)
    expect(await harnessJson(root, ['validate'])).toMatchObject({
      code: 12,
      value: { problems: [{ area: 'state', code: 'journal-damaged' }] },
    })
    const doctor = await harnessJson(root, ['doctor'])
    expect(doctor.code).toBe(1)
    expect(doctor.value.checks).toContainEqual(expect.objectContaining({ id: 'journals', status: 'fail' }))
    expect(await harnessJson(root, ['runs'])).toMatchObject({
      value: { runs: [{ state: 'damaged', next: expect.stringContaining('.aside') }] },
    })
  })

  test('a damaged run that was set aside is no obstacle: its plan is delivered by a new run', async () => {
    const root = await stopped()
    const path = journal(root)
    writeFileSync(path, readFileSync(path, 'utf8').replace('LaneOpened', 'LaneClosed'))
    const refused = await harnessJson(root, ['run', '0001'])
    expect(refused).toMatchObject({ code: 12, value: { error: { code: 'journal-damaged' } } })
    const [, from = '', to = ''] = /mv '([^']+)' '([^']+)'/.exec(refused.value.error.next) ?? []
    renameSync(from, to)
    expect(await harnessJson(root, ['run', '0001'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
    expect(merges(root)).toBe('Merge plan 0001: Say hello')
    expect(await harnessJson(root, ['runs'])).toMatchObject({ value: { total: 1 } })
  })

  /** What each one leaves of a journal that had records; the rest of the run's folder stays as it was. */
  const losses = {
    'no byte': (path: string) => truncateSync(path),
    'the beginning of its first record': (path: string) => truncateSync(path, 20),
    zeros: (path: string) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
    'text of somebody else': (path: string) => writeFileSync(path, 'garbage'),
    'no file': (path: string) => rmSync(path),
  }
  test.each(Object.entries(losses))(
    'QA-03 a journal of which %s is left is damaged: no second run begins on its lane',
    async (_left, lose) => {
      const root = await stopped()
      const name = basename(dirname(journal(root)))
      lose(journal(root))
      const before = operatorState(root)
      for (const command of ['run', 'resume', 'show', 'logs']) {
        const { code, value } = await harnessJson(root, [command, '0001'])
        expect([command, code, value.error.code]).toEqual([command, 12, 'journal-damaged'])
        expect(value.error.next).toContain('.aside')
      }
      expect(operatorState(root)).toEqual(before)
      expect(await harnessJson(root, ['validate'])).toMatchObject({
        code: 12,
        value: { problems: [{ code: 'journal-damaged' }] },
      })
      expect(await harnessJson(root, ['runs'])).toMatchObject({
        value: { runs: [{ runId: name, state: 'damaged' }] },
      })
      expect(await journalsDiagnosis(root)).toMatchObject({
        status: 'fail',
        evidence: expect.stringContaining(name),
      })
    },
  )

  test('QA-03 the lane of a run is enough to know that its journal had records', async () => {
    const root = await stopped()
    const dir = dirname(journal(root))
    truncateSync(journal(root))
    for (const beside of readdirSync(dir))
      if (beside !== 'journal.ndjson') rmSync(join(dir, beside), { recursive: true })
    expect(await harnessJson(root, ['run'])).toMatchObject({
      code: 12,
      value: { error: { message: expect.stringContaining('has a damaged run') } },
    })
  })

  test('QA-03 an older run is named though a newer one delivered, and its plan is not to be run again', async () => {
    const root = await stopped()
    const dir = dirname(journal(root))
    renameSync(dir, `${dir}.aside`)
    expect(await harnessJson(root, ['run'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
    renameSync(`${dir}.aside`, dir)
    truncateSync(join(dir, 'journal.ndjson'))
    const { value } = await harnessJson(root, ['runs'])
    expect(value.runs).toMatchObject([{ runId: basename(dir), state: 'damaged' }, { state: 'done' }])
    expect(value.runs[0].next).toMatch(/set the run aside, its plan is delivered: mv '.*' '.*\.aside'$/)
    expect(await journalsDiagnosis(root)).toMatchObject({ evidence: expect.stringContaining(basename(dir)) })
  })

  test('an empty journal alone in its folder is a run that was never begun: doctor names it, the next run delivers', async () => {
    const root = sampleRepo()
    const dir = join(root, '.harness/run/runs/0001/20260101-000000')
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'journal.ndjson'), '')
    expect(await harnessJson(root, ['resume', '0001'])).toMatchObject({
      code: 2,
      value: { error: { code: 'run-unknown' } },
    })
    expect(await harnessJson(root, ['runs'])).toMatchObject({ value: { total: 0 } })
    expect(await journalsDiagnosis(root)).toMatchObject({
      status: 'ok',
      evidence: expect.stringContaining(dir),
    })
    expect(await harnessJson(root, ['run'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
  })

  test('a first record that was cut short, alone, says that nothing was recorded, and the next run delivers', async () => {
    const other = await stopped()
    const root = sampleRepo()
    const dir = join(root, '.harness/run/runs/0001/20260101-000000')
    mkdirSync(dir, { recursive: true })
    writeFileSync(join(dir, 'journal.ndjson'), readFileSync(journal(other)).subarray(0, 20))
    expect(await harnessJson(root, ['resume', '0001'])).toMatchObject({
      code: 2,
      value: { error: { code: 'run-empty', next: expect.stringContaining('harness run 0001') } },
    })
    expect(await harnessJson(root, ['run'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
  })

  test('DL-15 a state.json that is damaged refuses a run before it is made, and doctor names it', async () => {
    const root = sampleRepo()
    const path = join(root, '.harness/run/state.json')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, '{"half')
    expect(await harnessJson(root, ['run'])).toMatchObject({
      code: 12,
      value: { error: { code: 'state-file-damaged', message: expect.stringContaining(path) } },
    })
    expect(await harnessJson(root, ['runs'])).toMatchObject({ value: { total: 0 } })
    const { value } = await harnessJson(root, ['doctor'])
    expect(value.checks).toContainEqual(
      expect.objectContaining({ id: 'state file', status: 'fail', fix: expect.stringContaining(path) }),
    )
    expect(readFileSync(path, 'utf8')).toBe('{"half')
  })

  test('a journal of a newer version is refused with exit code 12', async () => {
    const root = await stopped()
    const count = readFileSync(journal(root), 'utf8').trimEnd().split('\n').length
    appendFileSync(journal(root), sealedLine(`{"n":${count + 1},"v":99,"event":{"type":"Later","at":1}`))
    expect(await harnessJson(root, ['resume'])).toMatchObject({
      code: 12,
      value: { error: { code: 'journal-newer' } },
    })
  })
})

async function journalsDiagnosis(root: string): Promise<unknown> {
  const { value } = await harnessJson(root, ['doctor'])
  return value.checks.find(({ id }: { id: string }) => id === 'journals')
}

/** A record with the checksum that the journal puts at the end of each. */
function sealedLine(open: string): string {
  const code = `const { crc32 } = require('node:zlib'); process.stdout.write((crc32(process.argv[1]) >>> 0).toString(16).padStart(8, '0'))`
  return `${open},"crc":"${execFileSync(process.execPath, ['-e', code, open], { encoding: 'utf8' })}"}\n`
}

describe('a full disk', () => {
  /** Gives a process a view of its own, in which it may mount a small disk; named here, since not every system has it. */
  const unshare = 'unshare'
  const canMount =
    process.platform === 'linux' &&
    spawnSync(unshare, ['--user', '--map-root-user', '--mount', 'true']).status === 0

  test.skipIf(!canMount)(
    'a full disk: exit code 1 that names it, nothing lost, and resuming delivers',
    () => {
      const fillOnce = `test -e ${stateFromLane}/once || { touch ${stateFromLane}/once; cat /dev/zero > ${stateFromLane}/fill; true; }`
      const root = sampleRepo({
        'script.json': script({ ...delivers, do: [...delivers.do, { run: fillOnce }] }, approves),
      })
      const before = operatorState(root)
      const steps = `
mkdir -p .harness/run && mount -t tmpfs -o size=4m none .harness/run
"$NODE" "$HARNESS" run > "$OUT"/first 2>&1; echo "first $?"
cat "$OUT"/first
git log --format=%s main
rm .harness/run/fill
"$NODE" "$HARNESS" resume > "$OUT"/second 2>&1; echo "second $?"
cat "$OUT"/second`
      const { stdout } = spawnSync(unshare, ['--user', '--map-root-user', '--mount', 'sh', '-c', steps], {
        cwd: root,
        env: { ...cleanEnvironment, NODE: process.execPath, HARNESS: bundle, OUT: temporaryFolder() },
        encoding: 'utf8',
      })
      expect(stdout).toMatch(/^first 1$/m)
      expect(stdout).toMatch(/space left/)
      expect(stdout).toMatch(/^Begin$/m)
      expect(stdout).toMatch(/^second 0$/m)
      expect(merges(root)).toBe('Merge plan 0001: Say hello')
      expect(git(root, 'stash', 'list')).toBe(before.stashes)
    },
  )
})
