import { isGateAnswered } from '@harness/core/effects/ask-human'
import type { GateAnswer } from '@harness/core/kernel/gate-answer'
import type { Checker } from '../engine/checker.ts'

/**
 * A person's answer is used exactly once: what the run took is in the journal, what it did not take is not, and no gate
 * has no answer. Every answer given in a simulation bears a name of its own in `by`.
 */
export function answersOnce<State>(given: ReadonlyMap<string, string>): Checker<State> {
  const used = new Map<string, GateAnswer>()
  return {
    name: 'answers once',
    durable(event) {
      if (!isGateAnswered(event)) return null
      const { commandId, answer } = event
      if (used.has(answer.by)) return `the answer of ${answer.by} was used twice`
      used.set(answer.by, answer)
      return given.get(answer.by) === commandId ? null : `${answer.by} never answered ${commandId}`
    },
    answered(gate, answer, taken) {
      if (taken && !used.has(answer.by))
        return `${answer.by} was told that ${gate} took the answer; it is lost`
      if (!taken && used.has(answer.by)) return `${answer.by} was told that ${gate} is closed; it was used`
      return null
    },
  }
}
