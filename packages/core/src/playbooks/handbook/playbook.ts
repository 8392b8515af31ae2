import type { RunEnd } from '../../kernel/event.ts'
import { definePlaybook } from '../../kernel/playbook.ts'
import { baseFirst } from '../../work/base-first.ts'
import { byHandText } from '../../work/by-hand.ts'
import { judgedTests } from '../../work/judged-tests.ts'
import { byHandIn } from './by-hand.ts'
import { handbookOf } from './choosing.ts'
import { decide } from './decide.ts'
import type { Command } from './effects.ts'
import { evolve } from './evolve.ts'
import { givenUp } from './given-up.ts'
import { handbookIdentity } from './identity.ts'
import type { HandbookInput } from './input.ts'
import { type HandbookState, initialState } from './state.ts'
import { wordsIn } from './verification.ts'

/** A checkbox handbook is driven to completion: read → dispatch → judge → tick, phase after phase. */
export const handbook = baseFirst(
  judgedTests(
    definePlaybook<HandbookInput, HandbookState, Command>({
      ...handbookIdentity,
      initialState,
      decide,
      evolve,
    }),
    { words: wordsIn },
  ),
  {
    settings: ({ verification, ...input }) => ({
      ...input,
      checks: [...verification.always, ...verification.whereTouched.checks],
    }),
    givenUp: abandoned,
  },
)

/** The end lists the boxes that people ticked. */
function abandoned(state: HandbookState, by: string, why: string): RunEnd | null {
  const end = givenUp(state, by, why)
  return end && { ...end, reason: `${end.reason}${byHandText(byHandIn(handbookOf(state), state))}` }
}
