/** What a delivery has spent, and what its operator should be warned of. */
import type { Spending } from '../../kernel/agent.ts'
import { ceilingReached, overPlan, settle } from '../../kernel/budget-ledger.ts'
import type { DeliveryState, Warning } from './state.ts'

export function charge(state: DeliveryState, spending: Spending): DeliveryState {
  const spent = settle(state.spent, spending)
  const { budget } = state.input
  const due: readonly Warning[] = [
    ...(ceilingReached(spent, budget) ? (['budget_ceiling_reached'] as const) : []),
    ...(overPlan(spent, budget) ? (['plan_over_budget'] as const) : []),
  ]
  const warnings = [...state.warnings, ...due.filter((warning) => !state.warnings.includes(warning))]
  return { ...state, spent, warnings }
}
