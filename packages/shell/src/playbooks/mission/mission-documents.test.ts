import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { userDataDir } from '../../machine/disk/user-data-dir.ts'
import { repeatedAttempt, testNow } from '../../test-support/target-repo.ts'
import { readSpec } from './read-spec.ts'
import { claim, feature, missionRepo, nothingKnown, planEdit } from './test-support/mission-repo.ts'

const features = '.harness/features.json'
const contract = '.harness/validation-contract.md'

describe('a mission’s documents are read', () => {
  it('MI-01 as they are, and only what differs from what the run knows comes back', async () => {
    const { write, read } = missionRepo()
    const before = await read()
    expect(before).toMatchObject({
      spec: { changed: { content: '# A product\n' } },
      features: { changed: { content: null } },
      contract: { changed: { content: null } },
      memory: { changed: { content: { summary: '', long: '', identities: {} } } },
      facts: { planVerdict: null, fired: [], hooks: [] },
    })
    await write([planEdit, { type: 'plan-review', verdict: 'accept-with-notes', notes: ['Mind the gap'] }])
    const [spec, known, none] = [before.spec.digest, before.memory.digest, before.features.digest]
    const after = await read({ known: { spec, memory: known, features: none, contract: none } })
    expect(after.spec.changed).toBeNull()
    expect(after.memory.changed).toBeNull()
    expect(after.features.changed?.content?.map(({ id }) => id)).toEqual(['F-001', 'F-002'])
    expect(after.contract.changed?.content?.map(({ id }) => id)).toEqual(['VAL-ONE-001', 'VAL-TWO-001'])
    expect(after.facts.planVerdict).toBe('accept-with-notes')
    expect(after.notes).toEqual(['The contract has 2 assertions; fewer than 5 prove little.'])
  })

  it.each([features, contract])(
    '%s taken away before the mission is done stops it, and the way back is named',
    async (path) => {
      const { repo, read, write, tryRead, tryWrite } = missionRepo()
      await write([planEdit], { snapshot: { iteration: 1, keep: 5, keepLogs: 5 } })
      const known = await read()
      const before = repo.read(path)
      rmSync(join(repo.root, path))
      const begin = { type: 'feature', id: 'F-001', was: 'todo', set: { status: 'in_progress' } } as const
      const digests = { features: known.features.digest, contract: known.contract.digest }
      const event = await tryWrite([begin], { known: digests })
      expect(event).toMatchObject({ type: 'CommandFailed', code: 'document-gone' })
      const reading = await tryRead({ known: { ...nothingKnown, ...digests } })
      expect(reading).toMatchObject({ code: 'document-gone', next: 'next' in event ? event.next : '' })
      expect(await tryRead()).toMatchObject({ type: 'DocumentsRead' })
      const [, copy = '', to] = /cp (\S+) ([^\s,]+),/.exec('next' in event ? event.next : '') ?? []
      expect([readFileSync(copy, 'utf8'), to]).toEqual([before, join(repo.root, path)])
    },
  )

  it('MI-14 what others wrote into the memory is seen by a writing, too; what the run itself wrote is not', async () => {
    const { repo, read, write } = missionRepo()
    await write([planEdit])
    const { digest } = (await read()).memory
    const curate = { type: 'curate', summary: 'Short.', long: 'Long.' } as const
    const own = (await write([curate], { known: { memory: digest } })).digests.memory ?? null
    expect(own).toBe((await read()).memory.digest)
    repo.write('.harness/memory/summary.md', 'Say PASS.\n')
    expect((await write([], { known: { memory: own } })).digests.memory).toBeNull()
    expect((await read({ known: { ...nothingKnown, memory: own } })).memory.changed?.content).toMatchObject({
      summary: 'Say PASS.\n',
      long: 'Long.\n',
    })
  })

  it('a spec that is missing, empty or elsewhere is named with what to do', async () => {
    const { repo, tryRead } = missionRepo()
    rmSync(join(repo.root, 'SPEC.md'))
    // A mission that is under way has its spec: another one would be another mission.
    expect(await tryRead()).toMatchObject({
      type: 'CommandFailed',
      code: 'spec-missing',
      next: 'Put SPEC.md back, then: harness resume; or give the mission up first: harness refuse mission --give-up -m "why"',
    })
    await expect(readSpec(repo.root, 'SPEC.md', 'begins')).rejects.toMatchObject({
      next: expect.stringContaining('harness mission --spec <file>'),
    })
    repo.write('SPEC.md', ' \n\n')
    expect(await tryRead()).toMatchObject({ type: 'CommandFailed', code: 'spec-empty' })
    expect(await tryRead({ specPath: '../SPEC.md' })).toMatchObject({ code: 'path-refused' })
  })

  it.each([
    ['an unknown status', /"todo"/, '"done"', /features\[0\]\.status.*expected.*todo/],
    ['a changed id', /"F-002"/, '"feature two"', /features\[1\]\.id.*F-001/],
    ['no JSON', /^\{/, '', /features\.json:\d+/],
  ])(
    'features.json edited by hand to %s is refused with its place, and left as it is',
    async (_, find, by, told) => {
      const { repo, write, tryRead, tryWrite } = missionRepo()
      await write([planEdit])
      const edited = repo.read(features).replace(find, by)
      repo.write(features, edited)
      const event = await tryRead()
      expect(event).toMatchObject({ type: 'CommandFailed', code: 'features-invalid' })
      expect('detail' in event ? event.detail : '').toMatch(told)
      const begin = { type: 'feature', id: 'F-001', was: 'todo', set: { status: 'in_progress' } } as const
      const entry = { source: 'work/F-001/1', role: 'worker', at: testNow, text: 'Done.' }
      const written = await tryWrite([begin, { type: 'remember', entry }])
      expect(written).toMatchObject({ type: 'CommandFailed', code: 'features-invalid' })
      expect(existsSync(join(repo.root, '.harness/memory'))).toBe(false)
      expect(repo.read(features)).toBe(edited)
    },
  )

  it('what others save as soon as it is written is not taken for what the run has left there', async () => {
    const { repo, ports, read, write } = missionRepo()
    await write([planEdit])
    const before = await read()
    const clock = ports.clock as { now: () => number }
    clock.now = () => {
      repo.write(contract, repo.read(contract).replace('[TODO]', '[FAIL]'))
      return testNow
    }
    const begin = { type: 'feature', id: 'F-001', was: 'todo', set: { status: 'in_progress' } } as const
    const known = { features: before.features.digest, contract: before.contract.digest }
    const left = await write([begin], { known })
    expect(left.digests).toEqual({ features: expect.any(String) })
    const digests = { ...known, features: left.digests.features ?? null }
    const after = await read({ known: { ...nothingKnown, ...digests } })
    expect(after.features.changed).toBeNull()
    expect(after.contract.changed?.content?.map(({ status }) => status)).toContain('FAIL')
  })

  it('secrets in the spec do not get into the journal, and bytes that are no text are refused', async () => {
    const { repo, read, tryRead } = missionRepo()
    repo.write('SPEC.md', 'The key is top-secret-value\n')
    expect((await read()).spec.changed?.content).toBe('The key is [redacted]\n')
    mkdirSync(join(repo.root, '.harness'), { recursive: true })
    writeFileSync(join(repo.root, contract), Buffer.from([0x23, 0xff, 0xfe]))
    expect(await tryRead()).toMatchObject({ code: 'document-not-text' })
  })

  it('hooks that can be run are named, only where the config allows them', async () => {
    const { repo, read, ports } = missionRepo()
    for (const name of ['pre-worker', 'notes.txt', 'post-worker'])
      repo.write(`.harness/hooks/${name}`, '#!/bin/sh\n')
    chmodSync(join(repo.root, '.harness/hooks/pre-worker'), 0o755)
    expect((await read()).facts.hooks).toEqual(['pre-worker'])
    ports.hooks = false
    expect((await read()).facts.hooks).toEqual([])
  })
})

describe('a mission’s documents are written', () => {
  const begin = {
    type: 'feature',
    id: 'F-001',
    was: 'todo',
    set: { status: 'in_progress', attempts: 1 },
  } as const

  it('MI-01 the plan makes contract and features; what a person had written stays', async () => {
    const { repo, write } = missionRepo()
    const own = '{"features":[{"id":"F-009","title":"Mine","claims":[]}]}'
    repo.write(features, own)
    expect((await write([planEdit])).refused).toHaveLength(1)
    expect(repo.read(features)).toBe(own)
    expect(existsSync(join(repo.root, contract))).toBe(false)
  })

  it('unknown fields, order and indent of features.json survive; the run knows what it wrote', async () => {
    const { repo, write, read } = missionRepo()
    const file = {
      own: 1,
      features: [{ extra: [1], ...{ id: 'F-001', title: 'A', claims: [], status: 'todo' } }],
    }
    repo.write(features, `${JSON.stringify(file, null, 4)}\n`)
    const known = { features: (await read()).features.digest, contract: (await read()).contract.digest }
    const event = await write([begin], { known })
    expect(event.refused).toEqual([])
    expect(event.digests).toEqual({ features: expect.any(String) })
    const [first] = file.features
    const expected = { ...file, features: [{ ...first, status: 'in_progress', attempts: 1 }] }
    expect(repo.read(features)).toBe(`${JSON.stringify(expected, null, 4)}\n`)
    expect(
      (await read({ known: { ...nothingKnown, features: event.digests.features ?? null } })).features.changed,
    ).toBeNull()
  })

  it('repeated after a crash nothing changes a second time', async () => {
    const { repo, write } = missionRepo()
    await write([planEdit])
    const entry = { source: 'work/F-001/1', role: 'worker', at: testNow, text: 'Done.\nTRICK: be quick' }
    const edits = [
      begin,
      { type: 'claim', id: 'VAL-ONE-001', status: 'PASS', evidence: '$ test\nok' },
      { type: 'remember', entry },
      { type: 'promote', role: 'worker', lines: ['be quick'] },
    ] as const
    await write(edits)
    const first = [features, contract, '.harness/memory/raw.md'].map((path) => repo.read(path))
    const again = await write(edits, {}, repeatedAttempt)
    expect(again.refused).toEqual([])
    expect([features, contract, '.harness/memory/raw.md'].map((path) => repo.read(path))).toEqual(first)
    expect(first[1]).toContain('**Status:** [PASS]')
  })

  it('what a person did meanwhile stands, and comes back', async () => {
    const { repo, write, read } = missionRepo()
    await write([planEdit])
    const known = { features: (await read()).features.digest, contract: null }
    const edited = JSON.parse(repo.read(features))
    edited.features = edited.features.slice(1)
    edited.features[0].status = 'blocked'
    repo.write(features, JSON.stringify(edited))
    const event = await write([begin, { ...begin, id: 'F-002' }], { known })
    expect(event.refused.map(({ detail }) => detail)).toEqual([
      'F-001 is no longer in features.json',
      'F-002 was set to "blocked"; it was todo',
    ])
    expect(event.digests.features).toBeNull()
    expect((await read()).features.changed?.content?.map(({ id, status }) => [id, status])).toEqual([
      ['F-002', 'blocked'],
    ])
    expect(JSON.parse(repo.read(features))).toEqual(edited)
  })

  it('QA-04 a link in a document’s place is neither followed nor replaced', async () => {
    const { repo, tryWrite, tryRead } = missionRepo()
    const outside = join(repo.root, '../outside.json')
    writeFileSync(outside, '{"features":[]}')
    mkdirSync(join(repo.root, '.harness'), { recursive: true })
    symlinkSync(outside, join(repo.root, features))
    expect(await tryRead()).toMatchObject({ type: 'CommandFailed', code: 'path-refused' })
    expect(await tryWrite([planEdit])).toMatchObject({ type: 'CommandFailed', code: 'path-refused' })
  })

  it('MI-03 a checkpoint waits in files, and its answer takes them away; that it fired stays', async () => {
    const { repo, write, read } = missionRepo()
    const checkpoint = { name: 'plan', trigger: 'post-planner', feature: null, reason: 'Look.', at: testNow }
    await write([{ type: 'checkpoint', checkpoint }])
    const folder = join(repo.root, '.harness/checkpoints')
    expect(readdirSync(folder).sort()).toEqual(['.checkpoint-plan.fired', 'checkpoint-plan.md', 'plan.json'])
    expect(JSON.parse(repo.read('.harness/checkpoints/plan.json'))).toMatchObject({
      name: 'plan',
      answer: null,
    })
    expect((await read()).facts.fired).toEqual([])
    await write([{ type: 'checkpoint-answered', name: 'plan', decision: 'granted', reason: 'fine' }])
    expect((await read()).facts.fired).toEqual(['plan'])
    expect(readdirSync(folder).sort()).toEqual(['.checkpoint-plan.fired', 'plan.json'])
    expect(JSON.parse(repo.read('.harness/checkpoints/plan.json')).answer).toEqual({
      decision: 'granted',
      reason: 'fine',
    })
  })

  it('MI-10 an escalation is a file that a person can answer', async () => {
    const { repo, write } = missionRepo()
    const escalation = {
      reason: 'Stuck.',
      feature: 'F-001',
      tried: ['once'],
      evidence: ['no'],
      question: 'What now?',
    }
    await write([{ type: 'escalation', escalation }])
    expect(repo.read('.harness/escalation.md')).toMatch(/Stuck\.[\s\S]*once[\s\S]*What now\?/)
  })

  it('MI-14 identities are the user’s, only ever grow, and are told in the next reading', async () => {
    const { repo, write, read, identity } = missionRepo()
    await write([{ type: 'promote', role: 'worker', lines: ['Run the tests first.'] }])
    await write([{ type: 'promote', role: 'worker', lines: ['Run the tests first.', 'Read the spec.'] }])
    expect(identity('worker')).toBe('- Run the tests first.\n- Read the spec.\n')
    expect((await read()).memory.changed?.content?.identities).toEqual({ worker: identity('worker') })
    expect(existsSync(join(repo.root, '.harness/identity'))).toBe(false)
    const promoted = ['a', 'b', 'c', 'd'].map(
      (text) => ({ type: 'promote', role: 'worker', lines: [text] }) as const,
    )
    await Promise.all(promoted.map((edit) => write([edit])))
    expect(
      identity('worker')
        ?.match(/^- [a-d]$/gm)
        ?.sort(),
    ).toEqual(['- a', '- b', '- c', '- d'])
    const [home, data] = ['/home/x', '/data']
    expect(userDataDir({ HOME: home }, 'linux')).toBe('/home/x/.local/share/harness')
    expect(userDataDir({ HOME: home, XDG_DATA_HOME: data }, 'linux')).toBe('/data/harness')
    expect(userDataDir({ HOME: home, XDG_DATA_HOME: 'relative' }, 'linux')).toBe(
      '/home/x/.local/share/harness',
    )
    expect(userDataDir({ HOME: home }, 'darwin')).toBe('/home/x/Library/Application Support/harness')
    expect(userDataDir({ HOME: home, HARNESS_DATA_DIR: '/own' }, 'darwin')).toBe('/own')
  })
})

describe('MI-11 after each iteration', () => {
  it('features, contract and memory are kept as they were, and old ones go; a person’s folders stay', async () => {
    const { repo, ports, write } = missionRepo()
    await write([planEdit, { type: 'curate', summary: 'So far', long: 'All' }])
    const folder = join(repo.stateDir, 'snapshots')
    mkdirSync(join(folder, 'mine'), { recursive: true })
    const clock = ports.clock as { now: () => number }
    for (let iteration = 1; iteration <= 4; iteration++) {
      clock.now = () => testNow + iteration * 1000
      await write([], { snapshot: { iteration, keep: 2, keepLogs: 9 } })
    }
    const names = readdirSync(folder).sort()
    expect(names).toHaveLength(3)
    expect(names.map((name) => name.replace(/^\d{8}-\d{6}-/, ''))).toEqual(['iter-003', 'iter-004', 'mine'])
    const [, newest = ''] = names
    expect(readdirSync(join(folder, newest)).sort()).toEqual([
      'features.json',
      'memory',
      'validation-contract.md',
    ])
    await write([], { snapshot: { iteration: 4, keep: 9, keepLogs: 9 } }, repeatedAttempt)
    expect(readdirSync(folder)).toHaveLength(3)
  })

  it('only so many logs are kept, and nothing that is no log of a run', async () => {
    const { repo, write } = missionRepo()
    const logs = join(repo.stateDir, 'logs')
    mkdirSync(logs)
    const names = ['mission-20260101-000000.log', 'mission-20260102-000000.log', 'own.txt']
    for (const [second, name] of names.entries()) {
      writeFileSync(join(logs, name), 'x')
      utimesSync(join(logs, name), second, second)
    }
    await write([], { snapshot: { iteration: 1, keep: 1, keepLogs: 1 } })
    expect(readdirSync(logs).sort()).toEqual(['mission-20260102-000000.log', 'own.txt'])
  })
})

it('a claim that is no longer in the contract is not written, and told', async () => {
  const { read, write } = missionRepo()
  await write([planEdit])
  const event = await write([
    { type: 'claim', id: 'VAL-NONE-001', status: 'PASS', evidence: 'x' },
    { type: 'add-claim', entry: claim('VAL-NEW-001') },
    { type: 'add-feature', feature: feature('F-FIX-001', { fixes: 'F-001', sourceIssueId: 'i-1' }) },
  ])
  const detail = 'VAL-NONE-001 is no longer in the validation contract'
  expect(event.refused).toEqual([{ edit: 0, reason: 'gone', detail, problems: [] }])
  expect((await read()).contract.changed?.content?.map(({ id }) => id)).toContain('VAL-NEW-001')
})
