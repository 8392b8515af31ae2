/** A plan as a planner answers it: two phases, a pair, everything that exists in `plannedFor`. */
export const plannedFor: Readonly<Record<string, string>> = {
  'PRODUCT.md':
    '# Product\n\n## Users\n\nPeople in a hurry.\n\n## Design Principles\n\n**The Quiet Rule.** Nothing blinks.\n',
  'src/pages/home.html': '<main></main>\n',
  'src/styles.css': 'main {}\n',
}

const prompt = (id: string, verb: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  title: `${verb} the home page`,
  verb,
  text: `/impeccable ${verb} src/pages/home.html for people in a hurry; reject carousels by name.`,
  paths: ['src/pages/home.html'],
  symbols: [],
  product_md_rules: ['The Quiet Rule'],
  design_md_rules: [],
  loc: 40,
  loc_floor: 10,
  files: 1,
  files_floor: 0,
  confidence: 'medium',
  expected_signal: 'require_nonempty',
  success: 'The page says "one thing"; nothing blinks.',
  failure_modes: 'A menu of options.',
  paired_with: null,
  depends_on: [],
  ...more,
})

export const plannedAnswer = {
  determinism_notes: ['No new dependencies.'],
  phases: [
    {
      number: 1,
      title: 'Look',
      preamble: 'Only read.',
      prompts: [prompt('1.1', 'critique', { expected_signal: 'allow_empty', symbols: ['main'] })],
      close: null,
    },
    {
      number: 2,
      title: 'Design',
      preamble: 'One surface after the other.',
      prompts: [
        prompt('2.1', 'shape', { paired_with: '2.2', loc: null, files: null, confidence: 'unbounded' }),
        prompt('2.2', 'craft', {
          paired_with: '2.1',
          depends_on: ['2.1'],
          paths: ['src/pages', 'src/styles.css'],
        }),
      ],
      close: { commands: ['npm run check'], prompt: 'Does the page say one thing?' },
    },
  ],
}
