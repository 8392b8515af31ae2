/** `mission`: how a spec becomes features and the features a product. */
import type { MissionRole } from '@harness/core/playbooks/mission/state/input'
import * as z from 'zod'

import { checkpointName, featureId } from '../answers/mission/ids.ts'
import { shown } from '../text/shown.ts'
import { loopbackUrl } from './dev-server-section.ts'
import type { MissionConfig } from './mission-config.ts'
import { playbookSection } from './playbook-section.ts'
import { branchName, line, minutes, modelName, toMs } from './words.ts'

/** The same for every role of a mission, each of which may be left out. */
const perRole = <Schema extends z.ZodType>(value: Schema, what: string) =>
  z
    .strictObject({
      'mission-planner': value.optional(),
      'plan-reviewer': value.optional(),
      worker: value.optional(),
      validator: value.optional(),
      architect: value.optional(),
      debugger: value.optional(),
      'ui-qa': value.optional(),
      crosscheck: value.optional(),
      curator: value.optional(),
      documenter: value.optional(),
      orchestrator: value.optional(),
    } satisfies Record<MissionRole, z.ZodOptional<Schema>>)
    .prefault({})
    .describe(what)

const enabled = (byDefault: boolean, what: string) =>
  z
    .strictObject({ enabled: z.boolean().default(byDefault) })
    .prefault({})
    .describe(what)

const usd = z.number().positive().max(1_000_000)
const retention = z.int().min(1).max(100_000)

const smokeUrl = z.strictObject({
  url: loopbackUrl,
  expectStatus: z.int().min(100).max(599).default(200),
  expectText: z.string().min(1).max(1000).optional().describe('What the answer must contain.'),
})

/** `harness grant escalation` and `harness refuse mission` mean something else. */
const questions: ReadonlySet<string> = new Set(['escalation', 'mission'])

const checkpoint = z.strictObject({
  name: checkpointName.refine((name) => !questions.has(name), {
    error: 'is what the mission’s own questions are called: give it another name',
  }),
  triggerOn: z
    .string()
    .max(100)
    .regex(
      /^(?:post-planner|post-feature|pre-merge|pre-done|feature-claim:[A-Z0-9]+)$/,
      'post-planner, post-feature, pre-merge, pre-done, or "feature-claim:AUTH"',
    ),
  features: z.array(featureId).min(1).optional().describe('Only for these; left out, for all.'),
})

export const iterations = z.int().min(1).max(100_000)

const missionSection = z
  .strictObject({
    orchestrator: z
      .enum(['rules', 'agent'])
      .default('rules')
      .describe('Who decides what comes next; what the state does not allow is refused either way.'),
    maxIterations: iterations.default(200).describe('Decisions before the run stops.'),
    maxAttempts: z
      .int()
      .min(1)
      .max(50)
      .default(3)
      .describe('Workers sent for one feature before the architect is asked; two more before a person is.'),
    models: perRole(modelName, 'Which model a role uses.'),
    promptOverrides: perRole(z.string().min(1).max(20_000), 'Appended to the text of a role.'),
    timeouts: perRole(minutes, 'After how many minutes a role’s call is ended.'),
    costCapUsd: usd
      .optional()
      .describe('Dollars; reached, a person is asked. A call begins if what is spent and reserved fits.'),
    maxCostUsd: usd.optional().describe('The same as costCapUsd; the lower one holds.'),
    maxCostUsdWarnThreshold: z
      .number()
      .gt(0)
      .max(1)
      .default(0.8)
      .describe('The share of a cap at which you are warned.'),
    tokenCap: z
      .int()
      .min(1)
      .optional()
      .describe('Tokens; reached, a person is asked. A call begins if what is spent and reserved fits.'),
    branchIsolation: z
      .strictObject({
        enabled: z
          .boolean()
          .default(true)
          .describe('False: one feature at a time, and no worktrees in .harness/worktrees.'),
        baseBranch: branchName.optional().describe('Where features are merged; left out, baseBranch.'),
        onPass: z
          .enum(['merge', 'pr', 'keep'])
          .default('merge')
          .describe('pr and keep leave the merge to you; what depends on it is begun after that.'),
        useWorktrees: z
          .boolean()
          .default(true)
          .describe('Worktrees in .harness/worktrees/<feature>, several at once.'),
        lanes: z
          .int()
          .min(1)
          .max(16)
          .optional()
          .describe('How many features are worked on at once; left out, 2.'),
      })
      .prefault({}),
    parallelWorkers: z
      .strictObject({ max: z.int().min(1).max(16).optional() })
      .prefault({})
      .describe('The same as branchIsolation.lanes; the lower one holds.'),
    planReviewer: enabled(true, 'Whether the plan is challenged before anything is built.'),
    documenter: z
      .enum(['done', 'feature', 'off'])
      .default('done')
      .describe('When the documentation is written: once at the end, after each feature, or never.'),
    curateEvery: z
      .int()
      .min(1)
      .max(1000)
      .default(4)
      .describe('The curator summarises what roles said after so many merges, and at the end.'),
    crosscheck: enabled(
      false,
      'Whether a second model checks every claim; name it in models or agent.roles.',
    ),
    uiQa: z
      .strictObject({
        enabled: z.boolean().default(false),
        url: loopbackUrl.optional().describe('Left out, that of devServer, which says how it is started.'),
      })
      .prefault({})
      .describe('Whether the product is looked at in a browser before a feature passes.'),
    smokeTest: z
      .strictObject({
        enabled: z.boolean().default(false),
        onDone: z.boolean().default(true),
        onFeaturePass: z.boolean().default(false),
        urls: z.array(smokeUrl).max(50).default([]),
        startupCmd: line.optional().describe('Starts the product; without urls its exit code is the result.'),
        startupWaitSeconds: z.number().positive().max(3600).default(30),
      })
      .prefault({})
      .describe('Whether the product answers.'),
    checkpoints: z
      .strictObject({ enabled: z.boolean().default(true), types: z.array(checkpoint).max(100).default([]) })
      .prefault({})
      .describe('Where the run waits for a person; each fires once.'),
    hooks: z.boolean().default(false).describe('Whether programs in .harness/hooks/ are run.'),
    notify: line
      .optional()
      .describe(
        'A command that is called with kind, message and directory. It starts in / and names no file of the repository.',
      ),
    snapshotRetention: retention.default(50),
    logRetention: retention.default(500),
  })
  .prefault({})
  .describe('Missions: from a spec to a product.')

type Section = z.output<typeof missionSection>

/** The default if the config names neither lanes nor workers. */
const defaultLanes = 2

function resolveMission(section: Section, baseBranch: string): MissionConfig {
  const { branchIsolation, parallelWorkers, smokeTest, uiQa, checkpoints } = section
  const useWorktrees = branchIsolation.enabled && branchIsolation.useWorktrees
  return {
    orchestrator: section.orchestrator,
    maxIterations: section.maxIterations,
    attempts: { architectAt: section.maxAttempts, escalateAt: section.maxAttempts + 2 },
    models: withoutGaps(section.models),
    promptOverrides: withoutGaps(section.promptOverrides),
    wallMs: withoutGaps(mapped(section.timeouts, toMs)),
    caps: {
      usd: lower(section.costCapUsd, section.maxCostUsd),
      tokens: section.tokenCap ?? null,
      warnAt: section.maxCostUsdWarnThreshold,
    },
    baseBranch: branchIsolation.baseBranch ?? baseBranch,
    isolation: {
      onPass: branchIsolation.onPass,
      useWorktrees,
      lanes: useWorktrees ? (lower(branchIsolation.lanes, parallelWorkers.max) ?? defaultLanes) : 1,
    },
    planReviewer: section.planReviewer.enabled,
    documenter: section.documenter,
    curateEvery: section.curateEvery,
    crosscheck: section.crosscheck.enabled,
    uiQa: uiQa.enabled ? { url: uiQa.url ?? null } : null,
    smoke: smokeTest.enabled
      ? {
          onDone: smokeTest.onDone,
          onFeaturePass: smokeTest.onFeaturePass,
          startup:
            smokeTest.startupCmd === undefined
              ? null
              : { run: smokeTest.startupCmd, waitMs: Math.round(smokeTest.startupWaitSeconds * 1000) },
          urls: smokeTest.urls.map(({ url, expectStatus, expectText }) => ({
            url,
            expectStatus,
            expectText: expectText ?? null,
          })),
        }
      : null,
    checkpoints: checkpoints.enabled
      ? checkpoints.types.map(({ name, triggerOn, features }) => ({
          name,
          triggerOn: triggerOn as MissionConfig['checkpoints'][number]['triggerOn'],
          features: features ?? null,
        }))
      : [],
    hooks: section.hooks,
    notify: section.notify ?? null,
    retention: { snapshots: section.snapshotRetention, logs: section.logRetention },
  }
}

export const missionSettings = playbookSection({
  section: missionSection,
  resolve: (section, { baseBranch }) => resolveMission(section, baseBranch),
  contradictions({ checkpoints, uiQa }, { hasDevServer }) {
    const twice = checkpoints.flatMap(({ name }, index) =>
      checkpoints.findIndex((one) => one.name === name) === index
        ? []
        : [
            {
              path: ['checkpoints', 'types', index, 'name'],
              expected: 'a name that no other checkpoint has',
              found: shown(name),
              hint: null,
            },
          ],
    )
    if (uiQa === null || hasDevServer) return twice
    const unseen = {
      path: ['uiQa', 'enabled'],
      expected: 'false, or a section devServer',
      found: 'true',
      hint: 'it says how the product is started',
    }
    return [...twice, unseen]
  },
})

/** The lower of those that are given; null if none is. */
const lower = (...given: readonly (number | undefined)[]): number | null => {
  const numbers = given.filter((one) => one !== undefined)
  return numbers.length === 0 ? null : Math.min(...numbers)
}

type PerRole<Value> = Readonly<Partial<Record<MissionRole, Value | undefined>>>

const withoutGaps = <Value>(values: PerRole<Value>): Readonly<Partial<Record<MissionRole, Value>>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    Record<MissionRole, Value>
  >

const mapped = <From, To>(values: PerRole<From>, to: (value: From) => To): PerRole<To> =>
  Object.fromEntries(
    Object.entries(values).map(([role, value]) => [role, value === undefined ? undefined : to(value)]),
  )
