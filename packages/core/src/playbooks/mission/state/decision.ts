/** Owns what can be decided next in a mission. */
import type { DueCheckpoint } from './state.ts'

export const decisionNames = [
  'DONE',
  'NEXT_WORKER',
  'NEXT_VALIDATOR',
  'NEXT_ARCHITECT',
  'CONVERTED',
  'CHECKPOINT',
  'ESCALATE',
] as const

export type MissionDecision =
  | { readonly name: 'DONE' | 'CONVERTED'; readonly reason: string }
  | {
      readonly name: 'NEXT_WORKER' | 'NEXT_VALIDATOR' | 'NEXT_ARCHITECT'
      readonly feature: string
      readonly reason: string
    }
  | { readonly name: 'CHECKPOINT'; readonly checkpoint: DueCheckpoint; readonly reason: string }
  | EscalateDecision

export interface EscalateDecision {
  readonly name: 'ESCALATE'
  readonly feature: string | null
  readonly isCap: boolean
  /** A person is to merge something: no answer is needed, the run looks again when it is resumed. */
  readonly isMerge?: true
  /** What a person is asked. */
  readonly question: string
  readonly reason: string
}

export const subjectOfDecision = (decision: MissionDecision): string | null => {
  switch (decision.name) {
    case 'DONE':
    case 'CONVERTED':
      return null
    case 'CHECKPOINT':
      return decision.checkpoint.name
    default:
      return decision.feature
  }
}
