import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AgentFinished } from '@harness/core/effects/run-agent'
import { expect, test } from 'vitest'
import { type AgentWorld, agentWorld, reply, rule, shell, write } from '../../../test-support/agent-world.ts'
import { idOf, repeatedAttempt } from '../../../test-support/target-repo.ts'

const files = { 'a.txt': 'a\n', '.gitignore': '.harness\n', 'docs/spec.md': 'of the repository\n' }
const plan = '.harness/generator/plan.md'
const spec = 'docs/spec.md'
const notes = 'notes/qa.md'
const artifacts = [plan, spec, notes, '.harness/absent.md']

const finished = (event: { readonly type: string }): AgentFinished => {
  expect(event).toMatchObject({ type: 'AgentFinished' })
  return event as AgentFinished
}
const put = (world: AgentWorld, path: string, text: string): void => {
  mkdirSync(dirname(join(world.lane, path)), { recursive: true })
  writeFileSync(join(world.lane, path), text)
}
const inLane = (world: AgentWorld, path: string): boolean => existsSync(join(world.lane, path))

test('WF-01 artifacts are told and kept, in no commit and not in the lane; anything else is put back', async () => {
  const world = await agentWorld(
    [
      rule([
        shell('test ! -e docs/spec.md && test ! -e .harness/absent.md'),
        write(plan, 'Use top-secret-value.\n'),
        write(spec, '# Spec\n'),
        shell(
          `mkdir notes && echo é > ${notes} && git add -f . && git -c user.name=x -c user.email=x commit -qm x`,
        ),
        write('a.txt', 'changed\n'),
      ]),
    ],
    files,
  )
  put(world, '.harness/absent.md', 'of an earlier call\n')
  const event = finished(await world.run({ mayWrite: [], artifacts }))
  expect(event.artifacts).toEqual({ [plan]: 'Use [redacted].\n', [spec]: '# Spec\n', [notes]: 'é\n' })
  expect(event).toMatchObject({ commit: world.start, changedFiles: [], violation: { files: ['a.txt'] } })
  expect(JSON.parse(world.recorded('artifacts.json'))).toEqual({
    ...event.artifacts,
    '.harness/absent.md': null,
  })
  for (const gone of ['.harness', 'notes']) expect(inLane(world, gone)).toBe(false)
  expect(readFileSync(join(world.lane, spec), 'utf8')).toBe(files[spec])
  expect(world.inLane('status', '--porcelain', '--ignored')).toBe('')
  // The recorded outcome stands for a repeated command.
  expect(await world.run({ mayWrite: [], artifacts }, repeatedAttempt)).toEqual(event)
})

test('WF-01 a change is committed without the artifacts beside it', async () => {
  const world = await agentWorld(
    [rule([write('b.txt', 'b\n'), write(spec, 'new\n'), write(notes, 'n\n')])],
    files,
  )
  const event = finished(await world.run({ artifacts }))
  expect(event).toMatchObject({ changedFiles: ['b.txt'], violation: null, artifacts: { [spec]: 'new\n' } })
  expect(world.inLane('show', '--format=', '--name-only', event.commit)).toBe('b.txt')
})

test('WF-01 an artifact that is a link, no text or too long is missing, with the reason', async () => {
  const [link, big, bytes, behind] = ['link.md', 'big.md', 'bytes.md', 'elsewhere/behind.md'] as const
  const outside = 'outside-of-the-lane.md'
  const world = await agentWorld(
    [
      rule([
        shell(`echo out > ../${outside} && ln -s ../${outside} ${link} && ln -s .. elsewhere`),
        shell(
          `echo out > ../behind.md && head -c 300000 /dev/zero | tr '\\0' x > ${big} && printf '\\377' > ${bytes}`,
        ),
      ]),
    ],
    files,
  )
  const event = finished(await world.run({ mayWrite: [], artifacts: [link, big, bytes, behind] }))
  expect(event.artifacts).toBeUndefined()
  const told = event.notes?.join('\n')
  expect(told).toMatch(/link\.md is no plain file.*moved to/)
  expect(told).toContain('big.md has 300000 bytes and may have 262144')
  expect(told).toContain('bytes.md is no text in UTF-8')
  expect(told).toContain('elsewhere/behind.md leads through a link')
  expect(event.violation?.files).toEqual(['elsewhere'])
  expect(world.inLane('status', '--porcelain')).toBe('')
  expect(readFileSync(join(world.lane, '..', outside), 'utf8')).toBe('out\n')
})

test('WF-01 what an interrupted call wrote is an artifact of the call that continues, also after a crash', async () => {
  const interrupted = rule([write(plan, 'one\n'), write(notes, 'two\n')], {
    times: 1,
    answer: { type: 'fail', kind: 'network', resetsInMs: null },
  })
  const world = await agentWorld([interrupted, rule([], { answer: reply('Done.') })], files)
  const wanted = { mayWrite: [], artifacts: [plan, notes] }
  await world.run(wanted)
  // As if the harness had died after it took one of them out of the lane.
  const calls = join(world.ports.runDir, 'calls')
  const kept = join(calls, '20260101-000000-implement-0001-1', 'artifacts.json')
  writeFileSync(kept, JSON.stringify({ [plan]: 'one\n', [notes]: 'two\n' }))
  rmSync(join(world.lane, '.harness'), { recursive: true })
  const sessions = join(world.ports.runDir, 'sessions')
  const session = join(sessions, readdirSync(sessions)[0] ?? '')
  const record = JSON.parse(readFileSync(session, 'utf8'))
  writeFileSync(session, JSON.stringify({ ...record, state: 'working', left: null, why: null }))
  utimesSync(session, Date.now() / 1000, Date.now() / 1000)
  const id = idOf('20260101-000000/implement/0001/2')
  const event = finished(await world.run({ ...wanted, id }, repeatedAttempt))
  expect(event.notes?.join()).toContain('continues its session')
  expect(event).toMatchObject({ artifacts: { [plan]: 'one\n', [notes]: 'two\n' }, violation: null })
  // The next call has none of them.
  const next = idOf('20260101-000000/implement/0001/3')
  put(world, plan, 'of before\n')
  expect(finished(await world.run({ ...wanted, id: next })).artifacts).toBeUndefined()
})
