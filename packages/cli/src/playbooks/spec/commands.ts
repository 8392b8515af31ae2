/** Describes `harness spec`. */
import type { CommandSpec } from '../../line/command.ts'
import { headlessOption, providerOption, trustOption, verboseOption } from '../../line/shared-options.ts'

export const specCommands: readonly CommandSpec[] = [
  {
    name: 'spec',
    group: 'Deliver',
    seldom: true,
    summary: 'turn an idea into a spec draft for harness workflow',
    description:
      'Asks questions about the idea in at most three rounds, has a draft written and criticised, and writes spec_draft.md, qa_notes.md, critic_findings.md and conventions.md to docs/harness/<slug>/. Quick, the default, sends one analyst; deep sends four that do not see each other, then a synthesis and one revision. Each round of questions is a gate: without a terminal the run waits there with exit code 8, and harness answer continues it. Without an idea the unfinished run is resumed.',
    args: [
      {
        name: 'idea',
        required: false,
        summary: 'what you want, in your own words and language',
        completes: null,
      },
    ],
    options: [
      { flags: '--quick', summary: 'one analyst (the default)' },
      { flags: '--deep', summary: 'four independent analysts, a synthesis, one revision after the critic' },
      {
        flags: '--output-dir <folder>',
        summary: 'the parent of the spec’s folder; docs/harness if not given',
      },
      {
        flags: '--scan',
        summary: 'scan conventions without a question if CLAUDE.md has fewer than 50 lines',
      },
      { flags: '--no-scan', summary: 'never scan conventions' },
      providerOption,
      headlessOption,
      verboseOption,
      trustOption,
    ],
    examples: [
      { run: 'harness spec "share notes by link"', does: 'ask, draft, criticise, write' },
      { run: 'harness spec --deep "share notes by link"', does: 'four analysts and a revision' },
      { run: 'harness spec', does: 'resume the unfinished spec' },
    ],
    load: async () => (await import('./spec.ts')).spec,
  },
]
