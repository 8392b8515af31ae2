import type { RoleDuties, RoleSettings } from '../../kernel/agent.ts'
import type { Check } from '../../kernel/check.ts'
import type { RunId } from '../../kernel/ids.ts'
import type { BaseCheck } from '../../work/base-first-state.ts'
import { testJudge, testJudgeDuties } from '../../work/test-judge.ts'
import type { KnownSoFar } from './known-so-far.ts'

/** Everything a handbook's run is told at its start; the documents themselves are read before every dispatch. */
export interface HandbookInput {
  readonly runId: RunId
  /** The branch that is checked out when the run begins. */
  readonly baseBranch: string
  /** If the checks run on the base before an agent starts; absent in runs that began without. */
  readonly baseCheck?: BaseCheck
  /** The checkout whose documents it reads and ticks; absent if the run was begun before that was kept. */
  readonly checkout?: string
  /** In whose name the run commits, whatever becomes of the repository's settings; absent if that may not be seen. */
  readonly author?: { readonly name: string; readonly email: string }
  /** Honoured when the first run of a handbook begins; later ones keep what the sidecar says. */
  readonly limits: { readonly maxIterations: number; readonly timeoutMinutes: number }
  readonly verification: Verification
  readonly roles: Readonly<Record<HandbookRole, RoleSettings>>
  /** What the sidecar of an earlier run tells; null if there is none. */
  readonly adopted: KnownSoFar | null
  /** Named in the halt report. */
  readonly sidecarPath: string
}

export interface Verification {
  readonly always: readonly Check[]
  /** Also run if the change touches one of these folders. */
  readonly whereTouched: { readonly paths: readonly string[]; readonly checks: readonly Check[] }
}

const check = (name: string, run: string): Check => ({ name, run, timeoutMs: 30 * 60_000, claims: [] })

/** In a package that has these scripts, if the config does not say otherwise. */
export const defaultVerification: Verification = {
  always: [check('check', 'npm run check'), check('test', 'npm run test')],
  whereTouched: {
    paths: ['src/pages', 'src/components', 'src/content'],
    checks: [check('build_data', 'npm run build:data'), check('build', 'npm run build')],
  },
}

export const defaultLimits: HandbookInput['limits'] = { maxIterations: 200, timeoutMinutes: 240 }

export const handbookRoles = [
  'prompt-worker',
  'prompt-reader',
  'shaper',
  'brief-critic',
  'phase-closer',
  testJudge,
] as const
export type HandbookRole = (typeof handbookRoles)[number]

/** What each role may do, and the form of its answer. */
export const handbookDuties: Readonly<Record<HandbookRole, RoleDuties>> = {
  'prompt-worker': { mode: 'exec', tier: 'executor', contract: null },
  'prompt-reader': { mode: 'review', tier: 'evaluator', contract: 'review' },
  shaper: { mode: 'review', tier: 'advisor', contract: null },
  'brief-critic': { mode: 'review', tier: 'evaluator', contract: 'verdict' },
  'phase-closer': { mode: 'review', tier: 'verifier', contract: 'verdict' },
  [testJudge]: testJudgeDuties,
}

/** The form of the answer of the last critique. */
export const finalCritique = 'final-critique'

/** The form of the answer to a prompt that only looks: findings, or, if it stays so, prose. */
export const critiqueContract = 'critique'

/** The form of the answer of a prompt worker that is sent to look for something. */
export const promptReport = 'prompt-report'
