import { definePlaybook } from '../../kernel/playbook.ts'
import { baseFirst } from '../../work/base-first.ts'
import { judgedTests } from '../../work/judged-tests.ts'
import { charge } from './charge.ts'
import { decide } from './decide.ts'
import type { Command } from './effects.ts'
import { evolve } from './evolve.ts'
import { givenUp } from './given-up.ts'
import { deliveryIdentity } from './identity.ts'
import type { DeliveryInput } from './input.ts'
import { type DeliveryState, initialState } from './state.ts'

/** A plan file becomes a merged change: implement → checks → review ⇄ fix → preflight → pull request → merge. */
export const delivery = baseFirst(
  judgedTests(
    definePlaybook<DeliveryInput, DeliveryState, Command>({
      ...deliveryIdentity,
      initialState,
      decide,
      evolve,
    }),
    { words: ({ planText }) => planText, charge },
  ),
  { settings: (input) => input, givenUp },
)
