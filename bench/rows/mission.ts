/** How long one decision takes among many features, and a whole mission against the runs of its check. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asRunId } from '@harness/core/ids'
import { invariant } from '@harness/core/invariant'
import type { ContractEntry, Feature } from '@harness/core/mission-document'
import { nextDecision } from '@harness/core/playbooks/mission/decisions'
import { type MissionInput, missionDuties, missionRoles } from '@harness/core/playbooks/mission/input'
import { initialState, type MissionState } from '@harness/core/playbooks/mission/state'
import { interleaved, timed } from '../interleaved.ts'
import { callWith } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { sampleRepo } from '../sample-repo.ts'

const many = 1_000
const lanes = 4
const checkSeconds = 1

export async function missionRows({ folder, program, features = 200 }: Ground): Promise<readonly Row[]> {
  return [await deciding(), await carriedOut(folder, program, features)]
}

async function deciding(): Promise<Row> {
  const state = halfway()
  const ms = await interleaved(
    { decide: () => timed(() => invariant(nextDecision(state)?.name === 'NEXT_WORKER', 'one is ready')) },
    { fewest: 51, most: 501, forMs: 3_000 },
  )
  return {
    row: `decision among ${many} features`,
    measured: ms.decide,
    unit: 'ms',
    floor: null,
    goal: { type: 'absolute', atMost: 2 },
    remark: 'half of them passed, each depends on the two before it',
  }
}

const idOf = (nth: number): string => `F-${String(nth + 1).padStart(4, '0')}`
const claimOf = (nth: number): string => `VAL-B-${String(nth + 1).padStart(4, '0')}`

function halfway(): MissionState {
  const nths = Array.from({ length: many }, (_, nth) => nth)
  const isPassed = (nth: number): boolean => nth < many / 2
  const features = nths.map(
    (nth): Feature => ({
      id: idOf(nth),
      title: `Feature ${nth}`,
      summary: 'It works.',
      description: '',
      claims: [claimOf(nth)],
      dependsOn: [nth - 1, nth - 2].filter((one) => one >= 0).map(idOf),
      status: isPassed(nth) ? 'passed' : 'todo',
      attempts: isPassed(nth) ? 1 : 0,
      issues: [],
      notes: '',
      fixes: null,
      sourceIssueId: null,
    }),
  )
  const contract = nths.map(
    (nth): ContractEntry => ({
      id: claimOf(nth),
      assertion: 'It works',
      verify: 'Look.',
      evidence: isPassed(nth) ? 'it says "done"' : '',
      status: isPassed(nth) ? 'PASS' : 'TODO',
      rulings: [],
    }),
  )
  const memory = { summary: '', long: '', identities: {} }
  return {
    ...initialState(input),
    main: { type: 'idle' },
    documents: { spec: '', features, contract, memory },
    proven: Object.fromEntries(nths.filter(isPassed).map((nth) => [claimOf(nth), 'It works'])),
  }
}

const limits = { wallMs: 60_000, idleMs: 60_000, maxTurns: 10 }
const input: MissionInput = {
  runId: asRunId('20260101-000000'),
  specPath: 'SPEC.md',
  baseBranch: 'main',
  checks: [],
  roles: Object.fromEntries(
    missionRoles.map((role) => [role, { tier: missionDuties[role].tier, limits }]),
  ) as unknown as MissionInput['roles'],
  promptOverrides: {},
  orchestrator: 'rules',
  maxIterations: 10_000,
  attempts: { architectAt: 3, escalateAt: 5 },
  caps: { usd: null, tokens: null, warnAt: 0.8 },
  isolation: { onPass: 'merge', useWorktrees: true, lanes },
  planReviewer: false,
  crosscheck: false,
  uiQa: null,
  smoke: null,
  checkpoints: [],
  hooks: false,
  notify: false,
  retention: { snapshots: 5, logs: 5 },
}

/** One feature at a time goes the way to the merge, so that its checks are what a mission takes at least. */
async function carriedOut(folder: string, program: string, count: number): Promise<Row> {
  const root = product(join(folder, 'mission'), count)
  const env = { HARNESS_DATA_DIR: join(folder, 'data') }
  const ms = await timed(() => callWith(env, root, process.execPath, program, 'mission', '--json', '--yes'))
  const checks = checkRuns(root)
  return {
    row: `mission of ${count} features, ${lanes} lanes`,
    measured: ms,
    unit: 'ms',
    floor: { what: `${checks} runs of its check`, value: checks * checkSeconds * 1_000 },
    // The goal of 1.2 is against checks and git calls together; the latter are not timed yet.
    goal: null,
    remark: `scripted agents that take no time, a check of ${checkSeconds} s; git calls are not in the floor; --features says how many`,
  }
}

function product(root: string, count: number): string {
  const nths = Array.from({ length: count }, (_, nth) => nth)
  const about = (nth: number): string => `FEATURE_ID=${idOf(nth)}\n`
  const rules = [
    {
      role: 'mission-planner',
      json: {
        contract: nths.map((nth) => ({ id: claimOf(nth), assertion: 'It works', verify: 'Look.' })),
        features: nths.map((nth) => ({
          id: idOf(nth),
          title: `Feature ${nth}`,
          summary: 'It works.',
          description: '',
          claims: [claimOf(nth)],
          depends_on: nth < lanes ? [] : [idOf(nth - lanes)],
        })),
      },
    },
    ...nths.flatMap((nth) => [
      {
        role: 'worker',
        match: about(nth),
        do: [{ write: { path: `src/${idOf(nth)}.txt`, text: 'done\n' } }],
        json: { summary: 'Done.', tricks: [], ambiguity: null },
      },
      {
        role: 'validator',
        match: about(nth),
        json: {
          claims: [{ id: claimOf(nth), status: 'PASS', evidence: 'it says "done"' }],
          issues: [],
          ambiguity: null,
        },
      },
    ]),
    { role: 'documenter', reply: 'Nothing.' },
    { role: 'curator', json: { summary: '', memory: '', promote: [] } },
  ]
  return sampleRepo(root, [
    ['SPEC.md', '# Files\nMany of them.\n'],
    [
      'harness.config.json',
      JSON.stringify({
        checks: [{ name: 'test', run: `sleep ${checkSeconds}` }],
        agent: { provider: 'scripted', script: 'script.json' },
        mission: {
          maxIterations: 10_000,
          planReviewer: { enabled: false },
          branchIsolation: { lanes },
          parallelWorkers: { max: lanes },
          snapshotRetention: 5,
        },
      }),
    ],
    ['script.json', JSON.stringify({ rules })],
  ])
}

function checkRuns(root: string): number {
  const runs = join(root, '.harness/run/runs/mission')
  const journals = readdirSync(runs).map((run) => readFileSync(join(runs, run, 'journal.ndjson'), 'utf8'))
  return journals.join('').match(/"type":"ChecksFinished"/g)?.length ?? 0
}
