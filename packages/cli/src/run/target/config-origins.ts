/** Names the source of every value of a config: the file, the environment, or its default. Pure. */
export interface Origin {
  readonly value: unknown
  /** `file`, `default`, or the environment variable's name. */
  readonly from: string
}

/** Which field each variable overrides. */
const overrideFields: Readonly<Record<string, string>> = {
  HARNESS_AGENT_PROVIDER: 'agent.provider',
  HARNESS_AGENT_MODEL: 'agent.model',
  HARNESS_AGENT_MAX_REVIEW_PASSES: 'agent.maxReviewPasses',
  HARNESS_PLAN_DIR: 'planDir',
  HARNESS_COMPLETED_DIR: 'completedDir',
  HARNESS_CONTEXT_DIR: 'contextDir',
  HARNESS_STATE_DIR: 'stateDir',
  HARNESS_BASE_BRANCH: 'baseBranch',
  BUDGET_CEILING_TOKENS: 'budget.ceilingTokens',
  MAX_ITERATIONS: 'mission.maxIterations',
}

/** By dotted name; lists and what is keyed by the operator's own names are one value each. */
export function originsOf(
  /** With defaults and environment filled in. */
  config: Readonly<Record<string, unknown>>,
  written: unknown,
  overridden: readonly string[],
): Readonly<Record<string, Origin>> {
  const origins: Record<string, Origin> = {}
  const byEnvironment = new Map(overridden.map((name) => [overrideFields[name], name]))
  const visit = (value: unknown, name: string): void => {
    if (value === undefined) return
    if (isPlain(value) && Object.keys(value).length > 0 && name !== 'agent.roles') {
      for (const [key, inner] of Object.entries(value)) visit(inner, name === '' ? key : `${name}.${key}`)
      return
    }
    const variable = byEnvironment.get(name)
    const from = variable ?? (isWritten(written, name) ? 'file' : 'default')
    origins[name] = { value, from }
  }
  visit(config, '')
  return origins
}

function isWritten(written: unknown, name: string): boolean {
  let at = written
  for (const key of name.split('.')) {
    if (!isPlain(at) || !Object.hasOwn(at, key)) return false
    at = at[key]
  }
  return true
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
