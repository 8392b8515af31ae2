/** Owns what the making of a spec is told at its start, and which roles it sends. */
import type { RoleDuties, RoleSettings } from '../../kernel/agent.ts'
import type { RunId } from '../../kernel/ids.ts'

export interface SpecInput {
  readonly runId: RunId
  readonly baseBranch: string
  readonly author?: { readonly name: string; readonly email: string }
  /** The folder of the documents. */
  readonly checkout?: string
  readonly idea: string
  /** `deep`: four analysts, a synthesis, and one revision after the critic. */
  readonly depth: 'quick' | 'deep'
  /** The folder of the documents, relative to the checkout, with a slash at its end. Nothing was there at the start. */
  readonly docsPath: string
  /** CLAUDE.md of the checkout; null if there is none. */
  readonly claudeMd: string | null
  /** If conventions are scanned that CLAUDE.md does not tell. */
  readonly scan: 'ask' | 'scan' | 'skip'
  readonly roles: Readonly<Record<SpecRole, RoleSettings>>
}

/** The four analysts of a deep spec, in the order in which their analyses are read. */
export const analysts = ['product', 'technical', 'risk', 'test'] as const
export type Analyst = (typeof analysts)[number]

export const scannerRole = 'workflow/convention-scanner'

const writes = { mode: 'exec', tier: 'advisor', contract: 'spec-line' } as const

export const specDuties = {
  'spec/interviewer': { mode: 'review', tier: 'advisor', contract: 'spec-questions' },
  'spec/analyst': writes,
  'spec/product-analyst': writes,
  'spec/technical-analyst': writes,
  'spec/risk-analyst': writes,
  'spec/test-analyst': writes,
  'spec/synthesizer': writes,
  'spec/critic': { ...writes, tier: 'evaluator', contract: 'workflow-critic-findings' },
  'spec/reviser': writes,
  [scannerRole]: { ...writes, contract: 'workflow-conventions' },
} as const satisfies Readonly<Record<string, RoleDuties>>

export type SpecRole = keyof typeof specDuties

export const specRoles = Object.keys(specDuties) as readonly SpecRole[]
