/** Owns how a freeze is lifted for good. A hard budget that is still spent freezes each run again. Pure. */
import type { Facts } from './facts.ts'

export const isHardOver = (facts: Facts | null): boolean =>
  facts?.ceilingReached === true && facts.budget?.hard === true

const lift = 'harness daemon unfreeze, then harness daemon resume'

export const liftFreeze = (seen: Facts | null): string =>
  isHardOver(seen) ? `Raise budget.ceilingTokens, then ${lift}` : lift
