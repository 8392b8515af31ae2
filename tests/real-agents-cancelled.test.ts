/** The real agent programs, stopped in the middle of their work: nothing of theirs is left, and what they cost is known. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bubblewrapWorks } from '@harness/agent-runner/runner/bubblewrap'
import { processesSaying } from '@harness/agent-runner/test-support/end-tree'
import { tried } from '@harness/formats/test-support/runs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ended, harness as harnessProcess, type Started, start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { type Deed, next, noFindings, type Part, run, say, write } from './support/model-part.ts'
import { claude, codex, describeRealAgent, type Played, usagePerRequest } from './support/real-agents.ts'
import { config, git, laneAt, sampleRepo } from './support/sample-repo.ts'

/** Resuming makes the lane afresh, so that a file in it may go at any moment. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** In a sandbox processes have other numbers than outside, so they are known by how long they sleep. */
const nap = `600.${Math.random().toString().slice(2, 10)}`
const napping = (number: number): Deed =>
  run(`sleep ${nap} & trap "" TERM INT; echo ${number} > ready.txt; wait; wait; true ${nap}`)

/**
 * `interruption` is the number of the interruption that comes next, null after the last: requests are not counted,
 * because the agent's program may send one twice. `delivers` hears when the agent is asked that is not interrupted.
 */
const part =
  (interruption: () => number | null, delivers: () => void): Part =>
  (call) => {
    if (call.role === 'reviewer') return [noFindings]
    const number = interruption()
    if (number !== null) return next(call, napping(number))
    delivers()
    const isWritten = /Add File: hello|"file_path":"[^"]*hello\.txt/.test(call.conversation)
    return next(call, isWritten ? say('Done.') : write('hello.txt', 'hello\n'))
  }

const isRecord = /sessions\/[^/]+\.json$/
/** The harness knows that the model answered; before that, there is no session to continue. */
function hasAnswered(root: string): boolean {
  const runs = join(root, '.harness/run')
  const files = readdirSync(runs, { recursive: true }).map(String)
  return files.some((file) => isRecord.test(file) && textOf(join(runs, file))?.includes('"answered": true'))
}

const hasSandbox = (await bubblewrapWorks(process.env)) === null

// Each program, and each way in which what it started comes to its end.
for (const [kind, sandbox] of tried(
  [
    [claude, 'off'],
    [codex, 'auto'],
  ] as const,
  [[claude, 'auto']],
))
  describeRealAgent(kind, `an agent that is interrupted, with the sandbox ${sandbox}`, (agent) => {
    let root: string
    let played: Played
    let number = 0
    let isInterrupted = true
    let working: Started | null = null
    const leftBeside: number[] = []

    beforeAll(async () => {
      played = await agent.play(
        part(
          () => (isInterrupted ? number : null),
          () => leftBeside.push(...processesSaying(nap)),
        ),
      )
      root = sampleRepo({ 'harness.config.json': config({ agent: agent.config, sandbox }) })
    })
    afterAll(() => working?.process.kill('SIGKILL'))

    /** Begins the run or continues with it, and waits until its agent is at work. */
    async function atWork(): Promise<Started> {
      number++
      working = start(root, [number === 1 ? 'run' : 'resume'], { ...played, leads: true })
      const ready = join(laneAt(root), 'ready.txt')
      const isReady = (): boolean => textOf(ready) === `${number}\n`
      // The agent's command runs before its program tells the harness of it.
      while (!isReady() || !hasAnswered(root)) {
        if (working.process.exitCode !== null) throw new Error(JSON.stringify(await working.ended))
        await sleep(20)
      }
      expect(processesSaying(nap).length).toBeGreaterThanOrEqual(2)
      return working
    }

    const isOfImplementer = (body: unknown): boolean =>
      !JSON.stringify(body).includes('You are the reviewer. ')

    /** All that was paid so far: one request of every call that was begun. */
    async function expectEverythingPaid(): Promise<void> {
      const { value } = await harnessJson(root, ['show', '0001'])
      expect(value.roles).toMatchObject([
        {
          role: 'implementer',
          calls: number,
          usage: { input: usagePerRequest.input * number, cacheRead: usagePerRequest.cacheRead * number },
        },
      ])
      expect(value.spent.unpricedCalls).toBe(number)
    }

    type Stop = readonly [string, (run: Started) => unknown]
    const ctrlC: Stop = ['Ctrl-C', ({ process: { pid = 0 } }) => process.kill(-pid, 'SIGINT')]
    const others: readonly Stop[] = [
      ['SIGTERM', (run) => run.process.kill('SIGTERM')],
      ['harness stop', () => harness(root, ['stop', '0001'])],
    ]
    // All of them cancel the call in the same way, and Claude takes long to start.
    const stops: readonly Stop[] = agent.name === 'claude' ? [ctrlC] : [ctrlC, ...others]
    test.each(stops)(
      'AG-06 by %s: its whole tree is gone with the harness, and what it cost is known',
      async (_, stop) => {
        const run = await atWork()
        await stop(run)
        const { code, stdout, stderr } = await run.ended
        expect(code, stdout + stderr).toBe(130)
        expect(processesSaying(nap)).toEqual([])
        await expectEverythingPaid()
      },
    )

    test('AG-06 by the death of the harness: what is left is ended on resume, and the delivery completes', async () => {
      const killed = await atWork()
      killed.process.kill('SIGKILL')
      await killed.ended
      isInterrupted = false
      if (sandbox === 'off') expect(processesSaying(nap)).not.toEqual([])
      // A sandbox ends with the harness, without anybody's doing.
      else if (hasSandbox) while (processesSaying(nap).length > 0) await sleep(20)
      const { code, stdout, stderr }: Ended = await harnessProcess(root, ['resume'], played)
      expect(code, stdout + stderr).toBe(0)
      // Gone before the next agent began, not only in the end.
      expect([...leftBeside, ...processesSaying(nap)]).toEqual([])
      expect(git(root, 'log', '--merges', '--format=%s', 'main')).toBe('Merge plan 0001: Say hello')
      // AG-13: every call continued the session of the call before, with all that it was asked.
      const ofImplementer = played.requests.filter(({ body }) => isOfImplementer(body))
      const conversation = JSON.stringify(ofImplementer.at(-1)?.body)
      expect(conversation.match(/You were interrupted: /g)).toHaveLength(number)
      if (agent.name === 'codex')
        expect(await harnessJson(root, ['replay', '0001'])).toMatchObject({ code: 0, value: { same: true } })
    })
  })
