/** Owns what a gate is: a question to a person, and the choices that answer it. */
import { type ExitCode, exitCode } from './exit-code.ts'

/** A place where a person decides. */
export interface Gate {
  readonly name: string
  /** Contains the short digest if the gate approves content. */
  readonly question: string
  /** What the person should see before answering; Markdown. */
  readonly detail: string
  /** In the order in which the person sees them; at least one, each with a name of its own. */
  readonly choices: readonly GateChoice[]
  /** The digest of the content that the person approves; null if the gate approves no content. */
  readonly digest: string | null
  /** Escalation (3) if the work got stuck and needs a decision, checkpoint (8) if the gate was foreseen. */
  readonly exitCode: typeof exitCode.escalated | typeof exitCode.waitingAtGate
}

/** One answer that a gate offers. A playbook may offer any choices. */
export interface GateChoice {
  /** The word an operator types: `harness answer <gate> <name>`. */
  readonly name: string
  readonly label: string
  readonly leadsTo: string
  /** If the operator may, must or cannot say something with the choice. */
  readonly words: 'none' | 'optional' | 'required'
  /** The findings of the gate that the choice waives: all, or only the nth, from 1; absent if it waives none. */
  readonly waives?: 'all' | number
}

export const choiceOf = ({ choices }: Pick<Gate, 'choices'>, name: string): GateChoice | undefined =>
  choices.find((choice) => choice.name === name)

export const gateExitCode = (gates: readonly Gate[]): ExitCode =>
  gates.some((gate) => gate.exitCode === exitCode.escalated) ? exitCode.escalated : exitCode.waitingAtGate
