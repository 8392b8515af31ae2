/**
 * An autopilot whose process is killed again and again: at every transition with `npm run soak`, at a few of them in
 * `npm test`. Each time it is resumed, and gates are answered. It comes to the same end as a session without kills.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { count } from '@harness/formats/test-support/figures'
import { isSoak } from '@harness/formats/test-support/runs'
import { expect, it } from 'vitest'
import {
  autopilotRepo,
  done,
  expectStrictSession,
  finding,
  greeter,
  planText,
  spec,
  specText,
  stateOf,
  type Turn,
  textOf,
} from './support/autopilot-repo.ts'
import { type Ended, type Started, start } from './support/harness.ts'
import { harness, harnessJson } from './support/harness-here.ts'
import { recordedIn } from './support/journal.ts'
import { heldBy, killsOf, killWhen, livingIn, randomFrom, recordsOf, seed } from './support/killed.ts'
import { git, laneAt, runDirs } from './support/sample-repo.ts'

const hello = 'Say hello. Complexity'
const goodbye = 'Say goodbye. Complexity'
const learning = { outcome: 'gotcha', text: 'Greetings end with a line break.' }

/** Two checkpoints, a task that fails once, one that a person does, and a finding. */
const turns: readonly Turn[] = [
  {
    persona: 'planner',
    told: [hello],
    plan: planText('Say hello', [
      '[checkpoint:decision] Which words?\n\n- short\n- long',
      '[checkpoint:human-verify] Read them. Are they kind?',
    ]),
  },
  {
    persona: 'task-executor',
    told: [hello, 'Do task 2', '# Retry\n'],
    json: done('It is written.', { learnings: [learning] }),
  },
  {
    persona: 'task-executor',
    told: [hello, 'Do task 2'],
    do: [{ write: { path: 'src/half.txt', text: 'half\n' } }],
    json: done('Half of it.', { status: 'blocked', problem: 'The words are missing.' }),
  },
  {
    persona: 'task-executor',
    told: [goodbye, 'Do task 1'],
    do: [],
    json: done('Nothing.', { status: 'blocked', problem: 'The words are missing.' }),
  },
  {
    persona: 'task-executor',
    told: ['Fix this, each point'],
    do: [{ write: { path: 'src/fixed.txt', text: 'fixed\n' } }],
  },
  { persona: 'code-reviewer', told: ['# Earlier findings of this phase'], json: { findings: [] } },
  { persona: 'code-reviewer', told: [goodbye], json: { findings: [finding('important', 'Too short')] } },
]

const roadmap = `---\nproject: greeter\nversion: 1\nlast_synced: "2026-03-19T08:00:00.000Z"\nlast_manual_edit: "2026-03-19T08:00:00.000Z"\n---\n\n# Roadmap\n\n## Version 1\n\n### Greeter\n\n- **Status:** planned\n- **Spec:** ${spec}\n`

const repo = (): string =>
  autopilotRepo(turns, {
    [spec]: specText([greeter[0] ?? ['', 'low'], ['Say goodbye', 'high']]),
    'docs/roadmap.md': roadmap,
  })

const byHand = 'src/say-goodbye-1.txt'

/** What a person says at each gate, and does before. */
const said: Readonly<Record<string, (root: string) => string>> = {
  checkpoint: (root) => (stateOf(root).decisions.some(isPassed) ? 'yes' : 'option-1'),
  continue: () => 'yes',
  'plan-needed': () => 'draft',
  'approve-plan': () => 'yes',
  'attempts-exhausted': (root) => {
    mkdirSync(dirname(join(laneAt(root), byHand)), { recursive: true })
    writeFileSync(join(laneAt(root), byHand), 'goodbye, by hand\n')
    return 'continue'
  },
  'review-findings': () => 'fix',
  deliver: () => 'merge',
}

const isPassed = ({ what }: { readonly what: string }): boolean => what.startsWith('passed_checkpoint')

/** The command that a person gives next: the run is resumed, and asked gates are answered. */
async function nextCommand(root: string, last: Ended | null): Promise<readonly string[]> {
  if (recordsOf(root, 'autopilot') === 0) return ['autopilot', spec, '--yes']
  if (last?.code !== 8) return ['resume', 'autopilot', '--yes']
  const { gate } = (await harnessJson(root, ['show', 'autopilot'])).value
  const choose = said[gate.name]
  if (choose === undefined) throw new Error(`no answer for ${JSON.stringify(gate)}`)
  return ['answer', 'autopilot', choose(root)]
}

/** `dueIn`: so many records later the next kill comes. Null kills no more. */
async function toTheEnd(root: string, dueIn: (kills: number) => number | null): Promise<number> {
  let last: Ended | null = null
  for (let kills = 0; ; ) {
    const args = await nextCommand(root, last)
    const wait = dueIn(kills)
    const due = recordsOf(root, 'autopilot') + (wait ?? 0)
    last = wait === null ? await harness(root, args) : await killed(start(root, args), root, due)
    if (last.code === 0) {
      count('kills survived', heldBy(root, 'autopilot'), kills)
      return kills
    }
    if (last.code === null) kills++
    else expect(last.code, `harness ${args.join(' ')}\n${last.stdout}\n${last.stderr}`).toBe(8)
  }
}

async function killed(run: Started, root: string, due: number): Promise<Ended> {
  await killWhen(run, () => recordsOf(root, 'autopilot') >= due)
  return run.ended
}

/** All that a session leaves, without times and hashes. */
function leftBy(root: string) {
  const { decisions, history, finalReview, phases, currentState } = stateOf(root)
  const plans = readdirSync(join(root, 'docs/plans')).sort()
  return {
    tree: git(root, 'rev-parse', 'main^{tree}'),
    subjects: git(root, 'log', '--reverse', '--topo-order', '--format=%s', 'main').split('\n'),
    byHand: git(root, 'show', `main:${byHand}`),
    currentState,
    phases,
    finalReview,
    decisions: decisions.map(({ state, what }: { state: string; what: string }) => [state, what]),
    history: history.map(({ startedAt: _from, completedAt: _to, ...one }: Record<string, unknown>) => one),
    plans: plans.map((name) => [name, textOf(root, `docs/plans/${name}`)]),
    learnings: textOf(root, '.harness/learnings.md'),
    failures: textOf(root, '.harness/failures.md'),
    roadmap: textOf(root, 'docs/roadmap.md').replace(/^last_synced: .*$/m, ''),
  }
}

interface Recorded {
  readonly commandId?: string
  readonly command?: { readonly id: string }
}

async function isSound(root: string): Promise<void> {
  expect(runDirs(root, 'autopilot'), 'a killed run is resumed, never started again').toHaveLength(1)
  const events = runDirs(root, 'autopilot').flatMap(recordedIn) as readonly Recorded[]
  const issued = events.flatMap(({ command }) => command?.id ?? [])
  const outcomes = events.flatMap(({ commandId }) => commandId ?? [])
  expect(new Set(issued).size, 'a command is issued once').toBe(issued.length)
  expect(outcomes.toSorted(), 'every command has one outcome').toEqual(issued.toSorted())
  expect(livingIn(root), 'no process outlives the run').toEqual([])
  await expectStrictSession(root)
  expect(await harnessJson(root, ['replay', 'autopilot'])).toMatchObject({
    code: 0,
    value: { same: true, difference: null, diverged: null },
  })
}

const noKills = () => null
/** A process that resumes says so first: one record more is one transition. */
const everyTransition = () => 2

const most = killsOf(4)
const few = (): ((kills: number) => number | null) => {
  const random = randomFrom(seed)
  return (kills) => (kills < most ? 1 + Math.floor(random() * (isSoak ? 6 : 40)) : null)
}

it(`QA-01, AP-03, AP-08, AP-09 killed up to ${most} times, an autopilot comes to the same end (seed ${seed})`, {
  timeout: 600_000 + most * 20_000,
}, async () => {
  const [calm, root] = [repo(), repo()]
  const [none, some] = await Promise.all([toTheEnd(calm, noKills), toTheEnd(root, few())])
  expect([none, some > 1]).toEqual([0, true])
  const expected = leftBy(calm)
  expect(expected).toMatchObject({ currentState: 'DONE', byHand: 'goodbye, by hand' })
  expect(expected.failures.match(/^- /gm)).toHaveLength(1)
  expect(leftBy(root)).toEqual(expected)
  await isSound(root)
  if (!isSoak) return

  const step = repo()
  const kills = await toTheEnd(step, everyTransition)
  expect(leftBy(step)).toEqual(expected)
  await isSound(step)
  // A quick process is some records further when it dies: how many kills fit in says how busy the machine is.
  expect(kills).toBeGreaterThan(most / 10)
})
