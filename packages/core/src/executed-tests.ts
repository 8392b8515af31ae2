/** Owns what the number of executed tests says: fewer than on the base is a suspicion, unknown is never fewer. */
import { counted } from './counted.ts'
import type { Evidence } from './evidence.ts'
import { linesInScope } from './plan-scope.ts'

export interface FewerTests {
  readonly check: string
  /** The same words as long as the difference is the same, whatever the base has gained meanwhile. */
  readonly detail: string
}

export const fewerTests = (evidence: readonly Evidence[]): readonly FewerTests[] =>
  evidence.flatMap(({ check, run, executed, executedOnBase }) => {
    const missing = (executedOnBase ?? 0) - (executed ?? Number.POSITIVE_INFINITY)
    return missing > 0
      ? [{ check, detail: `\`${run}\` executes ${counted(missing, 'test')} fewer than on the base.` }]
      : []
  })

const removes =
  /\b(?:remov|delet|dropp?|retir|merg|replac|prun|fold|consolidat|combin|disabl|skipp?)(?:e|es|ed|s|ing|al|ion)?\b.*\btests?\b/i

/** Whether a plan, a prompt or a feature calls for fewer tests: `Remove the tests of the old parser`. */
export const callsForFewerTests = (text: string): boolean =>
  linesInScope(text).some((line) => removes.test(line))

export function describeExecuted({ executed, executedOnBase }: Evidence): string {
  if (typeof executed !== 'number') return 'number of tests unknown'
  const base = typeof executedOnBase === 'number' ? `, ${executedOnBase} on the base` : ''
  return `${counted(executed, 'test')} executed${base}`
}
