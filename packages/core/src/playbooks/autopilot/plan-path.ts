/** Owns the path of a planner's plan. */
import { isoTime } from '../../kernel/iso-time.ts'
import { wordsIn } from '../../kernel/words.ts'
import { phaseNow } from './moves.ts'
import type { AutopilotState } from './state.ts'

const mostInName = 60

/** `docs/plans/2026-03-19-core-scanner-plan.md`; with a number if that name is taken. */
export function planPathFor(state: AutopilotState, number = 1): string {
  const name = wordsIn(phaseNow(state).name).join('-') || 'phase'
  const slug = name.slice(0, mostInName).replace(/-+$/, '')
  const day = isoTime(state.input.createdAt).slice(0, 10)
  return `docs/plans/${day}-${slug}-plan${number === 1 ? '' : `-${number}`}.md`
}
