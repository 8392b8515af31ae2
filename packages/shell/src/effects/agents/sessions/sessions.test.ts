import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentRequest } from '@harness/agent-runner/runner/provider'
import { noUsage } from '@harness/core/kernel/agent'
import type { ScriptRule } from '@harness/core/kernel/script'
import { expect, test } from 'vitest'
import { type AgentWorld, agentWorld, reply, rule, write } from '../../../test-support/agent-world.ts'
import { firstAttempt, idOf, repeatedAttempt } from '../../../test-support/target-repo.ts'

const id = (attempt: number, phase = 'implement') => idOf(`20260101-000000/${phase}/0001/${attempt}`)
const half = write('half.txt', 'half\n')
const rest = rule([write('rest.txt', 'rest\n')], { answer: reply('All done.') })
const failing = (
  kind: 'rate_limit' | 'overloaded' | 'network' | 'max_turns' | 'billing',
  more: Partial<ScriptRule> = {},
) => rule([half], { times: 1, answer: { type: 'fail', kind, resetsInMs: null }, ...more })

/**
 * A world that shows what its provider was asked. `refuses` is a provider that forgot its sessions; the one call
 * `broken` fails before a session begins.
 */
async function watchedWorld(
  rules: readonly ScriptRule[],
  { refuses = false, broken = 0 } = {},
): Promise<AgentWorld & { readonly asked: AgentRequest[] }> {
  const world = await agentWorld(rules)
  const { agentFor } = world.ports
  const asked: AgentRequest[] = []
  const forgotten = { kind: 'invalid', message: 'No conversation found', sessionLost: true } as const
  return Object.assign(world, {
    asked,
    ports: Object.assign(world.ports, {
      agentFor(command: Parameters<typeof agentFor>[0]): ReturnType<typeof agentFor> {
        const agent = agentFor(command)
        const run: typeof agent.provider.run = async (request, onEvent) => {
          asked.push(request)
          if (asked.length === broken)
            return { ...nothing, error: { kind: 'invalid', message: 'no such model' } }
          if (refuses && request.resume !== null)
            return { ...(await agent.provider.run(request, () => {})), text: '', error: forgotten }
          return agent.provider.run(request, onEvent)
        }
        return { ...agent, provider: { ...agent.provider, run } }
      },
    }),
  })
}

const nothing = {
  text: '',
  structured: undefined,
  session: null,
  spending: { usage: noUsage, usd: null, durationMs: 0, model: 'scripted' },
}

const sessionFile = ({ ports: { runDir } }: AgentWorld): string => {
  const [name = ''] = readdirSync(join(runDir, 'sessions'))
  return join(runDir, 'sessions', name)
}
const recordOf = (world: AgentWorld) => JSON.parse(readFileSync(sessionFile(world), 'utf8'))

test.each(['rate_limit', 'overloaded', 'network'] as const)(
  'AG-13 after %s the next call goes on in the session, and the lane is as it was left',
  async (kind) => {
    const world = await watchedWorld([failing(kind), rest])
    expect(await world.run()).toMatchObject({ type: 'AgentFailed', error: { kind } })
    expect(world.inLane('status', '--porcelain')).toBe('?? half.txt')
    const done = await world.run({ id: id(2) })
    expect(done).toMatchObject({ type: 'AgentFinished', changedFiles: ['half.txt', 'rest.txt'] })
    expect(done.notes?.join()).toContain(`continues its session, which was interrupted (${kind}`)
    expect(world.setAside()).toEqual([])
    const [first, second] = world.asked
    expect(recordOf(world)).toMatchObject({ session: second?.resume, continued: [id(1)] })
    expect(second?.system).toBe(first?.system)
    // What it knows already is not said again, but recorded.
    expect(second?.envelope).toMatch(
      /^# This session continues\nYou were interrupted: [\s\S]*The lane is as you left it/,
    )
    expect(second?.envelope).not.toContain('Add search.')
    const folder = '20260101-000000-implement-0001-2'
    expect(world.recorded('envelope.md', folder)).toContain('Add search.')
    const { session, slices } = JSON.parse(world.recorded('slices.json', folder))
    expect(session).toMatchObject({ continues: true, interrupted: true, lane: 'same' })
    const news = slices.filter(({ known }: { known?: boolean }) => known !== true)
    expect(news).toMatchObject([{ label: 'This session continues' }])
  },
)

test('AG-13 a cancelled call goes on in its session when it is repeated', async () => {
  const world = await watchedWorld([rule([half], { times: 1, answer: { type: 'hang' } }), rest])
  const stop = new AbortController()
  Object.assign(world.ports, {
    onEvent: (_: unknown, { type }: { type: string }) => type === 'file' && stop.abort(),
  })
  expect(await world.run({}, { ...firstAttempt, signal: stop.signal })).toMatchObject({
    error: { kind: 'aborted' },
  })
  expect(await world.run({ id: id(2) }, repeatedAttempt)).toMatchObject({
    changedFiles: ['half.txt', 'rest.txt'],
  })
  expect(world.asked[1]?.envelope).toContain('You were interrupted: aborted')
})

/** As if the harness had died three seconds before the agent wrote its file: the latest time that is the agent's own. */
function harnessDied(world: AgentWorld): void {
  const working = { ...recordOf(world), state: 'working', left: null, why: null }
  writeFileSync(sessionFile(world), JSON.stringify(working))
  const at = (statSync(join(world.lane, 'half.txt')).ctimeMs + 1) / 1000 - 3
  utimesSync(sessionFile(world), at, at)
}

test('AG-13 after the death of the harness the session is told how the lane is', async () => {
  const world = await watchedWorld([failing('network'), rest])
  await world.run()
  harnessDied(world)
  expect(await world.run({ id: id(2) }, repeatedAttempt)).toMatchObject({
    changedFiles: ['half.txt', 'rest.txt'],
  })
  expect(world.asked[1]).toMatchObject({ resume: recordOf(world).session })
  expect(world.asked[1]?.envelope).toMatch(
    /the harness ended while you worked[\s\S]*differs from \w+ in half\.txt/,
  )
})

test('AG-13 what others put into the lane after the death of the harness is no work of the agent', async () => {
  const world = await watchedWorld([failing('network'), rest])
  await world.run()
  harnessDied(world)
  writeFileSync(join(world.lane, 'person.txt'), 'of a person\n')
  rmSync(join(world.lane, 'a.txt'))
  const done = await world.run({ id: id(2) }, repeatedAttempt)
  expect(done).toMatchObject({ type: 'AgentFinished', changedFiles: ['rest.txt'] })
  expect(done.notes?.join()).toContain('files of the lane changed after the harness died: a.txt, person.txt')
  expect(world.asked[1]).toMatchObject({ resume: null })
  expect(world.asked[1]?.envelope).toMatch(/# What was tried before[\s\S]*\+half/)
  expect(world.setAside().join()).toContain('+of a person')
})

test('AG-13 a call that was refused before its model answered starts afresh: nothing was paid', async () => {
  const world = await watchedWorld([failing('rate_limit', { steps: [] }), rest])
  await world.run()
  await world.run({ id: id(2) })
  expect(world.asked.map(({ resume }) => resume)).toEqual([null, null])
  expect(world.asked[1]?.envelope).toBe(world.asked[0]?.envelope)
})

test('AG-13 if the lane changed meanwhile, a fresh session is told what was tried, and nothing is lost', async () => {
  const said = rule([half], { times: 1, answer: { type: 'fail', kind: 'network', resetsInMs: null } })
  const world = await watchedWorld([said, rest])
  await world.run()
  writeFileSync(join(world.lane, 'half.txt'), 'half, and what a person wrote\n')
  const done = await world.run({ id: id(2) })
  expect(done).toMatchObject({ type: 'AgentFinished', changedFiles: ['rest.txt'] })
  expect(done.notes?.join()).toContain(
    'starts a fresh session and is told what was tried: the files of the lane changed',
  )
  expect(world.asked[1]).toMatchObject({ resume: null, system: world.asked[0]?.system })
  expect(world.asked[1]?.envelope).toMatch(
    /# What was tried before[\s\S]*earlier-work\.patch[\s\S]*\+half, and what/,
  )
  expect(world.setAside().join()).toContain('+half, and what a person wrote')
})

test.each([
  ['answers', { broken: 0 }, [failing('rate_limit', { steps: [] })]],
  ['begins', { broken: 2 }, []],
] as const)(
  'AG-13 lost work is told once more if the fresh session fails before it %s',
  async (_when, how, failures) => {
    const said = rule([half], { times: 1, answer: { type: 'fail', kind: 'billing', resetsInMs: null } })
    const world = await watchedWorld([said, ...failures, rest], how)
    await world.run()
    writeFileSync(join(world.lane, 'half.txt'), 'half, and what a person wrote\n')
    expect(await world.run({ id: id(2) })).toMatchObject({ type: 'AgentFailed' })
    // No session did this work.
    writeFileSync(join(world.lane, 'later.txt'), 'later\n')
    await world.run({ id: id(3) })
    const [, second, third] = world.asked
    const tried = /# What was tried before[\s\S]*the files of the lane changed since[\s\S]*\+half, and what/
    expect(second?.envelope).toMatch(tried)
    expect(third).toMatchObject({ resume: null, envelope: second?.envelope })
    // Another session has it now.
    expect(recordOf(world)).toMatchObject({ state: 'finished', command: id(3), patch: null })
  },
)

test('AG-13 a session that the provider cannot resume gives way to a fresh one with the whole envelope', async () => {
  const world = await watchedWorld([failing('overloaded'), rest], { refuses: true })
  await world.run()
  const done = await world.run({ id: id(2) })
  expect(done).toMatchObject({ type: 'AgentFinished' })
  expect(done.notes?.join()).toContain('could not resume it (No conversation found)')
  const [first, refused, fresh] = world.asked
  expect(refused?.resume).not.toBeNull()
  expect(fresh).toMatchObject({ resume: null, system: first?.system })
  expect(fresh?.envelope).toMatch(/# What was tried before[\s\S]*\+half/)
  expect(world.recorded('events.ndjson', '20260101-000000-implement-0001-2')).toContain(
    'the session cannot be resumed: No conversation found',
  )
})

test('AG-13 another failure before the session answers is none of the session, and its work is told', async () => {
  const world = await watchedWorld([failing('network'), rest], { broken: 2 })
  await world.run()
  expect(await world.run({ id: id(2) })).toMatchObject({ error: { kind: 'invalid' } })
  await world.run({ id: id(3) })
  expect(world.asked).toHaveLength(3)
  expect(world.asked[2]?.envelope).toMatch(/# What was tried before[\s\S]*no such model[\s\S]*\+half/)
})

test('AG-13 a reader goes on in its session, and what others left in the lane does not void its answer', async () => {
  const world = await watchedWorld([failing('network'), rule([], { answer: reply('No findings.') })])
  const review = { mode: 'review', role: 'reviewer' } as const
  await world.run(review)
  expect(world.inLane('status', '--porcelain')).toBe('?? half.txt')
  const done = await world.run({ ...review, id: id(2) })
  expect(done).toMatchObject({ type: 'AgentFinished', violation: null })
  expect(world.asked[1]?.resume).not.toBeNull()
  expect(world.setAside().join()).toContain('+half')
})

test('AG-13 calls of one name continue a session: the next role hears its own text and what the harness changed', async () => {
  const world = await watchedWorld([rule([half], { times: 1 }), rest])
  const session = 'writer'
  const first = await world.run({ session })
  if (first.type !== 'AgentFinished') throw new Error(JSON.stringify(first))
  // As a merge of the base does.
  writeFileSync(join(world.lane, 'base.txt'), 'from the base\n')
  world.inLane('add', 'base.txt')
  world.inLane('commit', '-qm', 'base')
  const startCommit = world.inLane('rev-parse', 'HEAD') as typeof first.commit
  world.repo.git('update-ref', `refs/heads/${world.inLane('branch', '--show-current')}`, startCommit)
  const failed = { label: 'Failed checks to fix', stability: 'pass', text: 'npm test' } as const
  const fix = { session, role: 'reviewer', startCommit, slices: [failed] }
  const fixed = await world.run({ ...fix, id: id(1, 'fix') })
  if (fixed.type !== 'AgentFinished') throw new Error(JSON.stringify(fixed))
  expect(fixed.changedFiles).toEqual(['rest.txt'])
  const told = world.asked[1]
  expect(told).toMatchObject({ resume: recordOf(world).session, system: world.asked[0]?.system })
  expect(told?.envelope).toMatch(
    /^# Role: reviewer\n[\s\S]*npm test[\s\S]*# This session continues\nYou are the reviewer\. /,
  )
  expect(told?.envelope).toMatch(/git diff \w+ \w+\.[\s\S]*\+from the base/)
  // The same failure a second time is said again, and the role is not.
  await world.run({ ...fix, startCommit: fixed.commit, id: id(2, 'fix') })
  expect(world.asked[2]?.resume).toBe(told?.resume)
  expect(world.asked[2]?.envelope).toMatch(/^# Failed checks to fix\nnpm test/)
})

test('AG-13 without a name each finished call starts afresh, and a failure of its own is not continued', async () => {
  const world = await watchedWorld([failing('max_turns'), rest])
  await world.run()
  expect(world.setAside().join()).toContain('+half')
  await world.run({ id: id(2) })
  await world.run({ id: id(3) })
  expect(world.asked.map(({ resume }) => resume)).toEqual([null, null, null])
  expect(world.asked[1]?.envelope).not.toContain('What was tried before')
})
