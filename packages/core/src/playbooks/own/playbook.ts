import type { Playbook } from '../../kernel/playbook.ts'
import { baseFirst } from '../../work/base-first.ts'
import { judgedTests } from '../../work/judged-tests.ts'
import { decide } from './decide.ts'
import type { AnyOwnPlaybook } from './definition.ts'
import type { Command } from './effects.ts'
import { evolve } from './evolve.ts'
import { initialState, type OwnInput, type OwnState } from './state.ts'

/** The playbook that a user defined, with what the harness does for every own playbook. */
export const ownPlaybook = (defined: AnyOwnPlaybook): Playbook<OwnInput, OwnState, Command> =>
  baseFirst(
    judgedTests(
      {
        name: defined.name,
        version: defined.version,
        initialState: (input) => initialState(defined, input),
        decide: (state) => decide(defined, state),
        evolve: (state, event) => evolve(defined, state, event),
      },
      { words: (state) => wordsOf(defined, state) },
    ),
    { settings: (input) => input, givenUp: () => null },
  )

/** What the operator asked for, and how the run calls itself. */
const wordsOf = (defined: AnyOwnPlaybook, { input, own }: OwnState): string =>
  [defined.report(own).title, ...Object.values(input.words), ...Object.values(input.options)]
    .filter((one) => typeof one === 'string')
    .join('\n\n')
