/**
 * Owns the replay of a run that took another program on its way. Until then the first program decides. Then the next one
 * folds all that happened and decides, as it did in the run itself.
 */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { invariant } from '@harness/core/kernel/invariant'
import type { OwnInput, OwnState } from '@harness/core/playbooks/own/state'
import type { Registration } from '../../engine/registration.ts'
import type { SpendingState } from '../../store/sidecars/run-sidecars.ts'

export interface Reloaded extends SpendingState {
  readonly input: OwnInput
  readonly past: readonly AnyEvent[]
  /** How often the run took another program. */
  readonly reloads: number
  readonly state: OwnState
}

/** `programs` are those of the run, in their order. */
export function reloadedRegistration(
  programs: readonly Registration<OwnInput, OwnState>[],
): Registration<OwnInput, Reloaded> {
  const last = programs.at(-1)
  invariant(last !== undefined, 'a run of an own playbook has a program')
  const at = (reloads: number): Registration<OwnInput, OwnState> => programs[reloads] ?? last
  const now = (reloaded: Omit<Reloaded, 'spent'>): Reloaded => ({ ...reloaded, spent: reloaded.state.spent })
  const { performersFor, contracts = [] } = last
  return {
    contracts,
    ...(performersFor === undefined ? {} : { performersFor }),
    playbook: {
      name: last.playbook.name,
      version: last.playbook.version,
      initialState: (input) =>
        now({ input, past: [], reloads: 0, state: at(0).playbook.initialState(input) }),
      decide: ({ reloads, state }) => at(reloads).playbook.decide(state),
      evolve({ input, past: before, reloads, state }, event) {
        const past = [...before, event]
        if (!isRunEvent(event, 'RunResumed') || event.program === undefined)
          return now({ input, past, reloads, state: at(reloads).playbook.evolve(state, event) })
        const { playbook } = at(reloads + 1)
        const folded = past.reduce(
          (folding, one) => playbook.evolve(folding, one),
          playbook.initialState(input),
        )
        return now({ input, past, reloads: reloads + 1, state: folded })
      },
    },
    report: ({ reloads, state }, pathOf) => at(reloads).report(state, pathOf),
  }
}
