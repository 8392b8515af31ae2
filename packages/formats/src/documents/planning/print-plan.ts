/** Prints a proposal as a plan file. */

import type { Proposal } from '@harness/core/playbooks/planning/proposal'
import type { Criterion } from '@harness/core/work/acceptance'
import { planText } from '../plan/plan-text.ts'

export function printPlan(
  proposal: Proposal,
  { spec, criteria }: { readonly spec: string; readonly criteria: readonly Criterion[] },
): string {
  const { id, title, phase, dependsOn, estimatedPasses, summary, scope, acceptanceTags } = proposal
  const meant = acceptanceTags.map((tag) => criteria.find((one) => one.tag === tag) ?? { tag, text: '' })
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Goal', [summary]],
    ['Why Now', [`The spec \`${spec}\` asks for it.`]],
    ['Scope', bulleted(scope)],
    ['Out Of Scope', ['- Whatever other plans deliver']],
    ['Milestones', scope.map((item, at) => `${at + 1}. ${item}`)],
    [
      'Validation',
      bulleted([
        ...meant.map(
          ({ tag, text }) => `A test whose title contains \`${tag}\` passes${text === '' ? '' : `: ${text}`}`,
        ),
        'All checks pass',
      ]),
    ],
    ['Open Questions', ['- (none)']],
    ['Decision Log', ['- (none)']],
  ]
  return planText({ id, title, phase, dependsOn, estimatedPasses, acceptanceTags }, sections)
}

const bulleted = (items: readonly string[]): readonly string[] => items.map((item) => `- ${item}`)
