/** Owns where a session of another program goes on: each phase and auto-fix state leads to one step. */
import type { AdoptedSession } from './input.ts'

export type RecoveredStep =
  | 'conventions'
  | 'plan'
  | 'spec'
  | 'generate'
  | 'verify'
  | 'verify-gate'
  | 'autofix-gate'
  | 'evaluate'
  | 'verdict'
  | 'none'

export interface Recovery {
  readonly step: RecoveredStep
  readonly layer1Retries: number
}

export const mostLayer1Retries = 3
export const mostLayer2Retries = 2

/** Retries are never given back. A step that was under way is repeated: half-made work is not judged. */
export function recoveryOf(session: AdoptedSession): Recovery {
  const { layer1Retries } = session
  return { step: stepOf(session), layer1Retries: Math.min(layer1Retries, mostLayer1Retries) }
}

function stepOf(session: AdoptedSession): RecoveredStep {
  const { phase, conventions, hasSpec, layer1Result } = session
  switch (phase) {
    case 'plan_ready':
      return conventions === null ? 'conventions' : 'plan'
    case 'planning':
      return 'plan'
    case 'plan_done':
      return hasSpec ? 'spec' : 'plan'
    case 'generate_ready':
    case 'generating':
      return 'generate'
    case 'generate_done':
      return 'verify'
    case 'verify_ready':
    case 'verifying':
      return 'verify'
    case 'verify_done':
      return verified(session)
    case 'evaluate_ready':
    case 'evaluating':
      return 'evaluate'
    case 'evaluate_done':
      return layer1Result === null && session.layer2Result === null ? 'evaluate' : 'verdict'
    case 'completed':
      return 'none'
  }
}

function verified({ autofix, patch, layer1Result, layer1Retries }: AdoptedSession): RecoveredStep {
  switch (autofix) {
    case 'idle':
    case 'proposing':
      if (layer1Result === 'PASS') return 'evaluate'
      return layer1Result === 'FAIL' && layer1Retries >= mostLayer1Retries ? 'verify-gate' : 'verify'
    case 'proposed':
      return patch === null ? 'verify-gate' : 'autofix-gate'
    case 'applied':
    case 'verified':
      return 'verify'
    case 'stopped':
    case 'rejected':
    case 'declined':
    case 'failed':
      return 'verify-gate'
  }
}
