import { agentErrorKinds } from '@harness/core/kernel/agent'
import { expect, test } from 'vitest'
import {
  aCall,
  answered,
  anyText,
  failedWith,
  fakeProvider,
  listening,
  spent,
} from '../test-support/fake-provider.ts'
import type { OutputContract } from './output-contract.ts'
import { runAgent } from './run-agent.ts'

const verdict: OutputContract<boolean> = {
  name: 'verdict',
  jsonSchema: { type: 'object', required: ['pass'] },
  parse: (structured) =>
    typeof (structured as { pass?: unknown })?.pass === 'boolean'
      ? { ok: true, output: (structured as { pass: boolean }).pass }
      : { ok: false, problems: ['pass: expected true or false'] },
}
const good = { structured: { pass: true } }
const bad = { structured: { pass: 'yes' } }

test('AG-04 the contract reaches the provider as a JSON schema and the answer comes back parsed', async () => {
  const provider = fakeProvider(() => answered('fine', good))
  const result = await runAgent(provider, aCall(), verdict, listening())
  expect(result).toEqual({
    kind: 'answered',
    output: true,
    text: 'fine',
    session: null,
    spending: spent(0.5),
  })
  expect(provider.asked.map((request) => request.schema)).toEqual([verdict.jsonSchema])
})

test('AG-04 a broken answer gets one repair turn that shows the errors in the provider session', async () => {
  const provider = fakeProvider(
    () => answered('hm', { ...bad, session: 's-1' }),
    () => answered('better', { ...good, session: 's-2' }),
  )
  const heard = listening()
  const result = await runAgent(provider, aCall(), verdict, heard)
  expect(result).toMatchObject({ kind: 'answered', output: true, text: 'better', session: 's-2' })
  expect(provider.asked.map((request) => request.resume)).toEqual([null, 's-1'])
  const [, repair] = heard.turns
  const asked = provider.asked[1]?.envelope ?? ''
  expect(asked).toContain('- pass: expected true or false')
  expect(asked).not.toContain('Add a test.')
  // The recording has all that the agent knows by then.
  expect(repair).toEqual([2, provider.asked[1]?.whole])
  expect(repair?.[1].startsWith(aCall().envelope)).toBe(true)
  expect(repair?.[1].endsWith(asked)).toBe(true)
  const text =
    'the answer did not have the required form and was asked for again: pass: expected true or false'
  expect(heard.events).toEqual([{ type: 'note', text }])
})

test('DL-08 pictures are shown once in a session, and again if there is none', async () => {
  const asked = async (session: string | null) => {
    const provider = fakeProvider(
      () => answered('hm', { ...bad, session }),
      () => answered('better', good),
    )
    await runAgent(provider, aCall({ images: ['/a.png'] }), verdict, listening())
    return provider.asked.map(({ images }) => images)
  }
  expect(await asked('s-1')).toEqual([['/a.png'], undefined])
  expect(await asked(null)).toEqual([['/a.png'], ['/a.png']])
})

test('AG-04 without a session the repair turn repeats the envelope unchanged and shows the answer as data', async () => {
  const provider = fakeProvider(
    () => answered('my ``` answer', bad),
    () => answered('', good),
  )
  await runAgent(provider, aCall(), verdict, listening())
  const repair = provider.asked[1]?.envelope ?? ''
  expect(repair.startsWith(aCall().envelope)).toBe(true)
  expect(repair).toContain('````text\nmy ``` answer\n````')
  expect(repair).toContain('- pass: expected true or false')
})

test('AG-04 two broken answers are a broken contract, with the problems, the last text and the cost of both', async () => {
  const provider = fakeProvider(
    () => answered('one', { ...bad, spending: spent(0.25, 10) }),
    () => answered('two', { ...bad, spending: spent(0.5, 1) }),
  )
  expect(await runAgent(provider, aCall(), verdict, listening())).toEqual({
    kind: 'contract-broken',
    problems: ['pass: expected true or false'],
    text: 'two',
    session: null,
    spending: {
      usage: { input: 11, output: 11, cacheRead: 11, cacheWrite: 11 },
      usd: 0.75,
      durationMs: 20,
      model: 'm',
    },
  })
})

test('HB-55 two answers in prose are an answer if the contract takes prose, with the longer text', async () => {
  const lenient = { ...verdict, prose: false }
  const said = (first: string, second: string, contract: OutputContract<boolean> = lenient) =>
    runAgent(
      fakeProvider(
        () => answered(first, bad),
        () => answered(second, bad),
      ),
      aCall(),
      contract,
      listening(),
    )
  expect(await said('A whole critique.', 'See above.')).toMatchObject({
    kind: 'answered',
    output: false,
    text: 'A whole critique.',
  })
  expect(await said('Hm.', 'A whole critique.')).toMatchObject({
    kind: 'answered',
    text: 'A whole critique.',
  })
  expect(await said(' ', '')).toMatchObject({ kind: 'contract-broken' })
  expect(await said('A whole critique.', 'See above.', verdict)).toMatchObject({
    kind: 'contract-broken',
    text: 'A whole critique.',
  })
})

test('AG-04 a provider that gave up on the schema has met a broken contract', async () => {
  const gaveUp = () => failedWith({ kind: 'schema', message: '/pass must be boolean' })
  const result = await runAgent(fakeProvider(gaveUp, gaveUp), aCall(), verdict, listening())
  expect(result).toMatchObject({ kind: 'contract-broken', problems: ['/pass must be boolean'] })
})

test('AG-05 one unknown price makes the price of the call unknown, never zero', async () => {
  const provider = fakeProvider(
    () => answered('', { ...bad, spending: spent(0.25) }),
    () => answered('', { ...good, spending: spent(null) }),
  )
  expect((await runAgent(provider, aCall(), verdict, listening())).spending.usd).toBeNull()
})

test('AG-05 every error class of a provider comes through as it is, and ends the call', async () => {
  for (const kind of agentErrorKinds.filter((kind) => kind !== 'schema')) {
    const error = { kind, message: `was ${kind}`, status: 429, resetsAt: 5 }
    const result = await runAgent(
      fakeProvider(() => failedWith(error)),
      aCall(),
      anyText,
      listening(),
    )
    expect(result).toMatchObject({ kind: 'failed', error, spending: spent(0.5) })
  }
})

test('AG-05 a repair turn that fails is a failure that counts both turns', async () => {
  const provider = fakeProvider(
    () => answered('', bad),
    () => failedWith({ kind: 'rate_limit', message: 'slow down', resetsAt: 9 }),
  )
  expect(await runAgent(provider, aCall(), verdict, listening())).toMatchObject({
    kind: 'failed',
    error: { kind: 'rate_limit', resetsAt: 9 },
    spending: { usd: 1 },
  })
})
