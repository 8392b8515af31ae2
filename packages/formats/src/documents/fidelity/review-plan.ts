/** Owns the plan of a fidelity review: how it is printed, and which plans it says that it blocks. */
import type { ReviewPlan } from '@harness/core/effects/hold-plans'
import { oneLine } from '@harness/core/kernel/one-line'
import { fidelityPlanId } from '@harness/core/work/plan-graph'

export const reviewFileName = `${fidelityPlanId}-fidelity-review.md`

export interface BlockedPlan {
  readonly id: string
  readonly title: string
}

const blockedTitle = 'Blocked Plans'

export function printReview(
  { title, goal, why, points, next }: ReviewPlan,
  blocked: readonly BlockedPlan[],
): string {
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Goal', [oneLine(goal)]],
    ['Why Now', [oneLine(why)]],
    ['Scope', bulleted(points)],
    ['Out Of Scope', ['- What the points ask for: that is the work of other plans']],
    ['Milestones', next.map((step, at) => `${at + 1}. ${oneLine(step)}`)],
    ['Validation', ['- The next audit is not above its bar, or a person accepted this one']],
    ['Open Questions', ['- (none)']],
    ['Decision Log', ['- (none)']],
    [blockedTitle, bulleted(blocked.map((plan) => `${plan.id} ${plan.title}`))],
  ]
  return [
    '---',
    `id: "${fidelityPlanId}"`,
    `title: ${JSON.stringify(oneLine(title))}`,
    'phase: "Harness"',
    'status: "active"',
    'depends_on: []',
    'estimated_passes: 1',
    'acceptance_tags: []',
    '---',
    '',
    `# ${fidelityPlanId} ${oneLine(title)}`,
    ...sections.flatMap(([name, lines]) => ['', `## ${name}`, '', ...lines]),
    '',
  ].join('\n')
}

const bulleted = (items: readonly string[]): readonly string[] =>
  items.length === 0 ? ['- (none)'] : items.map((item) => `- ${oneLine(item)}`)

/** Ids of the plans that the review blocked; a person may have taken some off the list. */
export function blockedBy(review: string): readonly string[] {
  const list = review.split(/^## /m).find((section) => section.startsWith(blockedTitle)) ?? ''
  return [...list.matchAll(/^- (\d{4})\b/gm)].map(([, id = '']) => id)
}
