/** Owns what a piece of work must show before it counts: commands that the harness runs itself. */
import type { Check } from '../../check.ts'
import { isWithin } from './budgets.ts'
import type { HandbookInput } from './input.ts'
import type { Flight } from './state.ts'

const closeTimeoutMs = 30 * 60_000

export function checksOf({ verification }: HandbookInput, { task, change }: Flight): readonly Check[] {
  switch (task.type) {
    case 'prompt': {
      const { always, whereTouched } = verification
      const isTouched = change.some(
        ({ path }) => whereTouched.paths.length > 0 && isWithin(path, whereTouched.paths),
      )
      return isTouched ? [...always, ...whereTouched.checks] : always
    }
    case 'close':
      return (task.phase.close?.commands ?? []).map((run) => ({
        name: run,
        run,
        timeoutMs: closeTimeoutMs,
        claims: [],
      }))
    case 'final':
      return []
  }
}
