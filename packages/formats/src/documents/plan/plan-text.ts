/** Writes the text of a plan file: front matter, heading and sections. */

export interface PlanHead {
  readonly id: string
  readonly title: string
  readonly phase: string
  readonly dependsOn: readonly string[]
  readonly estimatedPasses: number
  readonly acceptanceTags: readonly string[]
}

export const planText = (
  { id, title, phase, dependsOn, estimatedPasses, acceptanceTags }: PlanHead,
  sections: readonly (readonly [name: string, lines: readonly string[]])[],
): string =>
  [
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

const list = (name: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [`${name}: []`] : [`${name}:`, ...items.map((item) => `  - ${JSON.stringify(item)}`)]

/** No plan of its own: `checkBody` refuses it. */
export const blankGoal = 'Say what holds when this plan is done, so that another person can check it.'

/** What an author fills in. */
export const blankSections: readonly (readonly [name: string, lines: readonly string[]])[] = [
  ['Goal', [blankGoal]],
  ['Why Now', ['Say what waits for it.']],
  ['Scope', ['- Name the parts of the product that change.']],
  ['Out Of Scope', ['- (none)']],
  ['Milestones', ['1. Name the first step that can be tested.']],
  ['Validation', ['- All checks pass.']],
  ['Open Questions', ['- (none)']],
  ['Decision Log', ['- (none)']],
]
