/** Owns the words in which playbooks and providers speak about agents. */

/** exec edits and runs; review reads, and may run what cannot write; complete gives one answer without tools. */
export type AgentMode = 'exec' | 'review' | 'complete'

/** How hard a model thinks, from least to most. Each provider takes the nearest level that it has. */
export const effortLevels = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type EffortLevel = (typeof effortLevels)[number]

export type ModelTier = 'executor' | 'advisor' | 'evaluator' | 'verifier'

export const agentErrorKinds = [
  'rate_limit',
  'overloaded',
  'auth',
  'billing',
  'invalid',
  'context',
  'network',
  'max_turns',
  'budget',
  'schema',
  'aborted',
  'timeout',
  'unknown',
] as const
export type AgentErrorKind = (typeof agentErrorKinds)[number]

export interface AgentError {
  readonly kind: AgentErrorKind
  readonly message: string
  readonly status?: number
  /** When a rate limit ends, in milliseconds since the epoch; absent if the provider did not say. */
  readonly resetsAt?: number
  /** The provider does not have the session that was to be resumed. */
  readonly sessionLost?: true
}

/** Tokens of one call only, never a running total. */
export interface Usage {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

export const tokensOf = (usage: Usage): number =>
  usage.input + usage.output + usage.cacheRead + usage.cacheWrite

export const addUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
})

/** What one call cost. `usd` is null if the price is unknown: unknown is never zero. */
export interface Spending {
  readonly usage: Usage
  readonly usd: number | null
  readonly durationMs: number
  readonly model: string
}

/** Enforced from outside the agent: wall and idle time by a watchdog, turns by the provider. */
export interface AgentLimits {
  readonly wallMs: number
  readonly idleMs: number
  readonly maxTurns: number
}

/** What a role may do, by which model if the config names no other, and the form of its answer. */
export interface RoleDuties {
  readonly mode: AgentMode
  readonly tier: ModelTier
  /** Null if any text will do. */
  readonly contract: string | null
  /** It judges a product that it must be able to use: it gets a throw-away copy of the lane. Absent if it gets none. */
  readonly copy?: true
}

/** How a role is carried out: by which model, and within which limits. */
export interface RoleSettings {
  readonly tier: ModelTier
  readonly limits: AgentLimits
}
