/** What could be better about a plan that is nonetheless right. */
import type { Plan } from './plan.ts'
import { missingSections } from './plan-body.ts'

const passesOfOnePlan = 4

export function planAdvice(plan: Plan): readonly string[] {
  const advice: string[] = []
  if (plan.estimatedPasses > passesOfOnePlan) {
    advice.push(
      `${plan.path}: ${plan.estimatedPasses} estimated passes; a plan of more than ${passesOfOnePlan} is better split`,
    )
  }
  const missing = missingSections(plan.body)
  if (missing.length > 0)
    advice.push(`${plan.path}: no section ${missing.map((name) => `"${name}"`).join(', ')}`)
  return advice
}
