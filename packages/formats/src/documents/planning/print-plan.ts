/** Prints a proposal as a plan file. */

import type { Proposal } from '@harness/core/playbooks/planning/proposal'
import type { Criterion } from '@harness/core/work/acceptance'

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
  return [
    '---',
    `id: ${JSON.stringify(id)}`,
    `title: ${JSON.stringify(title)}`,
    `phase: ${JSON.stringify(phase)}`,
    'status: "active"',
    ...list('depends_on', dependsOn),
    `estimated_passes: ${estimatedPasses}`,
    ...list('acceptance_tags', acceptanceTags),
    '---',
    '',
    `# ${id} ${title}`,
    ...sections.flatMap(([name, lines]) => ['', `## ${name}`, '', ...lines]),
    '',
  ].join('\n')
}

const bulleted = (items: readonly string[]): readonly string[] => items.map((item) => `- ${item}`)

const list = (name: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [`${name}: []`] : [`${name}:`, ...items.map((item) => `  - ${JSON.stringify(item)}`)]
