import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Provider } from '@harness/agent-runner/runner/provider'
import type { RunAgent } from '@harness/core/effects/run-agent'
import { describe, expect, test } from 'vitest'
import { agentWorld, reply, rule, write } from '../../../test-support/agent-world.ts'
import { repeatedAttempt } from '../../../test-support/target-repo.ts'

const folder = 'calls/20260101-000000-implement-0001-1'
const review = { mode: 'review', role: 'reviewer' } as const

const answering = (text: string, more: Parameters<typeof rule>[1] = {}) =>
  agentWorld([rule([], { answer: reply(text), ...more })])
type World = Awaited<ReturnType<typeof answering>>
/** Each agent that is asked from now on is kinder. */
function asksAnother({ ports }: World): void {
  const { agentFor } = ports
  const kinder = (provider: Provider): Provider => ({
    ...provider,
    run: async (request, onEvent) => ({ ...(await provider.run(request, onEvent)), text: 'kinder' }),
  })
  Object.assign(ports, {
    agentFor(command: RunAgent) {
      const agent = agentFor(command)
      return { ...agent, provider: kinder(agent.provider) }
    },
  })
}
/** As if the harness had died before it recorded what the call came to. */
const forgetOutcome = (world: World): void => rmSync(join(world.ports.runDir, folder, 'result.json'))

describe('TR-11 a reader that had answered', () => {
  test('is not asked again, and says so', async () => {
    const world = await answering('harsh', { usd: 0.25 })
    await world.run(review)
    forgetOutcome(world)
    asksAnother(world)
    expect(await world.run(review, repeatedAttempt)).toMatchObject({
      type: 'AgentFinished',
      text: 'harsh',
      spending: { usd: 0.25 },
      notes: [
        'the reviewer had answered before the harness ended: its answer counts, and it is not asked again',
      ],
    })
  })

  test('counts again after a second death', async () => {
    const world = await answering('harsh')
    await world.run(review)
    asksAnother(world)
    for (const _time of [1, 2]) {
      forgetOutcome(world)
      expect(await world.run(review, repeatedAttempt)).toMatchObject({ text: 'harsh' })
    }
  })

  test('counts with what it was found to have changed: such an answer is void', async () => {
    const world = await answering('harsh')
    await world.run(review)
    forgetOutcome(world)
    writeFileSync(join(world.lane, 'b.txt'), 'written by a reader\n')
    expect(await world.run(review, repeatedAttempt)).toMatchObject({
      text: 'harsh',
      violation: { files: ['b.txt'] },
    })
  })

  test('counts if its outcome was recorded, whatever the lane shows', async () => {
    const world = await answering('harsh')
    const first = await world.run(review)
    writeFileSync(join(world.lane, 'b.txt'), 'changed since\n')
    asksAnother(world)
    expect(await world.run(review, repeatedAttempt)).toEqual(first)
  })

  test('whose answer was cut short is asked again', async () => {
    const world = await answering('harsh')
    await world.run(review)
    forgetOutcome(world)
    writeFileSync(join(world.ports.runDir, folder, 'turn-1.json'), '{"text":"har')
    expect(await world.run(review, repeatedAttempt)).toMatchObject({ text: 'harsh' })
    expect(world.recorded('events.ndjson')).not.toContain('had answered')
  })

  test('and whose answer could not be recorded ends in no outcome, so that it is found again', async () => {
    const world = await answering('harsh')
    const { runDir } = world.ports
    const inTheWay = join(runDir, folder, 'final.md')
    await world.run(review)
    forgetOutcome(world)
    rmSync(inTheWay)
    mkdirSync(join(inTheWay, 'folder'), { recursive: true })
    await expect(world.run(review, repeatedAttempt)).rejects.toThrow(
      'The reviewer has answered, which could not be recorded yet',
    )
    rmSync(inTheWay, { recursive: true })
    expect(await world.run(review, repeatedAttempt)).toMatchObject({ text: 'harsh' })
  })
})

describe('TR-11 an evaluator that had answered and reported', () => {
  const report = rule([write('qa_report.md', 'FAIL\n')], { answer: reply('It fails.') })
  const evaluation = { artifacts: ['qa_report.md'], mayWrite: [] }
  const counts = expect.stringContaining('its answer counts, and it is not asked again')

  test('is not asked again: its report counts, again and again', async () => {
    const world = await agentWorld([report])
    await world.run(evaluation)
    asksAnother(world)
    for (const _time of [1, 2]) {
      forgetOutcome(world)
      expect(await world.run(evaluation, repeatedAttempt)).toMatchObject({
        type: 'AgentFinished',
        text: 'It fails.',
        artifacts: { 'qa_report.md': 'FAIL\n' },
        violation: null,
        notes: expect.arrayContaining([counts]),
      })
    }
  })

  test('counts also if the report was still in its lane', async () => {
    const world = await agentWorld([report])
    await world.run(evaluation)
    forgetOutcome(world)
    rmSync(join(world.ports.runDir, folder, 'artifacts.json'))
    writeFileSync(join(world.lane, 'qa_report.md'), 'FAIL\n')
    asksAnother(world)
    expect(await world.run(evaluation, repeatedAttempt)).toMatchObject({
      text: 'It fails.',
      artifacts: { 'qa_report.md': 'FAIL\n' },
      violation: null,
    })
  })

  test('counts with what else it had changed', async () => {
    const world = await agentWorld([report])
    await world.run(evaluation)
    forgetOutcome(world)
    writeFileSync(join(world.lane, 'b.txt'), 'written by an evaluator\n')
    expect(await world.run(evaluation, repeatedAttempt)).toMatchObject({
      artifacts: { 'qa_report.md': 'FAIL\n' },
      violation: { files: ['b.txt'] },
    })
  })

  test('is asked again if its report is gone, and what it said is kept', async () => {
    const world = await agentWorld([report])
    await world.run(evaluation)
    forgetOutcome(world)
    rmSync(join(world.ports.runDir, folder, 'artifacts.json'))
    const told = expect.stringContaining(`what it said is kept in ${folder}/earlier-1`)
    expect(await world.run(evaluation, repeatedAttempt)).toMatchObject({ lacked: told })
  })
})

test('TR-11 what an agent that writes more had reported is kept if it is asked again', async () => {
  const report = rule([write('qa_report.md', 'FAIL\n')], { answer: reply('It fails.') })
  const world = await agentWorld([report])
  const evaluation = { artifacts: ['qa_report.md'] }
  await world.run(evaluation)
  forgetOutcome(world)
  const again = await world.run(evaluation, repeatedAttempt)
  const kept = join(world.ports.runDir, folder, 'earlier-1')
  const told = expect.stringContaining(`what it said is kept in ${folder}/earlier-1`)
  expect(again).toMatchObject({ notes: expect.arrayContaining([told]), lacked: told })
  const texts = readdirSync(kept).map((name) => readFileSync(join(kept, name), 'utf8'))
  for (const said of ['It fails.', 'FAIL']) expect(texts.join()).toContain(said)
})
