/**
 * Owns the watch over a user's own playbook. A playbook that throws, that changes a state in place, or that answers
 * differently when it is asked twice, is its author's bug: the run stops, says so, and its journal stays as it is.
 */
import { isDeepStrictEqual } from 'node:util'
import type { AnyCommand } from '@harness/core/kernel/effect'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { Playbook } from '@harness/core/kernel/playbook'
import { UserError } from '@harness/core/kernel/user-error'

/** `file` is what its author edits, relative to the repository. */
export function checkedPlaybook<Input, State, Command extends AnyCommand>(
  playbook: Playbook<Input, State, Command>,
  file: string,
): Playbook<Input, State, Command> {
  const ask = <Answer>(work: 'initialState' | 'decide' | 'evolve', answer: () => Answer): Answer =>
    askedTwice({ name: playbook.name, file }, work, answer)
  return {
    ...playbook,
    initialState: (input) => ask('initialState', () => playbook.initialState(input)),
    decide: (state) => ask('decide', () => playbook.decide(frozen(state))),
    evolve: (state, event) => ask('evolve', () => playbook.evolve(frozen(state), event)),
  }
}

/** Code that changes it in place gets an error from the language. What is frozen already was frozen as a whole. */
function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const part of Object.values(value)) frozen(part)
  return value
}

/** The answer of a function of the playbook. Throws if it throws, or answers differently when it is asked again. */
export function askedTwice<Answer>(
  { name, file }: { readonly name: string; readonly file: string },
  work: string,
  answer: () => Answer,
): Answer {
  const broken = (what: string, { next, cause }: { readonly next: string; readonly cause?: unknown }) =>
    new UserError('playbook-broken', `The playbook ${name} (${file}) ${what}.`, {
      next: `This is a bug of the playbook. The journal of the run is kept. ${next} Then: harness resume --reload`,
      exitCode: exitCode.halted,
      ...(cause === undefined ? {} : { cause }),
    })
  const answered = (): Answer => {
    try {
      return answer()
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : String(cause)
      throw broken(`throws in ${work}: ${said}`, { next: `Fix ${work}.`, cause })
    }
  }
  const first = answered()
  if (!isDeepStrictEqual(first, answered()))
    throw broken(`answers differently when ${work} is asked twice with the same values`, {
      next: `${work} must depend on its arguments only: no clock, no randomness, no files, no changed variables.`,
    })
  return first
}
