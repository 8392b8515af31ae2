/** A mission says done only over what a validator has seen, and names what a person dropped. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import { type MissionRepo, missionRepo, works } from './support/mission-repo.ts'
import { type Rule, runDirs, write } from './support/sample-repo.ts'

const one = [{ id: 'F-001' }] as const
const independent = [{ id: 'F-001' }, { id: 'F-002' }] as const
const look = { checkpoints: { types: [{ name: 'look', triggerOn: 'post-planner' }] } }
const features = '.harness/features.json'

type Stored = { readonly id: string; readonly [field: string]: unknown }

/** A person edits the queue while no agent works. */
function edits({ root, read }: MissionRepo, edit: (queue: readonly Stored[]) => readonly Stored[]): void {
  const plan = JSON.parse(read(features))
  write(root, { [features]: JSON.stringify({ ...plan, features: edit(plan.features) }) })
}

const rolesCalled = ({ events }: MissionRepo): readonly unknown[] =>
  events().flatMap(({ type, role }) => (type === 'AgentFinished' ? [role] : []))

const validates = (claims: readonly object[], more: Rule = {}): Rule => ({
  role: 'validator',
  do: [{ run: 'cat f-001.txt' }],
  json: { claims, issues: [], ambiguity: null },
  ...more,
})

describe('MI-22 a feature that a person drops', () => {
  it('removed: the mission is done without it and names it, in this run and in the next', async () => {
    const repo = missionRepo([], look, independent)
    const { root, options, read } = repo
    expect((await harness(root, ['mission'], options)).code).toBe(8)
    edits(repo, (queue) => queue.filter(({ id }) => id !== 'F-002'))
    const done = await harnessJson(root, ['grant', 'look'], options)
    expect(done.code, JSON.stringify(done.value)).toBe(0)
    const dropped = { feature: 'F-002', how: 'removed', claims: ['VAL-F002-001'] }
    const named = 'Dropped: F-002 (removed, without VAL-F002-001)'
    expect(done.value).toMatchObject({ outcome: 'done', dropped: [dropped] })
    expect(done.value.reason).toContain(`1 feature has passed. ${named}.`)
    expect(rolesCalled(repo).filter((role) => role === 'worker')).toHaveLength(1)
    expect(read('.harness/validation-contract.md')).toContain('VAL-F002-001')

    const status = (await harness(root, ['mission', 'status'], options)).stdout
    expect(status).toContain('1 pass, 0 fail, 0 to do, 1 dropped')
    expect(status).toContain(named)
    const contract = await harnessJson(root, ['mission', 'contract'], options)
    expect(contract).toMatchObject({ code: 0, value: { counts: { pass: 1, todo: 0, dropped: 1 } } })
    expect(contract.value.problems.join()).not.toContain('No feature claims')
    const [dir = ''] = runDirs(root, 'mission')
    expect(readFileSync(join(dir, 'report.md'), 'utf8')).toMatch(/## Dropped\n+- F-002/)

    const again = await harness(root, ['mission'], options)
    expect(again.code, again.stdout).toBe(0)
    expect(again.stdout).toContain(named)
  })
})

describe('MI-22 a fix that a person removes while the run is stopped at it', () => {
  it('MI-09 its worker is not called again, and no later run makes it again', async () => {
    const slow = { severity: 'major', title: 'It is slow', detail: 'It takes "10 s".' }
    const passed = { id: 'VAL-F001-001', status: 'PASS', evidence: '`cat f-001.txt` prints "F-001 is done"' }
    const finds: Rule = {
      role: 'validator',
      do: [{ run: 'cat f-001.txt' }],
      json: { claims: [passed], issues: [slow], ambiguity: null },
    }
    const fails: Rule = { role: 'worker', match: 'FEATURE_ID=F-FIX-001\n', fail: 'auth' }
    const repo = missionRepo([finds, fails], {}, one)
    const { root, options, events } = repo
    const calls = () =>
      events().filter(
        ({ type, command }) => type === 'CommandIssued' && command?.id.includes('/work/F-FIX-001/') === true,
      )
    expect((await harness(root, ['mission'], options)).code).not.toBe(0)
    expect(calls()).toHaveLength(1)
    edits(repo, (queue) => queue.filter(({ id }) => id !== 'F-FIX-001'))
    for (const command of ['resume', 'mission']) {
      const { code, stdout } = await harness(root, [command], options)
      expect(code, stdout).toBe(0)
      expect(stdout).toContain('Dropped: F-FIX-001 (removed, without VAL-FIX-001)')
    }
    expect(JSON.parse(repo.read(features)).features.map(({ id }: Stored) => id)).toEqual(['F-001'])
    expect(runDirs(root, 'mission')).toHaveLength(2)
  })
})

describe('MI-25 a rejected plan', () => {
  it('the next planner is told why in a new run, and plans what the reviewer missed', async () => {
    const missed = 'Nothing covers an empty file.'
    const reviewer = (verdict: string, notes: readonly string[], match?: string): Rule => ({
      role: 'plan-reviewer',
      json: { verdict, notes },
      ...(match === undefined ? {} : { match }),
    })
    const better: Rule = {
      role: 'mission-planner',
      match: missed,
      json: {
        contract: [{ id: 'VAL-F001-001', assertion: 'An empty file is refused', verify: 'cat f-001.txt' }],
        features: [
          {
            id: 'F-001',
            title: 'One',
            summary: 'One.',
            description: '',
            claims: ['VAL-F001-001'],
            depends_on: [],
          },
        ],
      },
    }
    const rules = [better, reviewer('accept', [], 'An empty file is refused'), reviewer('reject', [missed])]
    const { root, options } = missionRepo(rules, { planReviewer: { enabled: true } }, one)
    expect((await harness(root, ['mission'], options)).code).toBe(7)
    const { code, stdout } = await harness(root, ['mission'], options)
    expect(code, stdout).toBe(0)
    const envelope = (await harness(root, ['show', 'mission', 'plan/mission/1'], options)).stdout
    expect(envelope).toMatch(/Its reviewer rejected it: Nothing covers an empty file\./)
  })
})

describe('MI-23 an answer that says nothing', () => {
  it('a pass without a quote goes back to the validator with the reason, and the worker is not called', async () => {
    const vague = validates([{ id: 'VAL-F001-001', status: 'PASS', evidence: 'It works.' }], { times: 1 })
    const repo = missionRepo([vague], {}, one)
    const { root, options } = repo
    const { code, stdout } = await harness(root, ['mission'], options)
    expect(code, stdout).toBe(0)
    expect(rolesCalled(repo)).toEqual([
      'mission-planner',
      'worker',
      'validator',
      'validator',
      'documenter',
      'curator',
    ])
    const envelope = (await harness(root, ['show', 'mission', 'validate/F-001/2'], options)).stdout
    expect(envelope).toContain('VAL-F001-001: PASS without quoted evidence')
  })

  it('AG-17 a pass that quotes what no output shows goes back with the reason; told twice, it is put to a person', async () => {
    const lies = { id: 'VAL-F001-001', status: 'PASS', evidence: '`cat f-001.txt` prints "F-001 is perfect"' }
    const once = missionRepo([validates([lies], { times: 1 })], {}, one)
    const done = await harness(once.root, ['mission'], once.options)
    expect(done.code, done.stdout).toBe(0)
    expect(rolesCalled(once).filter((role) => role === 'validator')).toHaveLength(2)
    const told = (await harness(once.root, ['show', 'mission', 'validate/F-001/2'], once.options)).stdout
    expect(told).toContain('it stands in no output that it saw: cat f-001.txt / F-001 is perfect')
    const [first, second] = once.events().filter(({ role }) => role === 'validator')
    expect(first).toMatchObject({ quotes: { outputs: 1, missing: ['cat f-001.txt', 'F-001 is perfect'] } })
    expect(second).toMatchObject({ quotes: { outputs: 1, missing: ['cat f-001.txt'] } })

    const { root, options } = missionRepo([validates([lies], { do: [] })], {}, one)
    const asked = await harness(root, ['mission'], options)
    expect(asked.code).toBe(3)
    expect(asked.stdout).toContain('it ran no command and read no file')
  })

  it('a quoted FAIL goes to the worker at once, though the answer leaves another claim out', async () => {
    const claims = ['VAL-A-001', 'VAL-B-001']
    const plans = {
      role: 'mission-planner',
      json: {
        contract: claims.map((id) => ({ id, assertion: `${id} holds`, verify: 'cat f-001.txt' })),
        features: [{ id: 'F-001', title: 'One', summary: 'One.', description: '', claims, depends_on: [] }],
      },
    }
    const fails = validates([{ id: 'VAL-A-001', status: 'FAIL', evidence: 'it prints "F-001 is done"' }], {
      times: 1,
    })
    const passes = validates(claims.map((id) => ({ id, status: 'PASS', evidence: 'it prints "yes"' })))
    const fixes = works('F-001', { call: 2, do: [{ write: { path: 'f-001.txt', text: 'yes\n' } }] })
    const repo = missionRepo([plans, fails, passes, fixes], {}, one)
    const { root, options } = repo
    const { code, stdout } = await harness(root, ['mission'], options)
    expect(code, stdout).toBe(0)
    expect(rolesCalled(repo).slice(1, 5)).toEqual(['worker', 'validator', 'worker', 'validator'])
    const envelope = (await harness(root, ['show', 'mission', 'work/F-001/2'], options)).stdout
    expect(envelope).toContain('VAL-A-001 does not hold')
    expect(envelope).not.toContain('VAL-B-001 does not hold')
  })
})
