/** Owns what a checker is: one thing that must always be true, told of everything and asked whether it still is. */

import type { AnyEvent } from '@harness/core/kernel/effect'
import type { GateAnswer } from '@harness/core/kernel/gate-answer'
import type { CommandId } from '@harness/core/kernel/ids'
import type { RecoveredRun } from '@harness/shell/store/fold/recover'
import type { Effect } from './effect.ts'

/** What is wrong, or null. */
export type Complaint = string | null

export interface Checker<State, Event = AnyEvent> {
  readonly name: string
  /** A record is on disk, whether or not anyone was told. */
  durable?(event: Event, index: number, record: string): Complaint
  /** An append has resolved: the record must stay for ever. */
  acknowledged?(record: string, index: number): Complaint
  /** A process started and knows this of the run. */
  recovered?(run: RecoveredRun<State>, events: number): Complaint
  /** The loop was told of the event at this place of the journal and folded it. */
  folded?(event: Event, state: State, index: number): Complaint
  /** The harness, or a person, changed the world. */
  changed?(effect: Effect): Complaint
  /** A person's word reached the run; `taken` says whether the run took it as the answer. */
  answered?(gate: CommandId, answer: GateAnswer, taken: boolean): Complaint
  /** A process let go of the run, or died. */
  processEnded?(): Complaint
  /** Nothing more will happen. */
  settled?(events: readonly Event[]): Complaint
}

export interface Violation {
  readonly checker: string
  readonly problem: string
}

/** All checkers as one; the first complaint is kept, because what follows it is only its consequence. */
export interface Panel<State> extends Required<Omit<Checker<State>, 'name'>> {
  readonly violation: Violation | null
  complain(checker: string, problem: string): void
}

export function openPanel<State>(checkers: readonly Checker<State>[]): Panel<State> {
  let violation: Violation | null = null
  const complain = (checker: string, problem: Complaint | undefined): null => {
    if (problem !== null && problem !== undefined) violation ??= { checker, problem }
    return null
  }
  const all = (ask: (checker: Checker<State>) => Complaint | undefined): null => {
    for (const checker of checkers) complain(checker.name, ask(checker))
    return null
  }
  return {
    get violation() {
      return violation
    },
    complain,
    durable: (event, index, record) => all((checker) => checker.durable?.(event, index, record)),
    acknowledged: (record, index) => all((checker) => checker.acknowledged?.(record, index)),
    recovered: (run, events) => all((checker) => checker.recovered?.(run, events)),
    folded: (event, state, index) => all((checker) => checker.folded?.(event, state, index)),
    changed: (effect) => all((checker) => checker.changed?.(effect)),
    answered: (gate, answer, taken) => all((checker) => checker.answered?.(gate, answer, taken)),
    processEnded: () => all((checker) => checker.processEnded?.()),
    settled: (events) => all((checker) => checker.settled?.(events)),
  }
}
