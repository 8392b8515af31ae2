/** Describes `harness release-gate` and `harness trace`. */
import type { CommandSpec } from '../../line/command.ts'
import { headlessOption, trustOption, verboseOption } from '../../line/shared-options.ts'

export const releaseCommands: readonly CommandSpec[] = [
  {
    name: 'release-gate',
    group: 'Deliver',
    seldom: true,
    summary: 'say if the base branch meets its acceptance criteria',
    description:
      'Reads <spec>.acceptance.md at the tip of the base branch. Each tag needs a completed plan, a test that names it, and a check that the harness runs now and that prints that this test passed; a check can also claim a tag in the config. All checks must pass. If nothing is missing, RELEASE_READY is written to the state directory, otherwise the tags and what they lack are printed. No agent is asked. Exit codes: 0 ready, 1 not ready, 2 wrong use.',
    args: [
      {
        name: 'spec',
        required: false,
        summary: 'the spec or its acceptance file; releaseGate.specPath if not given',
        completes: 'folder',
      },
    ],
    options: [headlessOption, verboseOption, trustOption],
    examples: [
      { run: 'harness release-gate', does: 'hold the base branch against the spec of the config' },
      { run: 'harness release-gate docs/product-specs/main.md --json', does: 'the same for a script' },
    ],
    load: async () => (await import('./release-gate.ts')).releaseGate,
  },
]

export const traceCommands: readonly CommandSpec[] = [
  {
    name: 'trace',
    group: 'Check',
    seldom: true,
    summary: 'show what an acceptance tag rests on, and what is missing',
    description:
      'Follows the tag on the base branch: spec, criterion, plans, tests, merges with the checks that passed, the latest release gate, RELEASE_READY. Exit code 1 if a link is missing.',
    args: [{ name: 'tag', required: true, summary: 'a tag such as auth/sign-in', completes: null }],
    options: [],
    examples: [
      { run: 'harness trace auth/sign-in', does: 'the chain of the tag' },
      { run: 'harness trace auth/sign-in --json', does: 'the same for a script' },
    ],
    load: async () => (await import('./trace.ts')).trace,
  },
]
