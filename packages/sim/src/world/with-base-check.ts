import type { BaseCheck } from '@harness/core/work/base-first-state'
import type { Random } from '../engine/random.ts'

/** What a run is told, and how it looks at its base: every way comes up, unless `only` names one. */
export const withBaseCheck = <Input>(
  input: Input,
  random: Random,
  only?: BaseCheck,
): Input & { readonly baseCheck: BaseCheck } => ({
  ...input,
  baseCheck: only ?? random.about('base').pick(['before', 'before', 'beside', 'off']),
})
