/** Owns the answers of agents that several playbooks understand. */
import type { Finding } from '../kernel/finding.ts'
import type { Need } from '../kernel/need.ts'

/** Any text; what was done shows in the lane. */
export interface TextAnswer {
  readonly kind: 'text'
}

export interface NeedAnswer {
  readonly kind: 'need'
  readonly need: Need
}

export interface ReviewAnswer {
  readonly kind: 'review'
  readonly findings: readonly Finding[]
  readonly sentinel: boolean
}

export interface VerdictAnswer {
  readonly kind: 'verdict'
  readonly pass: boolean
  readonly failures: readonly string[]
  /** What was seen, quoted; absent if nothing is. */
  readonly evidence?: readonly string[]
}
