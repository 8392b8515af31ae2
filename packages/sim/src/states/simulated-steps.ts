/** Owns the steps that simulated runs take: the end of a run may be further off than drawn ends of commands get. */

import { isRunEvent } from '@harness/core/kernel/event'
import { invariant } from '@harness/core/kernel/invariant'
import { noCrash } from '../engine/crash-plan.ts'
import type { Scenario } from '../engine/scenario.ts'
import { simulate } from '../engine/simulate.ts'
import type { Step } from './explore.ts'

export async function* simulatedSteps<Input, State>(
  scenarioOf: (seed: number) => Scenario<Input, State>,
  seeds: number,
): AsyncGenerator<Step<State>> {
  for (let seed = 1; seed <= seeds; seed++) {
    const scenario = scenarioOf(seed)
    const { playbook } = scenario
    const { events } = await simulate(scenario, { seed, crashes: noCrash })
    const [first] = events
    invariant(isRunEvent(first, 'RunStarted'), 'a simulated run begins')
    let before = playbook.initialState(first.input as Input)
    for (const event of events) {
      const after = playbook.evolve(before, event)
      yield { before, event, after }
      before = after
    }
  }
}
