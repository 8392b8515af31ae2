/** Describes `harness mission`. */
import type { CommandSpec } from '../../line/command.ts'
import {
  headlessOption,
  messageOption,
  providerOption,
  trustOption,
  verboseOption,
} from '../../line/shared-options.ts'

export const missionCommands: readonly CommandSpec[] = [
  {
    name: 'mission',
    group: 'Deliver',
    summary: 'turn SPEC.md into a product, feature by feature',
    description:
      'Without an action: plans the features and what each must prove, and has the plan challenged. Then it works, validates and merges feature by feature until every claim holds. A stopped mission is resumed. status shows features, claims, attempts, lanes, cost and how well prompts were cached. features and contract print the documents. grant answers a checkpoint. Exit codes: 3 a person must decide, 5 too many iterations, 7 the plan was rejected, 8 a checkpoint waits.',
    args: [
      {
        name: 'action',
        required: false,
        summary: 'status, features, contract or grant; none to carry it out',
        completes: ['status', 'features', 'contract', 'grant'],
      },
      { name: 'name', required: false, summary: 'grant: the checkpoint', completes: 'gate' },
    ],
    options: [
      { flags: '--spec <file>', summary: 'the spec; SPEC.md if none is given' },
      providerOption,
      messageOption,
      { flags: '--no-resume', summary: 'grant: only file the answer; resume later' },
      headlessOption,
      verboseOption,
      trustOption,
    ],
    examples: [
      { run: 'harness mission', does: 'start the mission of SPEC.md, or resume it' },
      { run: 'harness mission --spec docs/shop.md', does: 'another spec' },
      { run: 'harness mission status', does: 'how far is it, and what did it cost?' },
      { run: 'harness mission features --json', does: 'the feature queue, for a script' },
      { run: 'harness mission grant plan', does: 'resume after the checkpoint “plan”' },
    ],
    load: async () => (await import('./mission.ts')).mission,
  },
]
