/** Owns the effect that asks a person at a gate. */
import type { AnyCommand, AnyEvent, Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { Gate } from '../kernel/gate.ts'
import type { GateAnswer } from '../kernel/gate-answer.ts'

/** Stays open until a person answers, over any number of restarts. */
export interface AskHuman extends Ask<'AskHuman', GateAnswered> {
  readonly gate: Gate
  /**
   * A mark that the run makes when it opens the gate. An answer must carry it, so no answer can be filed before.
   * Absent in what a playbook asks, and in journals of before.
   */
  readonly opening?: string
}

export interface GateAnswered extends OutcomeBase {
  readonly type: 'GateAnswered'
  readonly answer: GateAnswer
}

export const isAskHuman = (command: AnyCommand): command is AskHuman => command.type === 'AskHuman'

export const isGateAnswered = (event: AnyEvent): event is GateAnswered => event.type === 'GateAnswered'
