/** The sample mission, from its spec to the running application, and a second mission that builds on what it left. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { withinCaps } from '@harness/core/work/memory-caps'
import { shortestText } from '@harness/shell/store/texts/text-refs'
import { describeWithBrowser } from '@harness/shell/test-support/browser'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Ended, harnessJson as harnessProcess } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { missionEvents, type Recorded } from './support/mission-repo.ts'
import { absoluteIn } from './support/no-absolute-paths.ts'
import { commit, git, type Rule, runDirs, script, temporaryFolder, write } from './support/sample-repo.ts'

const shed = join(temporaryFolder(), 'toolshed')
const again = join(temporaryFolder(), 'again')
const dataDir = join(shed, '.harness/data')
const read = (path: string, root = shed): string => readFileSync(join(root, path), 'utf8')

/** Agents' calls, merges and the like that were under way at the same moment, at most. */
function mostAtOnce(
  events: readonly Recorded[],
  which: (command: NonNullable<Recorded['command']>) => boolean,
): number {
  const open = new Set<string>()
  let most = 0
  for (const { type, command, commandId } of events) {
    if (type === 'CommandIssued' && command !== undefined && which(command)) open.add(command.id)
    else if (commandId !== undefined) open.delete(commandId)
    most = Math.max(most, open.size)
  }
  return most
}

/** The texts in a value that a journal does not hold itself. */
function longTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length >= shortestText ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(longTexts) : []
}

const bytesIn = (folder: string): number =>
  readdirSync(folder)
    .map((name) => statSync(join(folder, name)).size)
    .reduce((sum, bytes) => sum + bytes, 0)

interface Decided {
  readonly decision: string
  readonly subject: string | null
  readonly reason: string
}

const phaseOf = (id: string): string => id.split('/').slice(1, 3).join(' ')

describe('the sample mission', () => {
  let told: Record<string, unknown> = {}
  let code: number | null = null
  let events: readonly Recorded[] = []
  beforeAll(async () => {
    // Ten features are looked at in a browser here; the second mission has one.
    const env = { HARNESS_BROWSER: join(temporaryFolder(), 'none') }
    const ended = await harnessProcess(temporaryFolder(), ['demo', 'mission', '--keep', shed], { env })
    told = ended.value
    code = ended.code
    events = missionEvents(shed)
  })

  it('QA-20 MI-05 harness demo mission ends with an application that answers', () => {
    expect(code, JSON.stringify(told)).toBe(0)
    expect(told).toMatchObject({
      ok: true,
      features: { passed: 10 },
      claims: { pass: 22, fail: 0, todo: 0 },
      smoke: { passed: true, failures: [], url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/) },
    })
    expect((told.smoke as { start: string }).start).toContain('node src/main.js')
    expect(events.some(({ type, passed }) => type === 'SmokeTested' && passed === true)).toBe(true)
  })

  it('MI-07 every claim of the contract has passed with quoted evidence', async () => {
    const { value } = await harnessJson(shed, ['mission', 'contract'])
    expect(value.claims).toHaveLength(22)
    for (const { id, status, evidence } of value.claims)
      expect([id, status, evidence]).toEqual([id, 'PASS', expect.stringMatching(/"[^"]{3,}"|`[^`]{3,}`/)])
  })

  it('MI-06 MI-08 MI-09 fails twice, asks the architect, and fixes what the second opinion saw', () => {
    const { features } = JSON.parse(read('.harness/features.json'))
    const attempts = Object.fromEntries(
      features.map(({ id, attempts: tried }: { id: string; attempts: number }) => [id, tried]),
    )
    expect(attempts).toMatchObject({ 'F-001': 1, 'F-004': 3, 'F-007': 2, 'F-FIX-001': 1 })
    expect(features.at(-1)).toMatchObject({ id: 'F-FIX-001', fixes: 'F-006', status: 'passed' })
    expect(read('.harness/validation-contract.md')).toContain(
      '**Ruling:** A tool is overdue from the day after it is due.',
    )
    const decided = events.flatMap(({ type, command }) =>
      type === 'CommandIssued' && command?.decision ? [command.decision as Decided] : [],
    )
    expect(decided.filter(({ decision }) => decision === 'CONVERTED')).toHaveLength(1)
    expect(
      decided.filter(({ decision }) => decision === 'NEXT_ARCHITECT').map(({ subject }) => subject),
    ).toEqual(['F-007'])
    for (const { reason } of decided) expect(reason).toMatch(/[.?!]$/)
  })

  it('MI-20 works in two lanes, merges one at a time, and has a conflict resolved by its worker', () => {
    expect(mostAtOnce(events, ({ id }) => /^work F-/.test(phaseOf(id)))).toBe(2)
    expect(mostAtOnce(events, ({ type }) => type === 'MergeLane')).toBe(1)
    const conflicted = events.findIndex(({ type }) => type === 'SyncConflicted')
    const [, subject = ''] = phaseOf(events[conflicted]?.commandId ?? '').split(' ')
    expect(['F-004', 'F-005']).toContain(subject)
    const next = events
      .slice(conflicted)
      .find(
        ({ type, command }) =>
          type === 'CommandIssued' && command?.type === 'RunAgent' && phaseOf(command.id).endsWith(subject),
      )
    expect(phaseOf(next?.command?.id ?? '')).toBe(`resolve ${subject}`)
    const merged = git(shed, 'log', '--first-parent', '--merges', '--format=%s', 'main').split('\n')
    expect(merged.filter((line) => /^Merge F-/.test(line))).toHaveLength(10)
    expect(readdirSync(join(shed, '.harness/worktrees'))).toEqual(['.gitignore'])
    expect(git(shed, 'branch', '--list', 'harness/F-*')).toBe('')
  })

  it('MI-12 every role shares 95 % of its envelopes with the one before, and it is printed', async () => {
    const { value } = await harnessJson(shed, ['mission', 'status'])
    const shared = value.run.roles
      .filter(({ calls }: { calls: number }) => calls > 1)
      .map(({ role, sharedPrefix }: { role: string; sharedPrefix: number }) => [role, sharedPrefix])
    expect(shared.map(([role]: [string]) => role)).toEqual(['worker', 'validator', 'crosscheck', 'curator'])
    // What a curator is told is of its call alone.
    const others = shared.filter(([role]: [string]) => role !== 'curator')
    for (const [role, ratio] of others) expect(ratio, role).toBeGreaterThan(0.95)
    const { stdout } = await harness(shed, ['mission', 'status'])
    expect(stdout).toMatch(/SHARED PREFIX/)
    expect(stdout).toMatch(/worker +\d+ .* 9[5-9]\.\d %/)
  })

  it('MI-07 the crosscheck is answered by another model', () => {
    const models = (role: string): readonly unknown[] => [
      ...new Set(
        events
          .filter((event) => event.type === 'AgentFinished' && event.role === role)
          .map(({ spending }) => (spending as { model: string }).model),
      ),
    ]
    expect([models('validator'), models('crosscheck')]).toEqual([['first-opinion'], ['second-opinion']])
  })

  it('stores each long text once, and no absolute path', () => {
    const [dir = ''] = runDirs(shed, 'mission')
    const records = read('journal.ndjson', dir).trimEnd().split('\n')
    expect(records.flatMap((record) => longTexts(JSON.parse(record)))).toEqual([])
    const told = longTexts(events)
    const once = [...new Set(told)]
      .map((text) => Buffer.byteLength(text))
      .reduce((sum, bytes) => sum + bytes, 0)
    expect(new Set(told).size).toBeLessThan(told.length / 2)
    expect(bytesIn(join(dir, 'texts'))).toBeLessThan(once * 1.2)
    expect(absoluteIn(dir, [shed, realpathSync(shed)])).toEqual([])
  })

  it('MI-14 leaves a memory within its caps, and promotes what was confirmed', () => {
    const raw = read('.harness/memory/raw.md')
    for (const role of ['worker', 'validator', 'architect', 'crosscheck', 'documenter'])
      expect(raw).toMatch(new RegExp(`^## .* ${role} \\(`, 'm'))
    const summary = read('.harness/memory/summary.md').trimEnd()
    expect(withinCaps(summary)).toBe(summary)
    expect(read('.harness/memory/MEMORY.md')).toContain('Lending took three attempts')
    expect(read('identity/worker.md', dataDir).trim().split('\n')).toHaveLength(2)
  })
})

const footer: readonly Rule[] = [
  {
    role: 'mission-planner',
    json: {
      contract: [{ id: 'VAL-FOOT-001', assertion: 'The page has a footer', verify: 'Look.' }],
      features: [
        {
          id: 'F-001',
          title: 'Footer',
          summary: 'Adds it.',
          description: '',
          claims: ['VAL-FOOT-001'],
          depends_on: [],
        },
      ],
    },
  },
  { role: 'plan-reviewer', json: { verdict: 'accept', notes: [] } },
  {
    role: 'worker',
    do: [{ replace: { path: 'src/page.js', find: '</form>', with: '</form>\n<footer>Ours</footer>' } }],
    json: { summary: 'Added it.', tricks: [], ambiguity: null },
  },
  {
    role: 'validator',
    do: [{ run: 'cat src/page.js' }],
    json: {
      claims: [{ id: 'VAL-FOOT-001', status: 'PASS', evidence: 'it says "Ours"' }],
      issues: [],
      ambiguity: null,
    },
  },
  { role: 'ui-qa', json: { claims: [], issues: [], ambiguity: null } },
  { role: 'documenter', reply: 'Nothing.' },
  { role: 'curator', json: { summary: 'A footer.', memory: 'A footer.', promote: [] } },
]

describe('a second mission on what the first one made', () => {
  let waiting: Ended | null = null
  let granted: Ended | null = null
  let events: readonly Recorded[] = []
  beforeAll(async () => {
    git(shed, 'clone', '--quiet', shed, again)
    git(again, 'config', 'user.name', 'Tester')
    git(again, 'config', 'user.email', 'tester@example.com')
    const config = JSON.parse(read('harness.config.json'))
    write(again, {
      'SPEC.md': '# A footer\nThe page says whose it is.\n',
      'script.json': script(...footer),
      'harness.config.json': JSON.stringify({
        ...config,
        agent: { provider: 'scripted', script: 'script.json' },
        mission: { ...config.mission, crosscheck: { enabled: false }, models: {} },
      }),
    })
    commit(again, 'Want a footer')
    const env = { HARNESS_DATA_DIR: dataDir }
    waiting = await harness(again, ['mission'], { env })
    granted = await harness(again, ['mission', 'grant', 'plan', '-m', 'fine'], { env })
    events = missionEvents(again)
  })

  it('MI-03 waits at its checkpoint with exit code 8, and goes on once it is granted', () => {
    expect([waiting?.code, granted?.code]).toEqual([8, 0])
    expect(JSON.parse(read('.harness/checkpoints/plan.json', again)).answer.decision).toBe('granted')
    expect(read('src/page.js', again)).toContain('<footer>')
  })

  it('MI-14 tells its worker what the first one learnt', () => {
    const asked = events.find(({ command }) => command !== undefined && phaseOf(command.id) === 'work F-001')
    const slices = asked?.command?.slices as readonly { label: string; text: string }[] | undefined
    const identity = slices?.find(({ label }) => label === 'Identity')?.text
    expect(identity).toContain('- Have a test’s server listen on port 0')
    expect(identity).toContain('- Test every request twice in a row')
  })

  describeWithBrowser('in a browser', () => {
    it('MI-07 ui-qa is shown the running product before its feature passes', () => {
      const taken = events.find(({ type }) => type === 'UiCaptured')
      const screens = (taken?.screens ?? []) as readonly { file: string; complaints: string[] }[]
      expect(screens.length).toBeGreaterThan(0)
      for (const { file, complaints } of screens) {
        expect(existsSync(join(again, file))).toBe(true)
        expect(complaints).toEqual([])
      }
      const looked = events.find(({ type, role }) => type === 'AgentFinished' && role === 'ui-qa')
      expect(looked).toBeDefined()
    })
  })
})
