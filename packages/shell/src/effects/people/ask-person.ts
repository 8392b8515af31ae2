/** Owns how a run reaches the person who sits at its terminal. */
import type { Gate } from '@harness/core/kernel/gate'
import type { GateAnswer } from '@harness/core/kernel/gate-answer'

/** Puts a gate to the person at hand; null if they want to decide later. */
export type AskPerson = (gate: Gate, signal: AbortSignal) => Promise<GateAnswer | null>
