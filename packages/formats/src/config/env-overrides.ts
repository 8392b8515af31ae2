/** What the environment says instead of the configuration. An empty variable says nothing. */
import * as z from 'zod'
import { type FormatProblem, type Parsed, parsed, refused } from '../text/format-problem.ts'
import { insidePath } from '../text/inside-path.ts'
import { unlocated } from '../text/located-value.ts'
import { checkAgainst } from '../text/schema-problems.ts'
import { providerName, reviewPasses } from './agent-section.ts'
import { ceilingTokens } from './budget-section.ts'
import type { CheckedConfig } from './config-schema.ts'
import { port } from './daemon-section.ts'
import { iterations } from './mission-section.ts'
import { branchName, modelName } from './words.ts'

export type Environment = Readonly<Record<string, string | undefined>>

interface Override {
  readonly name: string
  change(value: string): Parsed<(config: CheckedConfig) => CheckedConfig>
}

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'a whole number')
  .transform(Number)

const overrides: readonly Override[] = [
  override('HARNESS_AGENT_PROVIDER', providerName, (config, provider) => withAgent(config, { provider })),
  override('HARNESS_AGENT_MODEL', modelName, (config, model) => withAgent(config, { model })),
  override('HARNESS_MODEL_CLIENT_PROVIDER', providerName, (config, provider) => ({
    ...config,
    modelClient: { ...config.modelClient, provider },
  })),
  override('HARNESS_MODEL_CLIENT_MODEL', modelName, (config, model) => ({
    ...config,
    modelClient: { ...config.modelClient, model },
  })),
  override('HARNESS_AGENT_MAX_REVIEW_PASSES', wholeNumber.pipe(reviewPasses), (config, maxReviewPasses) =>
    withAgent(config, { maxReviewPasses }),
  ),
  override('HARNESS_PLAN_DIR', insidePath, (config, planDir) => ({ ...config, planDir })),
  override('HARNESS_COMPLETED_DIR', insidePath, (config, completedDir) => ({ ...config, completedDir })),
  override('HARNESS_CONTEXT_DIR', insidePath, (config, contextDir) => ({ ...config, contextDir })),
  override('HARNESS_STATE_DIR', insidePath, (config, stateDir) => ({ ...config, stateDir })),
  override('HARNESS_BASE_BRANCH', branchName, (config, baseBranch) => ({ ...config, baseBranch })),
  override('BUDGET_CEILING_TOKENS', wholeNumber.pipe(ceilingTokens), (config, ceiling) => ({
    ...config,
    budget: { ...config.budget, ceilingTokens: ceiling },
  })),
  override('ORCHESTRATOR_PORT', wholeNumber.pipe(port), (config, value) => ({
    ...config,
    daemon: { ...config.daemon, port: value },
  })),
  override('MAX_ITERATIONS', wholeNumber.pipe(iterations), (config, maxIterations) => ({
    ...config,
    mission: { ...config.mission, maxIterations },
  })),
]

/** The folders that a variable names instead of the configuration, for what no single field can know. */
const folderVariables: Readonly<Record<string, string>> = {
  planDir: 'HARNESS_PLAN_DIR',
  completedDir: 'HARNESS_COMPLETED_DIR',
  contextDir: 'HARNESS_CONTEXT_DIR',
  stateDir: 'HARNESS_STATE_DIR',
}

/** The variable by which the environment says what a field is; null if it says nothing. */
export function variableBehind(field: string, env: Environment): string | null {
  const name = folderVariables[field]
  return name !== undefined && Object.hasOwn(env, name) && env[name] !== '' ? name : null
}

/** The variables that override something, for help texts. */
export const overridingVariables: readonly string[] = overrides.map(({ name }) => name)

export function withOverrides(config: CheckedConfig, env: Environment): Parsed<CheckedConfig> {
  const problems: FormatProblem[] = []
  let changed = config
  for (const { name, change } of overrides) {
    const value = Object.hasOwn(env, name) ? env[name] : undefined
    if (value === undefined || value === '') continue
    const checked = change(value)
    if (checked.ok) changed = checked.value(changed)
    else problems.push(...checked.problems)
  }
  return problems.length > 0 ? refused(problems) : parsed(changed)
}

function override<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  apply: (config: CheckedConfig, value: z.output<Schema>) => CheckedConfig,
): Override {
  return {
    name,
    change(value) {
      const checked = checkAgainst(schema, unlocated(value), 'environment')
      if (checked.ok) return parsed((config) => apply(config, checked.value))
      return refused(checked.problems.map((problem) => ({ ...problem, field: name })))
    },
  }
}

const withAgent = (config: CheckedConfig, agent: Partial<CheckedConfig['agent']>): CheckedConfig => ({
  ...config,
  agent: { ...config.agent, ...agent },
})
