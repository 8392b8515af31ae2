import { type ExitCode, exitCode } from './exit-code.ts'

/** A place where a person decides. */
export interface Gate {
  readonly name: string
  readonly question: string
  /** What the person should see before answering; Markdown. */
  readonly detail: string
  readonly onGrant: string
  readonly onRefuse: string
  /** Escalation (3) where a decision is needed because the work got stuck, checkpoint (8) where it was foreseen. */
  readonly exitCode: typeof exitCode.escalated | typeof exitCode.waitingAtGate
}

export interface GateAnswer {
  readonly decision: 'granted' | 'refused'
  readonly reason: string
  readonly by: string
}

export const gateExitCode = (gates: readonly Gate[]): ExitCode =>
  gates.some((gate) => gate.exitCode === exitCode.escalated) ? exitCode.escalated : exitCode.waitingAtGate
