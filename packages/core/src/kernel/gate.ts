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
  /** One line for each finding that can be let stand by itself; absent if there is only one. */
  readonly separately?: readonly string[]
  readonly onRefuse: string
  /** Escalation (3) where a decision is needed because the work got stuck, checkpoint (8) where it was foreseen. */
  readonly exitCode: typeof exitCode.escalated | typeof exitCode.waitingAtGate
}

export const gateDecisions = ['granted', 'let-stand', 'refused'] as const
export type GateDecision = (typeof gateDecisions)[number]

export interface GateChoice {
  /** The word an operator types: `harness answer <gate> <name>`. */
  readonly name: string
  readonly decision: GateDecision
  /** Which finding it is about, from 1; absent if it is about all. */
  readonly only?: number
  readonly label: string
  readonly leadsTo: string
  /** If the operator must say why. */
  readonly words: 'optional' | 'required'
}

export interface GateAnswer {
  readonly decision: GateDecision
  readonly reason: string
  readonly by: string
  /** Which finding it is about, from 1; absent if it is about all. */
  readonly only?: number
}

export const choicesOf = ({
  onGrant,
  onLetStand,
  separately = [],
  onRefuse,
}: Gate): readonly GateChoice[] => [
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
        ...separately.map((finding, index) => letStandOnly(finding, index + 1)),
      ]),
  { name: 'refuse', decision: 'refused', label: 'Refuse', leadsTo: onRefuse, words: 'required' },
]

const letStandOnly = (finding: string, only: number): GateChoice => ({
  name: `let-stand-${only}`,
  decision: 'let-stand',
  only,
  label: `Let ${only} stand`,
  leadsTo: `only ${finding} is waived with your reason; the others stay open`,
  words: 'required',
})

export const offers = (gate: Gate, { decision, only }: Pick<GateAnswer, 'decision' | 'only'>): boolean =>
  choicesOf(gate).some((choice) => choice.decision === decision && choice.only === only)

export const gateExitCode = (gates: readonly Gate[]): ExitCode =>
  gates.some((gate) => gate.exitCode === exitCode.escalated) ? exitCode.escalated : exitCode.waitingAtGate
