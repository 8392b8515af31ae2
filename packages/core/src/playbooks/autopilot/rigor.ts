/** Owns the rigor table: what each level makes of each state. */
import { type CheckpointKind, checkpointKinds, type RigorLevel } from './documents.ts'

const actions: readonly CheckpointKind[] = ['human-action']

const table = {
  /** PLAN: a skeleton before the plan: never, in large plans, or always and approved. */
  skeleton: { fast: 'skip', standard: 'default', thorough: 'approved' },
  /** ASSESS: who plans a phase of high complexity. */
  highPhases: { fast: 'planner', standard: 'person', thorough: 'person' },
  /** APPROVE_PLAN: when a person sees a plan. */
  approval: { fast: 'auto', standard: 'signals', thorough: 'always' },
  /** EXECUTE: what agents write down for the next one. */
  scratchpad: { fast: 'skip', standard: 'long', thorough: 'verbose' },
  /** EXECUTE: the checkpoints that a person must pass. */
  checkpoints: { fast: actions, standard: checkpointKinds, thorough: checkpointKinds },
  /** VERIFY: what runs beside the mechanical checks, which run at every level. */
  verification: { fast: 'checks', standard: 'full', thorough: 'expanded' },
  /** PHASE_COMPLETE and DONE: whether a person is asked if nothing is wrong. */
  asksOn: { fast: false, standard: true, thorough: true },
} as const satisfies Readonly<Record<string, Readonly<Record<RigorLevel, unknown>>>>

type Table = typeof table

export const rigorOf = <What extends keyof Table>(
  { input }: { readonly input: { readonly rigor: RigorLevel } },
  what: What,
): Table[What][RigorLevel] => table[what][input.rigor] as Table[What][RigorLevel]
