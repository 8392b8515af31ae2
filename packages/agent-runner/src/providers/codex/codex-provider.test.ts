import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentMode } from '@harness/core/kernel/agent'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AgentProgram, ConfinedAgent } from '../../runner/confine.ts'
import { runAgent } from '../../runner/run-agent.ts'
import { describeWith } from '../../test-support/agent-sdks.ts'
import { codexUnderTest, exec, plainModel, text } from '../../test-support/codex-scenario.ts'
import { endTree } from '../../test-support/end-tree.ts'
import type { Fault } from '../../test-support/fake-model-server.ts'
import { openAiError } from '../../test-support/fake-openai-server.ts'
import { listening } from '../../test-support/fake-provider.ts'
import { verdict } from '../../test-support/output-contracts.ts'
import { aRequest, turnOf } from '../../test-support/requests.ts'
import { temporaryLane } from '../../test-support/temporary-lane.ts'
import { untilOrEnd } from '../../test-support/until-or-end.ts'
import { codexProvider } from './codex-provider.ts'
import { codexPackage } from './codex-sdk.ts'

describeWith(codexPackage, 'Codex, turn by turn', () => {
  const codex = codexUnderTest(endTree)
  const call = async (mode: AgentMode = 'complete') => {
    const {
      schema: _,
      priorTurns: __,
      ...rest
    } = aRequest(await temporaryLane(), codex.env, { mode, model: plainModel })
    return rest
  }

  test('AG-12 AG-15 the model gets the envelope letter by letter, the tools of the mode, the model and the effort asked for', async () => {
    const { provider, requests } = await codex.play([text('Done.')])
    const envelope = '/help me with @a.txt\n# Task\n!ls `pwd`\n'
    const system = '# Role: worker\nYou are the worker.\n'
    for (const [index, mode] of (['exec', 'review', 'complete'] as const).entries()) {
      const request = aRequest(await temporaryLane(), codex.env, {
        mode,
        system,
        envelope,
        model: plainModel,
        effort: 'high',
      })
      expect(await turnOf(provider, request)).toMatchObject({ error: null, spending: { model: plainModel } })
      const { body } = requests[index]!
      expect(body.model).toBe(plainModel)
      expect(body.reasoning).toMatchObject({ effort: 'high' })
      expect(body.input.at(-1)).toMatchObject({ role: 'user', content: [{ text: envelope }] })
      // Behind the program's own text, and before anything that names the lane.
      expect(body.input[1]).toMatchObject({ role: 'developer', content: [{ text: system }, {}] })
      const tools = body.tools.map(({ name }: { name: string }) => name)
      expect(tools.includes('exec_command')).toBe(mode !== 'complete')
    }
  })

  test('AG-11 a stable text that is too long for an argument goes in front of the first envelope', async () => {
    const { provider, requests } = await codex.play([text('Done.')])
    const long = { system: `${'x'.repeat(150_000)}\n`, envelope: 'Do it.\n', model: plainModel }
    const first = await turnOf(provider, aRequest(await temporaryLane(), codex.env, long))
    expect(first.error).toBeNull()
    expect(requests[0]!.body.input.at(-1).content[0].text).toBe(`${long.system}\nDo it.\n`)
  })

  test('AG-05 if no model is asked for, the one that answered is named', async () => {
    const { provider, requests } = await codex.play([text('Done.')])
    const result = await turnOf(provider, aRequest(await temporaryLane(), codex.env))
    expect(result.spending.model).toBe(requests[0]!.body.model)
  })

  test('AG-05 a session goes on where it was, and what it tells is of the new turn only', async () => {
    const { provider, requests } = await codex.play([
      text('The word is heron.'),
      exec('true'),
      text('Heron.'),
    ])
    const ask = { model: plainModel, system: 'You are the worker.' }
    const cwd = await temporaryLane()
    const first = await turnOf(provider, aRequest(cwd, codex.env, ask))
    const resume = first.session
    const second = await turnOf(provider, aRequest(cwd, codex.env, { ...ask, resume, envelope: 'Which?' }))
    const before = requests[0]!.body.input
    expect(requests[1]!.body.input.slice(0, before.length)).toEqual(before)
    expect(second).toMatchObject({ text: 'Heron.', error: null, session: resume })
    expect(JSON.stringify(requests[1]!.body.input)).toContain('The word is heron.')
    expect(second.spending.usage).toEqual({ input: 20, output: 10, cacheRead: 0, cacheWrite: 0 })
    expect(second.spending.usd).toBeCloseTo(first.spending.usd! * 2, 9)
  })

  test('AG-05 a session that does not exist is an error, not a new one', async () => {
    const { provider } = await codex.play([text('Done.')])
    const resume = '01a00000-0000-7000-8000-000000000000'
    const { error } = await turnOf(provider, aRequest(await temporaryLane(), codex.env, { resume }))
    expect(error).toMatchObject({ kind: 'invalid', message: expect.stringContaining(resume) })
  })

  test('AG-04 the schema is sent in its strict form, and what was left out comes back as left out', async () => {
    const { provider, requests } = await codex.play([text('{"pass":true,"note":null}')])
    const result = await runAgent(provider, await call('review'), verdict, listening())
    expect(result).toMatchObject({ kind: 'answered', output: { pass: true } })
    expect(requests[0]!.body.text.format).toMatchObject({
      type: 'json_schema',
      strict: true,
      schema: { required: ['pass', 'note'], additionalProperties: false },
    })
  })

  test('AG-04 an answer that breaks its contract is repaired in the same session', async () => {
    const { provider, requests } = await codex.play([
      text('It passes!'),
      text('{"pass":true,"note":"all of it"}'),
    ])
    const result = await runAgent(provider, await call('review'), verdict, listening())
    expect(result).toMatchObject({ kind: 'answered', output: { pass: true, note: 'all of it' } })
    expect(JSON.stringify(requests[1]!.body.input)).toContain('It passes!')
  })

  test('AG-04 an answer that is never right ends as a broken contract, after one repair', async () => {
    const { provider, requests } = await codex.play([text('{"pass":"maybe"}')])
    const result = await runAgent(provider, await call(), verdict, listening())
    expect(result.kind).toBe('contract-broken')
    expect(requests).toHaveLength(2)
  })

  test('AG-05 a refused log-in ends the turn at once and is not tried again', async () => {
    const { provider, requests } = await codex.play([
      openAiError(401, { message: 'Incorrect API key provided' }),
    ])
    const result = await turnOf(provider, aRequest(await temporaryLane(), codex.env))
    expect(result.error).toMatchObject({ kind: 'auth', status: 401 })
    expect(requests).toHaveLength(1)
  })

  test('AG-05 a stream that is cut once is healed within the turn and told as a retry', async () => {
    const { provider } = await codex.play([{ type: 'drop' }, text('Done.')])
    const result = await turnOf(provider, aRequest(await temporaryLane(), codex.env))
    expect(result).toMatchObject({ text: 'Done.', error: null })
    expect(result.events).toContainEqual(expect.objectContaining({ type: 'retry' }))
  })

  test('AG-05 where the user’s own server lets Codex try without end, the turn is ended all the same', async () => {
    const CODEX_HOME = join(codex.env.HOME, 'patient')
    mkdirSync(CODEX_HOME)
    const played = await codex.play([{ type: 'drop' }], { modelProvider: null })
    writeFileSync(
      join(CODEX_HOME, 'config.toml'),
      [
        'model_provider = "mine"',
        '[model_providers.mine]',
        'name = "mine"',
        `base_url = "${played.url}/v1"`,
        'env_key = "CODEX_API_KEY"',
        'wire_api = "responses"',
        'stream_max_retries = 100',
      ].join('\n'),
    )
    const result = await turnOf(
      played.provider,
      aRequest(await temporaryLane(), { ...codex.env, CODEX_HOME }, { model: plainModel }),
    )
    expect(result.error).toMatchObject({ kind: 'network' })
    expect(result.events.filter(({ type }) => type === 'retry').length).toBeLessThanOrEqual(6)
  })

  test('AG-05 a short rate limit is waited for within the turn, a long one is not', async () => {
    const limited = (seconds: string) =>
      openAiError(429, { message: 'Slow down.' }, { 'retry-after': seconds })
    const short = await codex.play([limited('1'), text('Done.')])
    expect(await turnOf(short.provider, aRequest(await temporaryLane(), codex.env))).toMatchObject({
      error: null,
    })
    const long = await codex.play([limited('3600')], { rateLimitPatienceMs: 500 })
    const { error } = await turnOf(long.provider, aRequest(await temporaryLane(), codex.env))
    expect(error).toMatchObject({ kind: 'rate_limit', status: 429 })
  })

  test('AG-05 what a cancelled turn had spent is told, its price as unknown', async () => {
    const usage = { input: 100, output: 20, cacheRead: 30, cacheWrite: 4 }
    const { provider } = await codex.play([{ ...exec('touch begun; sleep 600'), usage }, text('Done.')])
    const cancel = new AbortController()
    const request = aRequest(await temporaryLane(), codex.env, { signal: cancel.signal, model: plainModel })
    const running = provider.run(request, () => {})
    await vi.waitUntil(() => existsSync(join(request.cwd, 'begun')), { timeout: 60_000 })
    cancel.abort()
    const result = await running
    expect(result).toMatchObject({ error: { kind: 'aborted' }, spending: { usage, usd: null } })
  })

  test('AG-05 what a cut request has cost is unknown, and nothing where the server or we refused', async () => {
    const usdOf = async (answer: Fault, env = codex.env): Promise<number | null> => {
      const { provider } = await codex.play([answer])
      return (await turnOf(provider, aRequest(await temporaryLane(), env, { model: plainModel }))).spending
        .usd
    }
    expect(await usdOf({ type: 'drop' })).toBeNull()
    expect(await usdOf(openAiError(401, { message: 'Incorrect API key provided' }))).toBe(0)
    expect(await usdOf({ type: 'drop' }, { ...codex.env, CODEX_HOME: '/no/such/place' })).toBe(0)
  })

  test('AG-06 a program that is gone before it has read its envelope takes nothing with it', async () => {
    const { provider } = await codex.play([text('Done.')])
    const envelope = 'x'.repeat(8_000_000)
    const CODEX_HOME = '/no/such/place'
    const result = await turnOf(
      provider,
      aRequest(await temporaryLane(), { ...codex.env, CODEX_HOME }, { envelope }),
    )
    expect(result.error).toMatchObject({ message: expect.stringContaining('CODEX_HOME') })
    const signal = AbortSignal.timeout(30)
    expect(
      (await turnOf(provider, aRequest(await temporaryLane(), codex.env, { envelope, signal }))).error?.kind,
    ).toBe('aborted')
  })

  test('AG-06 a model server that never answers does not keep a cancelled turn', async () => {
    const { provider, requests } = await codex.play([{ type: 'silence' }])
    const cancel = new AbortController()
    const running = turnOf(provider, aRequest(await temporaryLane(), codex.env, { signal: cancel.signal }))
    await untilOrEnd(() => requests.length > 0, running)
    cancel.abort()
    expect((await running).error?.kind).toBe('aborted')
  })

  test('AG-05 a program that prints what the SDK cannot read is an error of the turn, and the harness lives on', async () => {
    const folder = await temporaryLane()
    const launcher = join(folder, 'launch')
    writeFileSync(launcher, '#!/bin/sh\necho no event\nexec sleep 600\n', { mode: 0o700 })
    const confine = async ({ env }: AgentProgram): Promise<ConfinedAgent> => ({
      launcher,
      env: { ...env },
      keptAt: () => folder,
      refused: () => [],
      release: async () => {},
    })
    const { provider } = await codex.play([text('Done.')], { sandbox: { shellHasProxy: false, confine } })
    const { error } = await turnOf(provider, aRequest(folder, codex.env))
    expect(error).toMatchObject({ kind: 'unknown', message: expect.stringContaining('no event') })
  })

  test('AG-03 a home in the temporary directory, where no sandbox would start, is refused', async () => {
    const home = mkdtempSync(join(tmpdir(), 'harness-codex-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const { provider, requests } = await codex.play([text('Done.')])
    const { TMPDIR: _, ...env } = codex.env
    const { error } = await turnOf(provider, aRequest(await temporaryLane(), { ...env, HOME: home }))
    expect(error).toMatchObject({ kind: 'invalid', message: expect.stringContaining('CODEX_HOME') })
    expect(requests).toHaveLength(0)
  })
})

test('AG-02 a missing SDK is one line with the command that installs it', () => {
  const options = {
    folders: ['/no/such/place'],
    login: {},
    modelProvider: null,
    sandbox: null,
    endTree,
    now: Date.now,
  }
  expect(() => codexProvider(options)).toThrow(
    expect.objectContaining({
      code: 'provider-not-installed',
      message: 'The provider codex needs @openai/codex-sdk.',
      next: 'Run: harness agents install codex',
    }),
  )
})
