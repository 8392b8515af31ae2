/** Describes `harness plan`. */
import type { CommandSpec } from '../../line/command.ts'
import { headlessOption, providerOption, trustOption, verboseOption } from '../../line/shared-options.ts'

export const planningCommands: readonly CommandSpec[] = [
  {
    name: 'plan',
    group: 'Deliver',
    seldom: true,
    summary: 'make plans of a product spec with acceptance criteria',
    description:
      'Reads the spec and <spec>.acceptance.md, has the planner propose plans, and holds them against the rules: every tag has a plan, no plan waits in a circle, no plan is too large, no id is taken. Proposals with defects go back to the planner, at most twice. All plans are written to the plan folder, or none. Without a spec the unfinished run is resumed.',
    args: [
      {
        name: 'spec',
        required: false,
        summary: 'the product spec, such as docs/product-specs/main.md',
        completes: 'folder',
      },
    ],
    options: [
      { flags: '--preview', summary: 'show the plans and write nothing' },
      {
        flags: '--max-new-plans <count>',
        summary: 'at most so many new plans; planning.maxNewPlans if not given',
      },
      providerOption,
      headlessOption,
      verboseOption,
      trustOption,
    ],
    examples: [
      { run: 'harness plan docs/product-specs/main.md', does: 'propose, check, write' },
      { run: 'harness plan docs/product-specs/main.md --preview', does: 'show the plans first' },
      { run: 'harness plan', does: 'resume the unfinished planning' },
    ],
    load: async () => (await import('./plan.ts')).plan,
  },
]
