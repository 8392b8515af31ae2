import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Usage } from '@harness/core/kernel/agent'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { asCommitHash, asLaneName, asRunId, asTreeHash, commandId } from '@harness/core/kernel/ids'
import type { Event as DeliveryEvent } from '@harness/core/playbooks/delivery/effects'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { describe, expect, it } from 'vitest'
import { logDetail } from '../../effects/effect.ts'
import { deliveryEffects } from '../../playbooks/delivery/delivery-effects.ts'
import { deliverySidecar } from '../../playbooks/delivery/delivery-sidecar.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import type { Chapter as ChapterOf } from '../fold/read-story.ts'
import { openSidecars } from './run-sidecars.ts'
import { readStateFile } from './state-file.ts'
import { tokensSince } from './token-records.ts'

type Chapter = ChapterOf<DeliveryState>

const runId = asRunId('20260101-000000')
const now = Date.UTC(2026, 0, 1)
const limits = { wallMs: 1, idleMs: 1, maxTurns: 1 }
const role = { tier: 'executor', limits } as const
const input: DeliveryInput = {
  runId,
  plan: {
    id: '0001',
    slug: 'search',
    title: 'Search',
    text: '',
    path: 'active/0001-search.md',
    completedPath: 'completed/0001-search.md',
    acceptanceTags: [],
  },
  baseBranch: 'main',
  checks: [],
  review: { maxPasses: 5, ratchetFromPass: 3 },
  retries: { checkFixes: 2 },
  roles: {
    implementer: role,
    reviewer: role,
    'ui-reviewer': role,
    fixer: role,
    'pr-writer': role,
    'merge-checker': role,
    'test-judge': role,
  },
  forge: { kind: 'local' },
  ui: null,
  e2e: null,
  budget: { ceilingTokens: 1_000, spentBeforeTokens: 0, planTokens: 100, hard: false },
  until: null,
}

const spending = (usage: Partial<Usage>, usd: number | null = null) => ({
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...usage },
  usd,
  durationMs: 5,
  model: 'some-model',
})
const implement = commandId(runId, 'implement', '0001', 1)

const story: readonly DeliveryEvent[] = [
  { type: 'RunStarted', at: now, runId, playbook: 'delivery', playbookVersion: 1, input },
  {
    type: 'LaneOpened',
    at: now + 1_000,
    commandId: commandId(runId, 'open', '0001', 1),
    lane: asLaneName('0001-search'),
    path: '/lanes/0001-search',
    branch: 'task/0001-search',
    baseCommit: asCommitHash('a'),
    commit: asCommitHash('a'),
    tree: asTreeHash('t'),
  },
  {
    type: 'AgentFailed',
    at: now + 2_000,
    commandId: implement,
    role: 'implementer',
    error: { kind: 'network', message: 'key top-secret-value \u001b[31mrefused\nagain' },
    spending: spending({ input: 30 }),
  },
  {
    type: 'RunInterrupted',
    at: now + 3_000,
    reason: 'signal',
    spent: [
      { commandId: commandId(runId, 'implement', '0001', 2), spending: spending({ output: 40 }, 0.01) },
    ],
  },
  { type: 'RunResumed', at: now + 4_000, until: null },
  {
    type: 'AgentFinished',
    at: now + 5_000,
    commandId: commandId(runId, 'implement', '0001', 2),
    role: 'implementer',
    text: 'done',
    contract: 'work',
    answer: { kind: 'text' },
    spending: spending({ input: 100, output: 10, cacheRead: 1_000, cacheWrite: 5 }, 0.5),
    providerSession: null,
    commit: asCommitHash('b'),
    tree: asTreeHash('u'),
    changedFiles: ['a.txt'],
    violation: null,
    notes: ['the stash 123 is new'],
  },
]

const chapters = (events: readonly AnyEvent[] = story): readonly Chapter[] => {
  let state = delivery.initialState(input)
  return events.map((event) => {
    state = delivery.evolve(state, event as DeliveryEvent)
    return { event, state }
  })
}

const knownOf = (past: readonly Chapter[]) => {
  const last = past.at(-1)
  return last === undefined ? null : { events: past.length, state: last.state }
}

const open = (stateDir: string, past: readonly Chapter[] = []) =>
  opened(stateDir, knownOf(past), async () => past, clean)

const clean = (text: string): string =>
  text.replaceAll('top-secret-value', '[redacted]').replaceAll('\u001b[31m', '')

const detailOf = logDetail(deliveryEffects)

async function opened(
  stateDir: string,
  known: ReturnType<typeof knownOf>,
  past: () => Promise<readonly Chapter[]>,
  sanitise: (text: string) => string,
) {
  const stood = known?.state ?? null
  const own = await deliverySidecar({ stateDir, planId: '0001', runId, stood, sanitise })
  return openSidecars<DeliveryState>({
    stateDir,
    subject: '0001',
    runId,
    known,
    past,
    sanitise,
    detailOf,
    own,
  })
}

/** As one process does it, from beginning to end. */
async function written(stateDir: string): Promise<readonly string[]> {
  const sidecars = await open(stateDir)
  for (const { event, state } of chapters()) await sidecars.observe(event, state)
  return contents(stateDir)
}

const tokensFile = (stateDir: string): string =>
  join(stateDir, 'task-runs/0001/20260101-000000/tokens-used.json')
const contents = (stateDir: string): readonly string[] =>
  [join(stateDir, 'logs/0001-20260101-000000.log'), tokensFile(stateDir), join(stateDir, 'state.json')].map(
    (path) => readFileSync(path, 'utf8').replaceAll(stateDir, ''),
  )

describe('the sidecars of a run', () => {
  it('DL-16 one token record a call, failed and cancelled ones included', async () => {
    const dir = await temporaryDir()
    const [, tokens] = await written(dir)
    const records = tokens!
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(records).toEqual([
      {
        phase: 'implement',
        model: 'some-model',
        inputTokens: 30,
        outputTokens: 0,
        at: '2026-01-01T00:00:02.000Z',
      },
      {
        phase: 'implement',
        model: 'some-model',
        inputTokens: 0,
        outputTokens: 40,
        costCents: 1,
        at: '2026-01-01T00:00:03.000Z',
      },
      {
        phase: 'implement',
        model: 'some-model',
        inputTokens: 1_105,
        outputTokens: 10,
        costCents: 50,
        at: '2026-01-01T00:00:05.000Z',
      },
    ])
  })

  it('DL-23 one log line an event, redacted and stripped', async () => {
    const dir = await temporaryDir()
    const [log] = await written(dir)
    const lines = log!.trimEnd().split('\n')
    expect(lines).toHaveLength(story.length)
    expect(lines[2]).toBe(
      `2026-01-01T00:00:02.000Z AgentFailed ${implement} implementer: network: key [redacted] refused again`,
    )
    expect(lines.at(-1)).toMatch(/ 1 files changed, 1115 tokens · note: the stash 123 is new$/)
  })

  it('DL-16 warnings of the budget reach state.json', async () => {
    const dir = await temporaryDir()
    await written(dir)
    const { history, active } = await readStateFile(dir)
    expect(history.map(({ event }) => event)).toEqual([
      'plan_started',
      'budget_ceiling_reached',
      'plan_over_budget',
    ])
    expect(active).toMatchObject({ planId: '0001', branch: 'task/0001-search' })
  })

  it('DL-14 are the same after a crash at any event, whatever of it they had', async () => {
    const whole = await written(await temporaryDir())
    for (let crash = 0; crash <= story.length; crash++) {
      for (const lost of [0, 1]) {
        const dir = await temporaryDir()
        const first = await open(dir)
        for (const { event, state } of chapters().slice(0, Math.max(0, crash - lost)))
          await first.observe(event, state)
        const second = await open(dir, chapters().slice(0, crash))
        for (const { event, state } of chapters().slice(crash)) await second.observe(event, state)
        expect(contents(dir)).toEqual(whole)
      }
    }
  })

  it('DL-23 a line that a crash cut short is made whole', async () => {
    const dir = await temporaryDir()
    const whole = await written(dir)
    const path = join(dir, 'logs/0001-20260101-000000.log')
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -10))
    appendFileSync(tokensFile(dir), '{"phase":"impl')
    await open(dir, chapters())
    expect(contents(dir)).toEqual(whole)
  })
})

describe('sidecars that have everything', () => {
  const reopen = (stateDir: string, past: () => Promise<readonly Chapter[]>) =>
    opened(stateDir, knownOf(chapters()), past, String)

  it('DL-14 are gone on with, and the journal is not read for them', async () => {
    const dir = await temporaryDir()
    const whole = await written(dir)
    const sidecars = await reopen(dir, () => Promise.reject(new Error('the journal was read')))
    expect(contents(dir)).toEqual(whole)
    const resumed: AnyEvent = { type: 'RunResumed', at: now + 6_000, until: null }
    await sidecars.observe(resumed, delivery.evolve(chapters().at(-1)!.state, resumed))
    expect(contents(dir)[0]).toBe(`${whole[0]}2026-01-01T00:00:06.000Z RunResumed\n`)
  })

  it.each([
    ['the log lacks its last line', 'logs/0001-20260101-000000.log', dropLastLine],
    ['a call is missing', 'task-runs/0001/20260101-000000/tokens-used.json', dropLastLine],
    ['state.json is gone', 'state.json', (path: string) => rmSync(path)],
  ])('DL-14 are not taken for such where %s', async (_, file, damage) => {
    const dir = await temporaryDir()
    const whole = await written(dir)
    damage(join(dir, file))
    await open(dir, chapters())
    expect(contents(dir)).toEqual(whole)
  })
})

function dropLastLine(path: string): void {
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, `${lines.slice(0, -2).join('\n')}\n`)
}

describe('the budget’s window', () => {
  it('DL-16 sums all runs of all plans since a moment, and overlooks what is no record', async () => {
    const dir = await temporaryDir()
    await written(dir)
    const other = join(dir, 'task-runs/0002/20251201-000000/tokens-used.json')
    mkdirSync(dirname(other), { recursive: true })
    writeFileSync(
      other,
      '{"phase":"fix","model":"m","inputTokens":7,"outputTokens":1,"at":"2026-01-01T00:00:10.000Z"}\nnot json\n{"phase":"fix"}\nnull\n{"inputTokens":"9","outputTokens":1,"at":"2026-01-01T00:00:10.000Z"}\n{"phase":"fix","model":"m","inputTokens":1000000,"outputTokens":0,"at":"2025-12-01T00:00:00.000Z"}\n{"torn\n{"inputTokens":5,"outputTokens":-9,"at":"2026-01-01T00:00:10.000Z"}',
    )
    expect(await tokensSince(dir, now)).toBe(30 + 40 + 1_115 + 8)
    expect(await tokensSince(dir, now + 4_000)).toBe(1_115 + 8)
    rmSync(join(dir, 'task-runs'), { recursive: true })
    expect(await tokensSince(dir, now)).toBe(0)
  })
})
