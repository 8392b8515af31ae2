/** Makes a repository whose mission scripted agents carry out at once, a file for each feature. */
import { sampleRepo } from './sample-repo.ts'

export interface Scripted {
  readonly features: number
  readonly lanes: number
  readonly checkMs: number
  /** How long each worker takes; no time if absent. */
  readonly workMs?: number
  /** In dollars; none if absent. */
  readonly cap?: number
}

const numbered = (prefix: string, nth: number): string => `${prefix}${String(nth + 1).padStart(4, '0')}`
const idOf = (nth: number): string => numbered('F-', nth)
const claimOf = (nth: number): string => numbered('VAL-B-', nth)

export function scriptedMission(root: string, scripted: Scripted): string {
  const { features, lanes, checkMs, workMs = 0, cap } = scripted
  const nths = Array.from({ length: features }, (_, nth) => nth)
  /** Chains, as many as lanes, with diamonds between each two of them. */
  const needs = (nth: number): readonly number[] =>
    [nth - lanes, ...(nth % 2 === 0 ? [] : [nth - lanes - 1])].filter((one) => one >= 0)
  const plan = {
    contract: nths.map((nth) => ({ id: claimOf(nth), assertion: 'It works', verify: 'Look.' })),
    features: nths.map((nth) => ({
      id: idOf(nth),
      title: `Feature ${nth}`,
      summary: 'It works.',
      description: '',
      claims: [claimOf(nth)],
      depends_on: needs(nth).map(idOf),
    })),
  }
  const rules = [
    { role: 'mission-planner', json: plan },
    ...nths.flatMap((nth) => rulesFor(nth, workMs)),
    { role: 'documenter', reply: 'Nothing.' },
    { role: 'curator', json: { summary: '', memory: '', promote: [] } },
  ].map((rule) => ({ ...rule, usage: { input: 100, output: 10, usd: 0.01 } }))
  const config = {
    checks: [{ name: 'test', run: `sleep ${checkMs / 1_000}` }],
    agent: { provider: 'scripted', script: 'script.json' },
    mission: {
      maxIterations: 10_000,
      planReviewer: { enabled: false },
      ...(cap === undefined ? {} : { maxCostUsd: cap }),
      branchIsolation: { lanes },
      parallelWorkers: { max: lanes },
    },
  }
  return sampleRepo(root, [
    ['SPEC.md', '# Files\nMany of them.\n'],
    ['harness.config.json', JSON.stringify(config)],
    ['script.json', JSON.stringify({ rules })],
  ])
}

function rulesFor(nth: number, workMs: number) {
  const match = `FEATURE_ID=${idOf(nth)}\n`
  return [
    {
      role: 'worker',
      match,
      do: [
        ...(workMs === 0 ? [] : [{ wait: `${workMs}ms` }]),
        { write: { path: `src/${idOf(nth)}.txt`, text: 'done\n' } },
      ],
      json: { summary: 'Done.', tricks: [], ambiguity: null },
    },
    {
      role: 'validator',
      match,
      do: [{ run: `cat src/${idOf(nth)}.txt` }],
      json: {
        claims: [{ id: claimOf(nth), status: 'PASS', evidence: 'it says "done"' }],
        issues: [],
        ambiguity: null,
      },
    },
  ]
}
