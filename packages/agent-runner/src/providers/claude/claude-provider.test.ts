import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentMode } from '@harness/core/kernel/agent'
import { expect, test, vi } from 'vitest'
import { runAgent } from '../../runner/run-agent.ts'
import { describeWith } from '../../test-support/agent-sdks.ts'
import { bash, claudeUnderTest, text } from '../../test-support/claude-scenario.ts'
import { endTree, environmentOf, processesSaying } from '../../test-support/end-tree.ts'
import { type AnthropicAnswer, anthropicError } from '../../test-support/fake-anthropic-server.ts'
import type { ModelRequest } from '../../test-support/fake-model-server.ts'
import { listening } from '../../test-support/fake-provider.ts'
import { verdict } from '../../test-support/output-contracts.ts'
import { aRequest, turnOf } from '../../test-support/requests.ts'
import { temporaryLane } from '../../test-support/temporary-lane.ts'
import { untilOrEnd } from '../../test-support/until-or-end.ts'
import { claudeProvider } from './claude-provider.ts'
import { claudePackage } from './claude-sdk.ts'

describeWith(claudePackage, 'Claude, turn by turn', () => {
  const claude = claudeUnderTest(endTree)
  const toolsOf = ({ body }: ModelRequest): readonly string[] =>
    body.tools
      .map(({ name }: { name: string }) => name)
      .filter((name: string) => name !== 'DeferredToolPlaceholder')
  const answering = (input: Readonly<Record<string, unknown>>): AnthropicAnswer => ({
    type: 'tool',
    name: 'StructuredOutput',
    input,
  })
  const call = async (mode: AgentMode = 'complete') => {
    const { schema: _, priorTurns: __, ...rest } = aRequest(await temporaryLane(), claude.env, { mode })
    return rest
  }

  test('AG-12 AG-15 the model gets the envelope letter by letter, the tools of the mode, the model and the effort asked for', async () => {
    const { provider, requests } = await claude.play([text('Done.')])
    const envelope = '/help me with @a.txt\n# Task\n!ls `pwd`\n'
    const system = '# Role: worker\nYou are the worker.\n'
    const tools: Readonly<Record<AgentMode, readonly string[]>> = {
      exec: ['Bash', 'Edit', 'Glob', 'Grep', 'Read', 'Write'],
      review: ['Bash', 'Glob', 'Grep', 'Read'],
      complete: [],
    }
    for (const [index, mode] of (['exec', 'review', 'complete'] as const).entries()) {
      const cwd = await temporaryLane()
      const result = await turnOf(
        provider,
        aRequest(cwd, claude.env, { mode, system, envelope, model: 'claude-sonnet-5', effort: 'minimal' }),
      )
      const request = requests[index]!
      expect(result).toMatchObject({ error: null, spending: { model: 'claude-sonnet-5' } })
      expect(request.body.model).toBe('claude-sonnet-5')
      expect(request.body.output_config).toMatchObject({ effort: 'low' })
      expect(request.body.messages[0].content).toContainEqual(
        expect.objectContaining({ type: 'text', text: envelope }),
      )
      // Behind the program's own text, and the last thing before a breakpoint of the prompt cache.
      const { text: told, cache_control: breakpoint } = request.body.system.at(-1)
      expect(told.endsWith(`\n\n${system}`) && told.length > 1_000).toBe(true)
      expect(breakpoint).toBeDefined()
      expect(told).not.toContain(cwd)
      const offered = toolsOf(request)
      if (mode === 'review' && !offered.includes('Bash')) expect(offered).toEqual(['Glob', 'Grep', 'Read'])
      else expect(offered).toEqual(tools[mode])
    }
  })

  test('DL-08 beside pictures, too, the envelope stays as it is, and a picture that is gone is an error', async () => {
    const { provider, requests } = await claude.play([text('Done.')])
    const envelope = '/help me with @a.txt\n# Task\n!ls `pwd`\n'
    const cwd = await temporaryLane()
    const image = join(cwd, 'a.png')
    writeFileSync(image, 'not looked into')
    const request = aRequest(cwd, claude.env, { mode: 'review', envelope, images: [image] })
    expect(await turnOf(provider, request)).toMatchObject({ error: null, text: 'Done.' })
    expect(requests[0]?.body.messages[0].content).toContainEqual(
      expect.objectContaining({ type: 'text', text: envelope }),
    )
    rmSync(image)
    expect(await turnOf(provider, request)).toMatchObject({
      error: { kind: 'unknown', message: expect.stringContaining('a.png') },
    })
  })

  test('AG-05 a session goes on where it was, and what it tells is of the new turn only', async () => {
    const { provider, requests } = await claude.play([text('The word is heron.'), text('Heron.')])
    const cwd = await temporaryLane()
    const system = 'You are the worker.'
    const first = await turnOf(provider, aRequest(cwd, claude.env, { system }))
    const second = await turnOf(
      provider,
      aRequest(cwd, claude.env, { resume: first.session, system, envelope: 'Which word?' }),
    )
    expect(requests[1]!.body.system).toEqual(requests[0]!.body.system)
    expect(second).toMatchObject({ text: 'Heron.', error: null, session: first.session })
    expect(JSON.stringify(requests[1]!.body.messages)).toContain('The word is heron.')
    expect(second.spending.usage).toEqual(first.spending.usage)
    expect(second.spending.usd).toBeCloseTo(first.spending.usd!, 9)
  })

  test('AG-05 a session that does not exist is an error, not a new one', async () => {
    const { provider } = await claude.play([text('Done.')])
    const resume = '00000000-0000-4000-8000-000000000000'
    const { error } = await turnOf(provider, aRequest(await temporaryLane(), claude.env, { resume }))
    expect(error).toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining(resume),
      sessionLost: true,
    })
  })

  test('AG-04 an answer that breaks its contract is repaired in the same session', async () => {
    const { provider, requests } = await claude.play((request) =>
      JSON.stringify(request.body.messages).includes('# Repair')
        ? answering({ pass: true })
        : text('It passes!'),
    )
    const result = await runAgent(provider, await call('review'), verdict, listening())
    expect(result).toMatchObject({ kind: 'answered', output: { pass: true } })
    expect(requests.at(-1)!.body.messages.length).toBeGreaterThan(2)
    expect(
      requests[0]!.body.tools.find(({ name }: { name: string }) => name === 'StructuredOutput'),
    ).toMatchObject({
      input_schema: { properties: { pass: { type: 'boolean' } }, required: ['pass'] },
    })
  })

  test('AG-04 an answer that is never right ends as a broken contract, after one repair', async () => {
    const { provider } = await claude.play([answering({ pass: 'maybe' })])
    const heard = listening()
    const result = await runAgent(provider, await call(), verdict, heard)
    expect(result.kind).toBe('contract-broken')
    expect(heard.turns).toHaveLength(2)
  })

  test('AG-05 a refused log-in ends the turn at once and is not tried again', async () => {
    const { provider, requests } = await claude.play([
      anthropicError(401, 'authentication_error', 'invalid x-api-key'),
    ])
    const result = await turnOf(provider, aRequest(await temporaryLane(), claude.env))
    expect(result.error).toMatchObject({ kind: 'auth', status: 401 })
    expect(requests).toHaveLength(1)
  })

  test('AG-05 a stream that is cut once is healed within the turn and told as a retry', async () => {
    const { provider } = await claude.play([{ type: 'drop' }, text('Done.')])
    const result = await turnOf(provider, aRequest(await temporaryLane(), claude.env))
    expect(result).toMatchObject({ text: 'Done.', error: null })
    expect(result.events).toContainEqual(expect.objectContaining({ type: 'retry' }))
  })

  test.each([
    ['text/html', '<html>Log in to the hotel’s network</html>'],
    ['text/event-stream', 'data: {not json}\n\n'],
    ['text/event-stream', ''],
  ])('AG-05 a server that answers with %s %j is a matter of the network', async (contentType, said) => {
    const { provider } = await claude.play([{ type: 'garbage', contentType, text: said }])
    const { error } = await turnOf(provider, aRequest(await temporaryLane(), claude.env))
    expect(error).toMatchObject({ kind: 'network', message: expect.stringMatching(/\w/) })
  })

  test('AG-05 a short rate limit is waited for within the turn', async () => {
    const limited = anthropicError(429, 'rate_limit_error', 'Slow down.', { 'retry-after': '1' })
    const { provider } = await claude.play([limited, text('Done.')])
    const result = await turnOf(provider, aRequest(await temporaryLane(), claude.env))
    expect(result).toMatchObject({ text: 'Done.', error: null })
  })

  test('AG-05 what a cancelled turn had spent is told, its price as unknown', async () => {
    const usage = { input: 100, output: 20, cacheRead: 30, cacheWrite: 4 }
    const { provider } = await claude.play([{ ...bash('touch begun; sleep 600'), usage }, text('Done.')])
    const cancel = new AbortController()
    const request = aRequest(await temporaryLane(), claude.env, { signal: cancel.signal })
    const running = provider.run(request, () => {})
    await vi.waitUntil(() => existsSync(join(request.cwd, 'begun')), { timeout: 60_000 })
    cancel.abort()
    const result = await running
    expect(result).toMatchObject({ error: { kind: 'aborted' }, spending: { usage, usd: null } })
  })

  test('AG-06 a turn that is cancelled while its program starts leaves nothing behind', async () => {
    const { provider } = await claude.play([text('Done.')])
    const programs = () =>
      processesSaying('claude-agent-sdk').filter((pid) => environmentOf(pid).includes(claude.env.HOME))
    const isAsked = async () => {}
    const isRunning = () => vi.waitUntil(() => programs().length > 0, { interval: 1, timeout: 60_000 })
    for (const moment of [isAsked, isRunning]) {
      const cancel = new AbortController()
      const request = aRequest(await temporaryLane(), claude.env, {
        envelope: 'x'.repeat(1_000_000),
        signal: cancel.signal,
      })
      const running = turnOf(provider, request)
      await moment()
      cancel.abort()
      expect((await running).error?.kind).toBe('aborted')
      expect(programs()).toEqual([])
    }
  })

  test('AG-06 a model server that never answers does not keep a cancelled turn', async () => {
    const { provider, requests } = await claude.play([{ type: 'silence' }])
    const cancel = new AbortController()
    const running = turnOf(provider, aRequest(await temporaryLane(), claude.env, { signal: cancel.signal }))
    await untilOrEnd(() => requests.length > 0, running)
    cancel.abort()
    expect((await running).error?.kind).toBe('aborted')
  })

  test('AG-05 an agent program that cannot work in its folder is an error that says so', async () => {
    const { provider } = await claude.play([text('Done.')])
    const { error } = await turnOf(provider, aRequest('/no/such/folder', claude.env))
    expect(error).toMatchObject({
      kind: expect.stringMatching(/invalid|unknown/),
      message: expect.stringMatching(/\w/),
    })
  })

  /** Only what the tests call, so that no sandbox is found. */
  const bare = () => {
    const bin = join(claude.env.HOME, 'bin')
    mkdirSync(bin, { recursive: true })
    for (const name of ['sh', 'bash', 'env', 'cat', 'sleep', 'setsid', 'touch', 'git']) {
      try {
        symlinkSync(`/usr/bin/${name}`, join(bin, name))
      } catch {
        // Another test has put it there.
      }
    }
    return { ...claude.env, PATH: bin, SHELL: '/bin/bash' }
  }

  test('AG-03 without a sandbox a reviewer has no shell', async () => {
    const { provider, requests } = await claude.play([bash('touch written'), text('Done.')])
    const cwd = await temporaryLane()
    await turnOf(provider, aRequest(cwd, bare(), { mode: 'review' }))
    expect(toolsOf(requests[0]!)).toEqual(['Glob', 'Grep', 'Read'])
    expect(JSON.stringify(requests[1]!.body.messages.at(-1))).toContain('No such tool')
  })

  test('AG-07 without a sandbox the key still stays out of the agent’s shell', async () => {
    const { provider, requests } = await claude.play([bash('env'), text('Done.')])
    expect((await turnOf(provider, aRequest(await temporaryLane(), bare()))).error).toBeNull()
    const seen = JSON.stringify(requests[1]!.body.messages.at(-1))
    expect(seen).toContain('HOME=')
    expect(seen).not.toContain('key-of-nobody')
  })

  test('AG-06 without a sandbox what left the agent’s process group is ended, too', async () => {
    const nap = `600.${Math.random().toString().slice(2, 10)}`
    const line = `setsid sh -c 'trap "" TERM; sleep ${nap} & wait; wait' & sleep ${nap}`
    const { provider } = await claude.play([bash(line), text('Done.')])
    const cancel = new AbortController()
    const running = turnOf(provider, aRequest(await temporaryLane(), bare(), { signal: cancel.signal }))
    await untilOrEnd(() => processesSaying(nap).length >= 4, running)
    cancel.abort()
    expect((await running).error?.kind).toBe('aborted')
    expect(processesSaying(nap)).toEqual([])
  })
})

test('AG-02 a missing SDK is one line with the command that installs it', () => {
  const options = { folders: ['/no/such/place'], login: {}, sandbox: null, endTree, now: Date.now } as const
  expect(() => claudeProvider(options)).toThrow(
    expect.objectContaining({
      code: 'provider-not-installed',
      message: 'The provider claude needs @anthropic-ai/claude-agent-sdk.',
      next: 'Run: harness agents install claude',
    }),
  )
})
