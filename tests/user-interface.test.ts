import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { readProcess } from '@harness/shell/machine/process/process-table'
import { describeWithBrowser } from '@harness/shell/test-support/browser'
import { describe, expect, onTestFinished, test } from 'vitest'
import { answered, start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import {
  approves,
  config,
  delivers,
  git,
  planPath,
  planText,
  type Rule,
  runDirs,
  sampleRepo,
  script,
  temporaryFolder,
} from './support/sample-repo.ts'

const server = `
import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(readFileSync('index.html'))
}).listen(Number(process.env.HARNESS_LANE_PORT), '127.0.0.1')
`
const devServer = { command: 'node server.mjs', url: 'http://localhost:$HARNESS_LANE_PORT' }
/** Keeps the page it looked at, whatever it thinks of it. */
const e2e = {
  command: 'mkdir -p report && cp index.html report/ && grep -q footer index.html',
  artifactDirs: ['report'],
}

const sees = { role: 'ui-reviewer', reply: 'No findings.' }
const fixes = (call: number, html: string): Rule => ({
  role: 'fixer',
  call,
  do: [{ append: { path: 'index.html', text: html } }],
  reply: 'Fixed.',
})

const site = (
  more: Readonly<Record<string, unknown>>,
  rules: readonly Rule[] = [delivers, approves, sees],
  plan = '',
): string =>
  sampleRepo({
    'server.mjs': server,
    'index.html': '<!doctype html><title>Hello</title><p>Hello</p>\n',
    'harness.config.json': config(more),
    'script.json': script(...rules),
    [planPath('0001')]: planText('0001', { extra: plan }),
  })

const taskFiles = (root: string, runId: string): string => join(root, '.harness/run/task-runs/0001', runId)

describeWithBrowser('a delivery that is looked at', () => {
  const findsAHeading = {
    role: 'ui-reviewer',
    call: 1,
    reply: '- [High] There is no heading (index.html:1)\n  The page must begin with one.',
  }

  test('DL-07 DL-08 what the browser shows and what end-to-end tests find is fixed, then merged', async () => {
    const root = site({ devServer, e2e }, [
      delivers,
      approves,
      findsAHeading,
      sees,
      fixes(1, '<h1>Hello</h1>\n'),
      fixes(2, '<footer>Bye</footer>\n'),
    ])
    const { code, value } = await harnessJson(root, ['run', '0001'])
    expect({ code, value }).toMatchObject({
      code: 0,
      value: {
        outcome: 'done',
        phasesRun: ['implement', 'review', 'review-ui', 'fix', 'e2e-verify', 'preflight', 'merge'],
      },
    })
    expect(git(root, 'show', 'main:index.html')).toMatch(/<h1>Hello<\/h1>\n<footer>Bye<\/footer>$/)
    const files = taskFiles(root, value.runId)
    expect(readFileSync(join(files, 'e2e-verify/report/index.html'), 'utf8')).toContain('footer')
    const calls = join(runDirs(root)[0]!, 'calls')
    const seen = readdirSync(calls).filter((name) => name.includes('review-ui'))
    expect(seen).toHaveLength(3)
    for (const call of seen) {
      const { images } = JSON.parse(readFileSync(join(calls, call, 'slices.json'), 'utf8'))
      expect(images).toHaveLength(2)
      expect(images.every((file: string) => file.startsWith(files) && existsSync(file))).toBe(true)
    }
    const { value: shown } = await harnessJson(root, ['show', '0001'])
    expect(shown.evidence).toMatchObject([{ check: 'hello' }, { check: 'e2e', exitCode: 0 }])
    expect(shown.findings.map((item: { source: string; open: boolean }) => [item.source, item.open])).toEqual(
      [
        ['review-ui', false],
        ['e2e', false],
      ],
    )
    expect(git(root, 'status', '--porcelain')).toBe('')
  })

  test('DL-03 --phase goes through review-ui and e2e-verify one at a time', async () => {
    const root = site({ devServer, e2e: { command: 'true' } })
    for (const phase of ['implement', 'review', 'review-ui', 'e2e-verify']) {
      expect(await harnessJson(root, ['run', '0001', '--phase', phase])).toMatchObject({
        code: 0,
        value: { outcome: 'paused', phasesRun: [phase] },
      })
    }
    expect(await harnessJson(root, ['run', '0001'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
  })

  test('DL-08 a taken port stops the run and names the holder; free again, the run goes on', async () => {
    const holder = createServer((_, response) => response.end('mine'))
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void holder.close())
    const { port } = holder.address() as AddressInfo
    const taken = {
      command: `HARNESS_LANE_PORT=${port} node server.mjs`,
      url: `http://127.0.0.1:${port}`,
    }
    const root = site({ devServer: taken })
    const { code, value } = await harnessJson(root, ['run', '0001'])
    expect({ code, value }).toMatchObject({
      code: 1,
      value: {
        outcome: 'paused',
        reason: expect.stringContaining(`Port ${port}`),
        next: expect.stringContaining('harness resume'),
      },
    })
    if (process.platform === 'linux') expect(value.reason).toContain(`process ${process.pid} (`)
    holder.closeAllConnections()
    await new Promise((resolve) => holder.close(resolve))
    expect(await harnessJson(root, ['resume', '0001'])).toMatchObject({ code: 0, value: { outcome: 'done' } })
  })
})

describe('a delivery that nobody can look at', () => {
  const env = { HARNESS_BROWSER: '/nowhere/browser' }

  test('DL-08 goes on where the plan does not insist, and its report says so', async () => {
    const root = site({ devServer })
    expect(await harnessJson(root, ['run', '0001'], { env })).toMatchObject({
      code: 0,
      value: { outcome: 'done', phasesRun: ['implement', 'review', 'review-ui', 'preflight', 'merge'] },
    })
    expect(readFileSync(join(runDirs(root)[0]!, 'report.md'), 'utf8')).toContain(
      'The user interface was not looked at: HARNESS_BROWSER names /nowhere/browser',
    )
  })

  test('DL-08 waits for a person where the plan insists', async () => {
    const root = site({ devServer }, undefined, 'ui: true\n')
    expect(await harnessJson(root, ['run', '0001'], { env })).toMatchObject({
      code: 3,
      value: { outcome: 'waiting' },
    })
    const { stdout } = await harness(root, ['show', '0001'])
    expect(stdout).toContain('apt install chromium')
  })

  test('DL-08 is refused if the plan insists and nothing says how to start the product', async () => {
    const root = site({}, undefined, 'ui: true\n')
    expect(await harnessJson(root, ['run', '0001'])).toMatchObject({
      code: 2,
      value: { error: { code: 'dev-server-missing' } },
    })
  })

  test('DL-08 a product that does not start is a finding for the fixer', async () => {
    const rules = [
      delivers,
      approves,
      sees,
      {
        role: 'fixer',
        match: 'no such module',
        do: [{ write: { path: 'fixed', text: 'x' } }],
        reply: 'Tried.',
      },
    ]
    const root = site(
      {
        devServer: { ...devServer, command: 'echo no such module; exit 1' },
        agent: { provider: 'scripted', script: 'script.json', maxReviewPasses: 1 },
      },
      rules,
    )
    const browser = { HARNESS_BROWSER: '/bin/sh' }
    const { code, value } = await harnessJson(root, ['run', '0001'], { env: browser })
    expect({ code, value }).toMatchObject({
      code: 3,
      value: { phasesRun: ['implement', 'review', 'review-ui'] },
    })
    const { value: shown } = await harnessJson(root, ['show', '0001'])
    expect(shown.findings).toMatchObject([
      { source: 'review-ui', finding: { detail: expect.stringContaining('no such module') } },
    ])
  })
})

describe('a harness that is killed while the product runs', () => {
  // Elsewhere there is no table of processes to find it in.
  test.runIf(process.platform === 'linux')('QA-01 DL-08 the next one ends what it left running', async () => {
    const first = join(temporaryFolder(), 'first')
    const command = `if [ -e ${first} ]; then echo again; exit 1; fi; echo $$ > ${first}.part; mv ${first}.part ${first}; exec sleep 600`
    const agent = { provider: 'scripted', script: 'script.json', maxReviewPasses: 1 }
    const root = site({ devServer: { ...devServer, command }, agent })
    const env = { HARNESS_BROWSER: '/bin/sh' }
    const killed = start(root, ['run', '0001'], { env })
    await expect.poll(() => existsSync(first), { timeout: 120_000 }).toBe(true)
    const pid = Number(readFileSync(first, 'utf8'))
    killed.process.kill('SIGKILL')
    await killed.ended
    expect(readProcess(pid)?.zombie).toBe(false)
    expect(await harnessJson(root, ['resume', '0001'], { env })).toMatchObject({
      code: 3,
      value: { outcome: 'waiting' },
    })
    expect(readProcess(pid)?.zombie ?? true).toBe(true)
  })
})

describe('end-to-end tests', () => {
  test('DL-07 are skipped by a plan that does not touch the user interface, and so is looking at it', async () => {
    const root = site({ devServer, e2e }, undefined, 'ui: false\n')
    expect(await harnessJson(root, ['run', '0001'])).toMatchObject({
      code: 0,
      value: { phasesRun: ['implement', 'review', 'preflight', 'merge'] },
    })
  })

  test('DL-07 are skipped by the operator, but only of a run that begins', async () => {
    const root = site({ e2e: { command: 'false' } })
    const { value: shown } = await harnessJson(root, ['run', '0001', '--dry-run', '--skip-e2e'])
    expect(shown.phases.map(({ name }: { name: string }) => name)).not.toContain('e2e-verify')
    expect(await harnessJson(root, ['run', '0001', '--skip-e2e', '--phase', 'implement'])).toMatchObject({
      code: 0,
    })
    expect(await harnessJson(root, ['run', '0001', '--skip-e2e'])).toMatchObject({
      code: 2,
      value: { error: { code: 'skip-e2e-too-late' } },
    })
    expect(await harnessJson(root, ['run', '0001'])).toMatchObject({
      code: 0,
      value: { outcome: 'done', phasesRun: ['review', 'preflight', 'merge'] },
    })
  })

  test('DL-07 whose command is missing stop the run with what to do; once it is there, the run goes on', async () => {
    const root = site({ e2e: { command: 'no-such-program test' } })
    expect(await harnessJson(root, ['run', '0001'])).toMatchObject({
      code: 1,
      value: {
        outcome: 'paused',
        reason: 'The end-to-end command was not found: no-such-program test',
        next: expect.stringContaining('lanes.setup'),
      },
    })
    const bin = temporaryFolder()
    writeFileSync(join(bin, 'no-such-program'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const env = { PATH: `${bin}:${process.env.PATH}` }
    const resumed = answered(await start(root, ['resume', '0001', '--json'], { env }).ended)
    expect(resumed).toMatchObject({
      code: 0,
      value: { outcome: 'done', phasesRun: ['e2e-verify', 'preflight', 'merge'] },
    })
  })

  test('DL-07 that hang, or write a gigabyte, are ended, fixed and passed in the end', async () => {
    const quote = 'Replace e2e.sh, which never ends.'
    const calledFor: Rule = {
      role: 'test-judge',
      json: { rulings: [{ check: 'e2e', justified: true, quote, why: 'The old script hangs.' }] },
    }
    const hangs = 'mkdir -p report; truncate -s 1G report/trace; sleep 600'
    const root = sampleRepo({
      'harness.config.json': config({
        e2e: { command: 'sh e2e.sh', artifactDirs: ['report'], timeoutSec: 5 },
      }),
      'e2e.sh': hangs,
      [planPath('0001')]:
        `${planText('0001', { extra: 'scope:\n  - e2e.sh\n' })}\nReplace e2e.sh, which never ends.\n`,
      'script.json': script(delivers, approves, calledFor, {
        role: 'fixer',
        match: 'took longer than 5 s',
        do: [{ write: { path: 'e2e.sh', text: 'mkdir -p report; echo fine > report/trace\n' } }],
        reply: 'It ends now.',
      }),
    })
    const { code, value } = await harnessJson(root, ['run', '0001'])
    expect({ code, value }).toMatchObject({
      code: 0,
      value: { phasesRun: ['implement', 'review', 'e2e-verify', 'fix', 'preflight', 'merge'] },
    })
    const kept = join(taskFiles(root, value.runId), 'e2e-verify/report')
    expect(readFileSync(join(kept, 'trace'), 'utf8')).toBe('fine\n')
    expect(readFileSync(value.logPath, 'utf8')).toContain('beyond 256 MiB')
  })
})
