/** Owns which state of the source each place belongs to. */
import type { StateName } from './documents.ts'
import type { AutopilotState, Place } from './state.ts'

type Named = Exclude<Place['phase'], 'void' | 'stopped'>

/** What is left to do after the reviews belongs to the last state before DONE. */
const places = {
  INIT: ['open'],
  ASSESS: ['assess', 'look'],
  PLAN: ['plan-needed', 'skeleton', 'skeleton-gate', 'plan', 'publish'],
  APPROVE_PLAN: ['read', 'approve'],
  EXECUTE: ['checkpoint', 'mark', 'execute', 'diagnose', 'fail', 'recover', 'exhausted', 'by-hand', 'skip'],
  VERIFY: ['checks', 'validate', 'verifier', 'verify-gate'],
  REVIEW: ['review', 'review-gate'],
  PHASE_COMPLETE: ['complete', 'continue'],
  FINAL_REVIEW: ['final-review', 'final-gate', 'final-failed'],
  OUTCOME_EVAL: ['outcome', 'outcome-gate', 'deliver', 'prove', 'merge', 'pull', 'finish', 'close'],
  DONE: ['over'],
} as const satisfies Readonly<Record<StateName, readonly Named[]>>

const states = Object.entries(places) as readonly (readonly [StateName, readonly string[]])[]

export function stateNameOf({ at, work }: Pick<AutopilotState, 'at' | 'work'>): StateName {
  if (at.phase === 'void' || at.phase === 'stopped') return stateNameOf({ at: at.back, work })
  if (at.phase === 'read' && work.plan?.approved != null) return 'EXECUTE'
  const scope = 'scope' in at ? at.scope : 'job' in at && at.job.kind === 'fix' ? at.job.scope : 'phase'
  const [name] = states.find(([, phases]) => phases.includes(at.phase)) ?? ['INIT']
  return scope === 'final' ? 'FINAL_REVIEW' : name
}
