/** What every provider must do, as tests; each provider brings agents that behave as the scenarios say. */

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentErrorKind, Usage } from '@harness/core/kernel/agent'
import { describe, expect, test } from 'vitest'
import type { AgentEvent, AgentRequest, AgentResult, Provider } from '../runner/provider.ts'
import { runAgent } from '../runner/run-agent.ts'
import { processesSaying } from './end-tree.ts'
import { anyText, listening } from './fake-provider.ts'
import { turnOf } from './requests.ts'
import { temporaryLane } from './temporary-lane.ts'
import { untilOrEnd } from './until-or-end.ts'

/** What the agent behind the provider shall do in its next turns. */
export type Scenario =
  | { readonly type: 'answer'; readonly text: string; readonly usage?: Usage; readonly usd?: number }
  | { readonly type: 'structured'; readonly value: unknown }
  | { readonly type: 'write'; readonly path: string; readonly text: string }
  /** Runs this line in a shell and answers when it has ended. */
  | { readonly type: 'run'; readonly line: string }
  | { readonly type: 'silence' }
  | { readonly type: 'fail'; readonly kind: AgentErrorKind; readonly resetsInMs: number | null }

export interface ProviderUnderTest {
  readonly name: string
  readonly env: Readonly<Record<string, string>>
  /** What a call with the usage of this suite costs where its price is known; null if it never is. */
  readonly usd: number | null
  /** The error classes that its agents or servers can be made to produce. */
  readonly errors: readonly AgentErrorKind[]
  provider(scenario: Scenario): Provider | Promise<Provider>
  /** A provider that answers, and the pictures that its model was shown since, in base64. */
  watched(): Promise<{ readonly provider: Provider; pictures(): readonly string[] }>
}

/** `errors`: those that its program is made to return here. */
export function describeProvider(
  subject: ProviderUnderTest,
  errors: ProviderUnderTest['errors'] = subject.errors,
): void {
  const ask = async (more: Partial<AgentRequest> = {}): Promise<AgentRequest> => ({
    role: 'worker',
    mode: 'exec',
    system: '',
    envelope: '# Task\nDo it.\n',
    cwd: await temporaryLane(),
    model: null,
    schema: null,
    resume: null,
    limits: { wallMs: 60_000, idleMs: 60_000, maxTurns: 20 },
    env: subject.env,
    signal: new AbortController().signal,
    priorTurns: async () => [],
    ...more,
  })
  const run = async (scenario: Scenario, more: Partial<AgentRequest> = {}): Promise<AgentResult> =>
    (await subject.provider(scenario)).run(await ask(more), () => {})

  describe(`provider ${subject.name}`, () => {
    test('AG-01 AG-05 answers in mode review, and tells an unknown price as unknown', async () => {
      const usage = { input: 100, output: 20, cacheRead: 30, cacheWrite: 4 }
      const answer = { type: 'answer', text: 'Here you are.', usage } as const
      expect(await run(answer, { mode: 'review' })).toMatchObject({
        text: 'Here you are.',
        error: null,
        spending: { usage, usd: null },
      })
    })

    test('AG-01 in exec mode writes into the lane, and its events show that it is alive', async () => {
      const request = await ask()
      const events: AgentEvent[] = []
      const provider = await subject.provider({ type: 'write', path: 'src/new.txt', text: 'hello\n' })
      const result = await provider.run(request, (event) => events.push(event))
      expect(result.error).toBeNull()
      expect(await readFile(join(request.cwd, 'src/new.txt'), 'utf8')).toBe('hello\n')
      expect(events.length).toBeGreaterThan(0)
    })

    test('AG-17 tells its session, each command with what it printed and its exit code, and its usage', async () => {
      const provider = await subject.provider({ type: 'run', line: 'echo grey; echo heron >&2; exit 3' })
      const { session, spending, events } = await turnOf(provider, await ask())
      const started = events.find((event) => event.type === 'tool')
      expect(started).toMatchObject({ command: true, detail: 'echo grey; echo heron >&2; exit 3' })
      const output = events.find((event) => event.type === 'output')
      expect(output).toMatchObject({ id: started?.id, tool: started?.tool, exitCode: 3 })
      // In either order: a program may read the two streams by two pipes.
      for (const line of [/^grey$/m, /^heron$/m]) expect(output?.text).toMatch(line)
      const sessions = events.filter((event) => event.type === 'session')
      expect(sessions).toEqual(session === null ? [] : [{ type: 'session', session }])
      const usages = events.filter((event) => event.type === 'usage')
      expect(usages.at(-1)?.usage).toEqual(spending.usage)
    })

    test('AG-01 AG-03 answers in the read-only modes, and tells truly whether it keeps agents from writing there', async () => {
      const provider = await subject.provider({ type: 'write', path: 'new.txt', text: 'hello\n' })
      for (const mode of ['review', 'complete'] as const) {
        const request = await ask({ mode })
        expect(await provider.run(request, () => {})).toMatchObject({ text: 'Done.', error: null })
        expect(existsSync(join(request.cwd, 'new.txt'))).toBe(!provider.capabilities.readOnly)
      }
    })

    test('AG-04 hands over a structured answer as it is', async () => {
      const schema = {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: { pass: { type: 'boolean' } },
        required: ['pass'],
      }
      const result = await run({ type: 'structured', value: { pass: true } }, { schema })
      expect(result).toMatchObject({ structured: { pass: true }, error: null })
    })

    test('DL-08 shows its model the pictures of a request, and of no other', async () => {
      const { provider, pictures } = await subject.watched()
      await provider.run(await ask(), () => {})
      expect(pictures()).toEqual([])
      const request = await ask({ mode: 'review' })
      const images = ['one.png', 'two.png'].map((name) => join(request.cwd, name))
      for (const file of images) await writeFile(file, aPicture, 'base64')
      expect(await provider.run({ ...request, images }, () => {})).toMatchObject({ error: null })
      expect(pictures()).toEqual([aPicture, aPicture])
    })

    test('AG-01 AG-05 answers in mode exec, names a session exactly where it can go on with it, and tells the usage of each call alone', async () => {
      const usage = { input: 100, output: 20, cacheRead: 30, cacheWrite: 4 }
      const priced = await subject.provider({
        type: 'answer',
        text: 'Done.',
        usage,
        ...(subject.usd === null ? {} : { usd: subject.usd }),
      })
      let session: string | null = null
      for (let call = 1; call <= 2; call++) {
        const result = await priced.run(await ask({ mode: 'exec', resume: session }), () => {})
        expect(result).toMatchObject({ text: 'Done.', error: null })
        expect(result.session !== null).toBe(priced.capabilities.sessions)
        expect(result.spending.usage).toEqual(usage)
        if (subject.usd === null) expect(result.spending.usd).toBeNull()
        else expect(result.spending.usd).toBeCloseTo(subject.usd, 9)
        expect(result.spending.durationMs).toBeGreaterThanOrEqual(0)
        session = result.session
      }
    })

    test.each(errors)('AG-05 returns %s as an error and throws nothing', async (kind) => {
      const result = await run({ type: 'fail', kind, resetsInMs: null })
      expect(result.error).toMatchObject({ kind, message: expect.stringMatching(/\w/) })
      expect(result.error?.resetsAt).toBeUndefined()
    })

    test('AG-05 tells when a rate limit ends', async () => {
      const [startedAt, hour, minute] = [Date.now(), 3_600_000, 60_000]
      const result = await run({ type: 'fail', kind: 'rate_limit', resetsInMs: hour })
      const resetsAt = result.error?.resetsAt ?? 0
      // Some texts tell it in whole minutes.
      expect(resetsAt).toBeGreaterThan(startedAt + hour - minute)
      expect(resetsAt).toBeLessThan(Date.now() + hour + minute)
    })

    test('AG-06 cancelled, it comes back and nothing that the agent started is left', async () => {
      const cancel = new AbortController()
      const request = await ask({ signal: cancel.signal })
      // In a sandbox processes have other numbers than outside, so they are known by how long they sleep.
      const nap = `600.${Math.random().toString().slice(2, 10)}`
      const provider = await subject.provider({
        type: 'run',
        line: `sleep ${nap} & trap "" TERM; echo ready > ready.txt; wait; wait; true ${nap}`,
      })
      const running = provider.run(request, () => {})
      await untilOrEnd(() => existsSync(join(request.cwd, 'ready.txt')), running)
      expect(processesSaying(nap).length).toBeGreaterThanOrEqual(2)
      cancel.abort()
      expect((await running).error).toMatchObject({ kind: 'aborted' })
      expect(processesSaying(nap)).toEqual([])
    })

    test('AG-06 an agent that falls silent ends in a timeout', async () => {
      const {
        schema: _,
        priorTurns: __,
        ...call
      } = await ask({
        limits: { wallMs: 60_000, idleMs: 300, maxTurns: 20 },
      })
      const provider = await subject.provider({ type: 'silence' })
      const result = await runAgent(provider, call, anyText, listening())
      const message = expect.stringContaining('silent for 0.3 s')
      expect(result).toMatchObject({ kind: 'failed', error: { kind: 'timeout', message } })
    })
  })
}

/** A red dot. */
const aPicture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'
