/** Describes `harness fidelity`. */
import type { CommandSpec } from '../../line/command.ts'
import { headlessOption, providerOption, trustOption, verboseOption } from '../../line/shared-options.ts'

export const fidelityCommands: readonly CommandSpec[] = [
  {
    name: 'fidelity',
    group: 'Deliver',
    seldom: true,
    summary: 'score how far the product has drifted from its spec',
    description:
      'An auditor that only reads holds the base branch against the spec: each requirement is met, partial or unmet, with the files that show it. An answer without evidence goes back to the auditor, at most twice. A score above fidelity.threshold blocks the active plans and writes the plan 9999 of the review. --accept -m "why" records that you accept the latest report for this version of the spec; the plans are active again. Exit codes: 0 not above the threshold, 1 above it, 2 wrong use, 4 no answer with evidence.',
    args: [
      {
        name: 'spec',
        required: false,
        summary: 'the product spec; fidelity.specPath if not given',
        completes: 'folder',
      },
    ],
    options: [
      { flags: '--accept', summary: 'accept the latest report as read; needs -m' },
      { flags: '-m, --message <text>', summary: 'why you accept it' },
      providerOption,
      headlessOption,
      verboseOption,
      trustOption,
    ],
    examples: [
      { run: 'harness fidelity', does: 'hold the product against the spec of the config' },
      { run: 'harness fidelity --accept -m "Slack comes next quarter"', does: 'accept what it found' },
    ],
    load: async () => (await import('./fidelity.ts')).fidelity,
  },
]
