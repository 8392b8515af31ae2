/** Owns what a piece of work must show before it counts: commands that the harness runs itself. */
import type { RunChecks } from '../../effects/run-checks.ts'
import type { Check } from '../../kernel/check.ts'
import { isWithin } from './budgets.ts'
import type { HandbookInput } from './input.ts'
import type { Flight, HandbookState } from './state.ts'

/** What the prompt says that these checks are about, with the paths of its scope. */
export function wordsIn({ flights }: HandbookState, { lane }: Pick<RunChecks, 'lane'>): string {
  const task = flights.find((flight) => flight.lane?.lane === lane)?.task
  if (task?.type !== 'prompt') return ''
  const prompts = [task.prompt, ...(task.crafting === null ? [] : [task.crafting])]
  return prompts.map(({ text, anchors }) => [text, ...anchors.paths].join('\n')).join('\n\n')
}

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
