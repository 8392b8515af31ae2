import { definePlaybook } from '../../kernel/playbook.ts'
import { baseFirst } from '../../work/base-first.ts'
import { judgedTests } from '../../work/judged-tests.ts'
import { decide } from './decide.ts'
import type { Command } from './effects.ts'
import { evolve } from './evolve.ts'
import { wordsIn } from './feature/landing.ts'
import { givenUp } from './given-up.ts'
import { missionIdentity } from './identity.ts'
import { initialState } from './initial-state.ts'
import type { MissionInput } from './input.ts'
import type { MissionState } from './state.ts'

/** A spec becomes a feature queue, and the queue a product: plan → review → work ⇄ validate → merge → done. */
export const mission = baseFirst(
  judgedTests(
    definePlaybook<MissionInput, MissionState, Command>({
      ...missionIdentity,
      initialState,
      decide,
      evolve,
    }),
    { words: wordsIn },
  ),
  { settings: (input) => input, givenUp },
)
