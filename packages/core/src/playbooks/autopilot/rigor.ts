/** Owns the rigor table: what each level makes of each state. */
import type { CheckpointKind, RigorLevel } from './documents.ts'

export interface Rigor {
  /** PLAN: a skeleton before the plan: never, in large plans, or always and approved. */
  readonly skeleton: 'skip' | 'default' | 'approved'
  /** ASSESS: who plans a phase of high complexity. */
  readonly highPhases: 'planner' | 'person'
  /** APPROVE_PLAN: when a person sees a plan. */
  readonly approval: 'auto' | 'signals' | 'always'
  /** EXECUTE: what agents write down for the next one. */
  readonly scratchpad: 'skip' | 'long' | 'verbose'
  /** EXECUTE: the checkpoints that a person must pass. */
  readonly checkpoints: readonly CheckpointKind[]
  /** VERIFY: what runs beside the mechanical checks, which run at every level. */
  readonly verification: 'checks' | 'full' | 'expanded'
  /** PHASE_COMPLETE and DONE: whether a person is asked if nothing is wrong. */
  readonly asksOn: boolean
}

export const rigorTable: Readonly<Record<RigorLevel, Rigor>> = {
  fast: {
    skeleton: 'skip',
    highPhases: 'planner',
    approval: 'auto',
    scratchpad: 'skip',
    checkpoints: ['human-action'],
    verification: 'checks',
    asksOn: false,
  },
  standard: {
    skeleton: 'default',
    highPhases: 'person',
    approval: 'signals',
    scratchpad: 'long',
    checkpoints: ['human-verify', 'decision', 'human-action'],
    verification: 'full',
    asksOn: true,
  },
  thorough: {
    skeleton: 'approved',
    highPhases: 'person',
    approval: 'always',
    scratchpad: 'verbose',
    checkpoints: ['human-verify', 'decision', 'human-action'],
    verification: 'expanded',
    asksOn: true,
  },
}
