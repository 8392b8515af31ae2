/** Describes the commands that deliver plans: choose one, and run it. */
import type { CommandSpec } from '../../line/command.ts'
import {
  headlessOption,
  localOption,
  phaseOption,
  providerOption,
  trustOption,
  verboseOption,
} from '../../line/shared-options.ts'

export const deliveryCommands: readonly CommandSpec[] = [
  {
    name: 'run',
    group: 'Deliver',
    summary: 'deliver a plan: implement, check, review, fix, merge',
    description:
      'Works in a lane of its own, so your tree stays free. Ctrl-C stops cleanly, and harness resume continues; a second Ctrl-C ends at once.',
    args: [
      {
        name: 'plan',
        required: false,
        summary: 'plan id; the next eligible plan if none is given',
        completes: 'plan',
      },
    ],
    options: [
      phaseOption,
      localOption,
      providerOption,
      { flags: '--dry-run', summary: 'show phases, checks, gates, lane, roles and models; do nothing' },
      { flags: '--skip-e2e', summary: 'start the run without end-to-end tests' },
      { flags: '--resume', summary: 'only resume an unfinished run of this plan; start none' },
      headlessOption,
      verboseOption,
      trustOption,
    ],
    examples: [
      { run: 'harness run', does: 'deliver the next eligible plan' },
      { run: 'harness run 0007', does: 'deliver plan 0007' },
      { run: 'harness run 0007 --phase implement', does: 'implement and check it, then pause' },
      { run: 'harness run 0007 --local-only', does: 'everything but the pull request, then pause' },
      { run: 'harness run 0007 --dry-run', does: 'see what would happen' },
    ],
    load: async () => (await import('./run.ts')).run,
  },
]

/** Seldom asked for: a run without a plan takes the next one by itself. */
export const nextCommands: readonly CommandSpec[] = [
  {
    name: 'next',
    group: 'Look',
    seldom: true,
    summary: 'show the plan that would be delivered next, and why',
    description:
      'Shows the most urgent plan whose dependencies are all completed: by priority, then by id. Plans that are held, wait for a person or were blocked by their last run are passed over.',
    args: [],
    options: [],
    examples: [
      { run: 'harness next', does: 'the plan that harness run would take' },
      { run: 'harness next --json', does: 'its id, title and file' },
    ],
    load: async () => (await import('./next.ts')).next,
  },
]
