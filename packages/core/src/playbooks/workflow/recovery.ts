/** Owns how a session of another program is resumed: each phase and auto-fix state leads to one step. */
import type { AutofixState } from './autofix.ts'
import type { AdoptedSession, PhaseLabel } from './input.ts'
import { atVerifyGate, judgeQa, mostLayer1Retries, plan, readSpec } from './moves.ts'
import { type Evaluation, go, type Move, pathIn, type WorkflowState } from './state.ts'
import { say } from './words.ts'

export type RecoveredStep = keyof typeof ways

type Found = RecoveredStep | ((session: AdoptedSession) => RecoveredStep)

const inSession = (found: Found, session: AdoptedSession): RecoveredStep =>
  typeof found === 'string' ? found : found(session)

/** A step that was under way is repeated: half-made work is not judged. */
const afterPhase: Readonly<Record<PhaseLabel, Found>> = {
  plan_ready: ({ conventions }) => (conventions === null ? 'conventions' : 'plan'),
  planning: 'plan',
  plan_done: ({ hasSpec }) => (hasSpec ? 'spec' : 'plan'),
  generate_ready: 'generate',
  generating: 'generate',
  generate_done: 'verify',
  verify_ready: 'verify',
  verifying: 'verify',
  verify_done: (session) => inSession(afterVerify[session.autofix], session),
  evaluate_ready: 'evaluate',
  evaluating: 'evaluate',
  evaluate_done: ({ layer1Result, layer2Result }) =>
    layer1Result === null && layer2Result === null ? 'evaluate' : 'verdict',
  completed: 'none',
}

const untried: Found = ({ layer1Result, layer1Retries }) => {
  if (layer1Result === 'PASS') return 'evaluate'
  return layer1Result === 'FAIL' && layer1Retries >= mostLayer1Retries ? 'verify-gate' : 'verify'
}

const afterVerify: Readonly<Record<AutofixState, Found>> = {
  idle: untried,
  proposing: untried,
  proposed: ({ patch }) => (patch === null ? 'verify-gate' : 'autofix-gate'),
  applied: 'verify',
  verified: 'verify',
  stopped: 'verify-gate',
  rejected: 'verify-gate',
  declined: 'verify-gate',
  failed: 'verify-gate',
}

/** Retries are never given back. */
export const recoveryOf = (
  session: AdoptedSession,
): { readonly step: RecoveredStep; readonly layer1Retries: number } => ({
  step: inSession(afterPhase[session.phase], session),
  layer1Retries: Math.min(session.layer1Retries, mostLayer1Retries),
})

export const skipConventions: Move = (state) =>
  afterConventions(say({ ...state, conventions: 'skipped', conventionsText: '' }, 'conventionsSkipped'))

/** A new session plans; that of another program continues at its step. */
export function afterConventions(state: WorkflowState): WorkflowState {
  const { adopted } = state.input
  if (adopted === null) return plan(state)
  const { step, layer1Retries } = recoveryOf(adopted)
  const known: WorkflowState = {
    ...state,
    round: adopted.round,
    layer1: { result: adopted.layer1Result, retries: layer1Retries },
    layer2: { result: adopted.layer2Result, retries: adopted.layer2Retries },
    autofix: adopted.autofix === 'proposing' ? 'idle' : adopted.autofix,
  }
  const { spec } = known
  if (ways[step] === plan) return plan(known)
  if (spec === null) return plan(say(known, 'specMissing', pathIn(known, 'spec')))
  // A person said yes to the spec before the session came further.
  return ways[step](step === 'spec' ? known : { ...known, spec: { ...spec, approved: spec.digest } })
}

const measure: Move = (known) =>
  go(known, {
    phase: 'measure',
    followedBy: 'verify',
    ...(known.autofix === 'applied' ? { changes: null } : {}),
  })

/** How a session goes on at each step. */
const ways = {
  conventions: plan,
  plan,
  none: plan,
  spec: readSpec,
  generate: readSpec,
  verify: measure,
  evaluate: (known) => go(known, { phase: 'measure', followedBy: 'evaluate' }),
  'verify-gate': atVerifyGate,
  'autofix-gate': (known) =>
    known.patch === null ? atVerifyGate(known) : go(known, { phase: 'autofix-gate' }),
  verdict(known) {
    const qa = layered(known)
    // Another program's word that all is well is no evidence.
    return qa === null || qa.result === 'PASS' ? measure(known) : judgeQa({ ...known, qa })
  },
} as const satisfies Readonly<Record<string, Move>>

/** The report alone does not say which layer failed; the session does. If the two disagree, the failure counts. */
const layered = ({ qa, layer2 }: WorkflowState): Evaluation | null =>
  qa !== null && layer2.result === 'FAIL' ? { ...qa, result: 'FAIL', layer: 2 } : qa
