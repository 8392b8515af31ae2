/** Owns what a gate is: a question to a person, and the choices that answer it. */
import { type ExitCode, exitCode } from './exit-code.ts'

/** A place where a person decides. */
export interface Gate {
  readonly name: string
  readonly question: string
  /** What the person should see before answering; Markdown. */
  readonly detail: string
  readonly onGrant: string
  /** What letting it stand leads to; absent if the gate does not offer it. */
  readonly onLetStand?: string
  readonly onRefuse: string
  /** Escalation (3) where a decision is needed because the work got stuck, checkpoint (8) where it was foreseen. */
  readonly exitCode: typeof exitCode.escalated | typeof exitCode.waitingAtGate
}

export const gateDecisions = ['granted', 'let-stand', 'refused'] as const
export type GateDecision = (typeof gateDecisions)[number]

export interface GateChoice {
  /** The word an operator types: `harness answer <gate> <name>`. */
  readonly name: 'grant' | 'let-stand' | 'refuse'
  readonly decision: GateDecision
  readonly label: string
  readonly leadsTo: string
  /** If the operator must say why. */
  readonly words: 'optional' | 'required'
}

export interface GateAnswer {
  readonly decision: GateDecision
  readonly reason: string
  readonly by: string
}

export const choicesOf = ({ onGrant, onLetStand, onRefuse }: Gate): readonly GateChoice[] => [
  { name: 'grant', decision: 'granted', label: 'Grant', leadsTo: onGrant, words: 'optional' },
  ...(onLetStand === undefined
    ? []
    : [
        {
          name: 'let-stand',
          decision: 'let-stand',
          label: 'Let it stand',
          leadsTo: onLetStand,
          words: 'required',
        } as const,
      ]),
  { name: 'refuse', decision: 'refused', label: 'Refuse', leadsTo: onRefuse, words: 'required' },
]

export const offers = (gate: Gate, decision: GateDecision): boolean =>
  choicesOf(gate).some((choice) => choice.decision === decision)

export const gateExitCode = (gates: readonly Gate[]): ExitCode =>
  gates.some((gate) => gate.exitCode === exitCode.escalated) ? exitCode.escalated : exitCode.waitingAtGate
