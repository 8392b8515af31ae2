/** Makes small repositories with a spec, and a scripted agent that plans, works and validates its mission. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownPorts } from '@harness/shell/test-support/own-ports'
import type { RunOptions } from './harness.ts'
import { recordedIn } from './journal.ts'
import { commit, newRepo, type Rule, runDirs, script, temporaryFolder, write } from './sample-repo.ts'

export interface PlannedFeature {
  readonly id: string
  readonly dependsOn?: readonly string[]
}

const claimOf = (id: string): string => `VAL-${id.replaceAll('-', '')}-001`
const fileOf = (id: string): string => `${id.toLowerCase()}.txt`

/** The envelope of a call names its feature in a line of its own. */
const about = (id: string): string => `FEATURE_ID=${id}\n`

export const plans = (features: readonly PlannedFeature[]): Rule => ({
  role: 'mission-planner',
  json: {
    contract: features.map(({ id }) => ({
      id: claimOf(id),
      assertion: `${fileOf(id)} says that ${id} is done`,
      verify: `cat ${fileOf(id)}`,
    })),
    features: features.map(({ id, dependsOn = [] }) => ({
      id,
      title: `Feature ${id}`,
      summary: `Writes ${fileOf(id)}.`,
      description: '',
      claims: [claimOf(id)],
      depends_on: dependsOn,
    })),
  },
  usage: { input: 1000, output: 100, cacheRead: 9000, usd: 0.01 },
})

/** A reject needs a note. */
export const reviews = (verdict = 'accept'): Rule => ({
  role: 'plan-reviewer',
  json: { verdict, notes: verdict === 'reject' ? ['Nothing covers an empty file.'] : [] },
})

export const works = (id: string, more: Rule = {}): Rule => ({
  role: 'worker',
  match: about(id),
  do: [{ write: { path: fileOf(id), text: `${id} is done\n` } }],
  json: { summary: `Wrote ${fileOf(id)}.`, tricks: [], ambiguity: null },
  usage: { input: 1000, output: 100, cacheRead: 9000, usd: 0.02 },
  ...more,
})

export const validates = (id: string, claim = claimOf(id)): Rule => ({
  role: 'validator',
  match: about(id),
  do: [{ run: `cat ${fileOf(id)}` }],
  json: {
    claims: [{ id: claim, status: 'PASS', evidence: `\`cat ${fileOf(id)}\` prints "${id} is done"` }],
    issues: [],
    ambiguity: null,
  },
  usage: { input: 1000, output: 100, cacheRead: 9000, usd: 0.01 },
})

export const curates: Rule = {
  role: 'curator',
  json: { summary: 'All is well.', memory: 'Long.', promote: [] },
}
export const documents: Rule = {
  role: 'documenter',
  do: [{ append: { path: 'README.md', text: 'More.\n' } }],
  reply: 'Documented.',
}

export const twoFeatures: readonly PlannedFeature[] = [{ id: 'F-001' }, { id: 'F-002', dependsOn: ['F-001'] }]

export const rulesFor = (features: readonly PlannedFeature[]): readonly Rule[] => [
  plans(features),
  reviews(),
  ...features.flatMap(({ id }) => [works(id), validates(id)]),
  curates,
  documents,
]

export interface MissionRepo {
  readonly root: string
  /** So that no identity of the tester's takes part. */
  readonly options: RunOptions
  read(path: string): string
  events(): readonly Recorded[]
}

export interface Recorded {
  readonly type: string
  readonly commandId?: string
  readonly command?: { readonly id: string; readonly type: string; readonly [field: string]: unknown }
  readonly [field: string]: unknown
}

/** `rules` come before those that carry the mission out. */
export function missionRepo(
  rules: readonly Rule[] = [],
  mission: Readonly<Record<string, unknown>> = {},
  features: readonly PlannedFeature[] = twoFeatures,
  /** Beside the mission's own section. */
  config: Readonly<Record<string, unknown>> = {},
): MissionRepo {
  const root = newRepo()
  write(root, {
    'README.md': 'A product.\n',
    'SPEC.md': '# Files\nThere are files that say what is done.\n',
    'harness.config.json': JSON.stringify({
      checks: [{ name: 'readme', run: 'test -f README.md' }],
      // Tests here count steps; base-first.test.ts is about the base.
      baseCheck: 'off',
      agent: { provider: 'scripted', script: 'script.json' },
      lanes: { portBase: ownPorts },
      // Tests here look at processes and leave marks outside of the lane; confined ones are in confined*.test.ts.
      sandbox: 'off',
      // Unless the plan's review is what is looked at, it only takes time.
      mission: { planReviewer: { enabled: false }, ...mission },
      ...config,
    }),
    'script.json': script(...rules, ...rulesFor(features)),
  })
  commit(root, 'Begin')
  return {
    root,
    options: { env: { HARNESS_DATA_DIR: temporaryFolder() } },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    events: () => missionEvents(root),
  }
}

/** Of all its missions. */
export const missionEvents = (root: string): readonly Recorded[] =>
  runDirs(root, 'mission').flatMap((dir) => recordedIn(dir) as readonly Recorded[])
