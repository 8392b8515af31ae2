/** Describes `harness handbook`. */
import type { CommandSpec } from '../../line/command.ts'
import { providerOption, trustOption, verboseOption } from '../../line/shared-options.ts'

export const handbookCommands: readonly CommandSpec[] = [
  {
    name: 'handbook',
    group: 'Deliver',
    summary: 'drive IMPECCABLE_HANDBOOK.md; lint, status, plan, generate',
    description:
      'Without an action: carries out the prompts phase by phase, verifies what agents did and ticks the boxes. It ends when everything is done, or halts with a report. It asks no questions. lint lists every mistake, drift, unknown anchor, missing path and unreachable dependency with its line. Its exit code is 1 if there is one, and 2 if the handbook or PRODUCT.md is missing. status counts the boxes of each phase and names the next prompt. plan shows what would be dispatched, in which batches, and what each agent would be told. generate has an agent make a handbook and its skeleton from PRODUCT.md and the code, and asks it again if lint objects. The other three run no agent.',
    args: [
      {
        name: 'action',
        required: false,
        summary: 'lint, status, plan or generate; if none is given it is driven',
        completes: ['lint', 'status', 'plan', 'generate'],
      },
    ],
    options: [
      { flags: '--force', summary: 'generate: replace an existing handbook' },
      { flags: '--dry-run', summary: 'generate: only say who would be asked, and what it would be told' },
      providerOption,
      verboseOption,
      trustOption,
    ],
    examples: [
      { run: 'harness handbook', does: 'start, or resume, the handbook' },
      { run: 'harness handbook lint', does: 'is everything right with it?' },
      { run: 'harness handbook status', does: 'how far is each phase, and what is next?' },
      { run: 'harness handbook plan --json', does: 'every dispatch with its slices, for a script' },
      { run: 'harness handbook generate', does: 'have one made from PRODUCT.md and the code' },
    ],
    load: async () => (await import('./handbook.ts')).handbook,
  },
]
