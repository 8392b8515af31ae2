/** Tells what a resumed run continues with. Pure. */
import { isAskHuman } from '@harness/core/effects/ask-human'
import type { RunSight } from './run-sight.ts'

export interface UnderWayAgain {
  /** Agents and checks; null if neither comes next. */
  readonly what: string | null
  /** Questions of open gates. */
  readonly asks: readonly string[]
}

export function underWayAgain({ effects, wanted }: Pick<RunSight, 'effects' | 'wanted'>): UnderWayAgain {
  const commands = wanted()
  const named = commands.flatMap((command) => effects[command.type]?.resumes?.(command) ?? [])
  return {
    what: named.length === 0 ? null : named.join(', '),
    asks: commands.filter(isAskHuman).map(({ gate }) => gate.question),
  }
}
