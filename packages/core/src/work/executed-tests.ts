/** Owns what the number of executed tests says: fewer than on the base is a suspicion, unknown is never fewer. */
import { counted } from '../kernel/counted.ts'
import type { Evidence } from '../kernel/evidence.ts'
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

const verbs = '(?:remov|delet|drop|retir|prun|disabl|skip|merg|consolidat|combin|fold|replac)'
/** Words that may stand between the verb and its object. Other words would be an object of their own. */
const qualifiers =
  '(?:the|all|any|both|some|these|those|its|their|our|of|two|three|four|five|\\d+|old|older|obsolete|outdated|stale|legacy|dead|unused|redundant|duplicated?|needless|superfluous|flaky|slow|broken|failing|skipped|empty|existing|remaining|other|unit|e2e|end-to-end|integration|snapshot|smoke|regression|browser)'
const tests =
  "(?:(?:tests|specs)\\b(?!['’])|(?:test|spec) (?:files?|cases?|suites?)\\b|(?:test|spec|suite)(?=\\s*(?:$|[.,;:!)]|(?:of|for|in|that|which|about)\\b))|[`\"']?[\\w./-]*\\b(?:tests?|specs?)[./][\\w./-]*\\w)"
const patterns = [
  `\\b(?:${verbs}p?(?:e|es|ed|s|ing)?|(?:removal|deletion) of)(?:\\s+${qualifiers}){0,4}\\s+${tests}`,
  `\\b(?:tests?|specs?|suites?)(?:\\s+(?:of|for|in)(?:\\s+(?!that|which|if|when|and)[\\w/-]+){1,4})?\\s+(?:(?:must|should|can|may|will|to) be|are|is|gets?)\\s+${verbs}p?ed\\b`,
].map((pattern) => new RegExp(pattern, 'i'))

/** Whether a plan, a prompt or a feature calls for fewer tests. Tests must be the object of the verb: `Remove the old tests`. */
export const callsForFewerTests = (text: string): boolean =>
  linesInScope(text).some((line) => patterns.some((pattern) => pattern.test(line)))

/** Fewer executed tests than on the base, unless the plan, the prompt or the feature calls for that. */
export const unplannedLosses = (text: string, evidence: readonly Evidence[]): readonly FewerTests[] =>
  callsForFewerTests(text) ? [] : fewerTests(evidence)

export function describeExecuted({ executed, executedOnBase }: Evidence): string {
  if (typeof executed !== 'number') return 'number of tests unknown'
  const base = typeof executedOnBase === 'number' ? `, ${executedOnBase} on the base` : ''
  return `${counted(executed, 'test')} executed${base}`
}
