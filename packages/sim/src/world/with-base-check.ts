import type { BaseCheck } from '@harness/core/work/base-first-state'
import type { Random } from '../engine/random.ts'

/** What a run is told, and how it looks at its base: every way comes up. */
export const withBaseCheck = <Input>(
  input: Input,
  random: Random,
): Input & { readonly baseCheck: BaseCheck } => ({
  ...input,
  baseCheck: random.about('base').pick(['before', 'before', 'beside', 'off']),
})
