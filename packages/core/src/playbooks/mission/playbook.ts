import { definePlaybook } from '../../kernel/playbook.ts'
import { baseFirst } from '../../work/base-first.ts'
import { judgedTests } from '../../work/judged-tests.ts'
import { decide } from './decide.ts'
import { reserving, settled } from './decisions/caps.ts'
import { evolve } from './evolve.ts'
import { wordsIn } from './feature/landing.ts'
import { givenUp } from './given-up.ts'
import type { Command } from './state/effects.ts'
import { missionIdentity } from './state/identity.ts'
import { initialState } from './state/initial-state.ts'
import type { MissionInput } from './state/input.ts'
import type { MissionState } from './state/state.ts'

/** A spec becomes a feature queue, and the queue a product: plan → review → work ⇄ validate → merge → done. */
export const mission = baseFirst(
  judgedTests(
    definePlaybook<MissionInput, MissionState, Command>({
      ...missionIdentity,
      initialState,
      decide,
      evolve,
    }),
    { words: wordsIn, reserve: reserving, charge: (state, spending, id) => settled(state, id, spending) },
  ),
  { settings: (input) => input, givenUp },
)
