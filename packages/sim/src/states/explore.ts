/** Owns how a playbook's transitions are found: its own `decide` and `evolve`, with ends drawn for what it wants done. */

import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import type { Playbook } from '@harness/core/kernel/playbook'
import { seededRandom } from '../engine/random.ts'
import { type AnyTwins, anyOutcome } from '../world/twin.ts'

export interface Step<State> {
  readonly before: State
  readonly event: AnyEvent
  readonly after: State
}

export interface Exploration<Input, State> {
  readonly playbook: Playbook<Input, State, AnyCommand>
  readonly twins: AnyTwins
  readonly inputs: readonly Input[]
  /** What sets one state off from another; a state with something that was seldom seen is gone on from. */
  traits(state: State): readonly string[]
}

const seldom = 8
const triesEach = 30
/** A step takes seconds to minutes; a few take longer than any limit. */
const stepMs = { least: 1_000, most: 600_000, long: 7 * 24 * 3_600_000, share: 0.03 }

/** Every step that was tried, until no state shows anything new. Nothing but the playbook changes what comes. */
export function* explore<Input, State>({
  playbook,
  twins,
  inputs,
  traits,
}: Exploration<Input, State>): Generator<Step<State>> {
  const luck = seededRandom('states')
  const seen = new Map<string, number>()
  const isNew = (state: State): boolean => {
    const scarce = traits(state).filter((trait) => (seen.get(trait) ?? 0) < seldom)
    for (const trait of scarce) seen.set(trait, (seen.get(trait) ?? 0) + 1)
    return scarce.length > 0
  }
  const queue = inputs.map((input) => ({ before: playbook.initialState(input), since: 0 }))
  for (const { before, since } of queue) {
    const decision = playbook.decide(before)
    if (decision.type === 'end' && !decision.end.resumable) continue
    for (let tries = 0; tries < triesEach; tries++) {
      const at = since + (luck.chance(stepMs.share) ? stepMs.long : luck.int(stepMs.least, stepMs.most))
      const event: AnyEvent =
        decision.type === 'end'
          ? { type: 'RunResumed', at, until: null }
          : anyOutcome(twins, luck.pick<AnyCommand>(decision.commands), luck, at)
      const after = playbook.evolve(before, event)
      yield { before, event, after }
      if (isNew(after)) queue.push({ before: after, since: at })
    }
  }
}
