/** Look at runs, and play them again. */
import type { CommandSpec } from '../../line/command.ts'
import { runArgument } from '../../line/shared-options.ts'

export const lookCommands: readonly CommandSpec[] = [
  {
    name: 'status',
    group: 'Look',
    summary: 'see what needs you, what works and what comes next',
    description: 'Exit code 0 whatever it shows. For all runs: harness runs.',
    args: [],
    options: [],
    examples: [
      { run: 'harness status', does: 'what to do next' },
      { run: 'harness status --json', does: 'the same for a script' },
    ],
    load: async () => (await import('../status.ts')).status,
  },
  {
    name: 'runs',
    group: 'Look',
    summary: 'list runs: state, phase, tokens, cost, what they wait for',
    description: 'What needs a person comes first, then what works, then what is finished.',
    args: [],
    options: [{ flags: '--all', summary: 'also those that ended long ago; by default the latest 20' }],
    examples: [
      { run: 'harness runs', does: 'everything that needs you, works or just ended' },
      { run: 'harness runs --json', does: 'the same for a script' },
    ],
    load: async () => (await import('../runs.ts')).runs,
  },
  {
    name: 'show',
    group: 'Look',
    summary: 'show a run: phases, evidence, findings, costs, state',
    description:
      'With a command id as well: the envelope, the answer, the usage and the change of that call.',
    args: [
      runArgument,
      {
        name: 'command',
        required: false,
        summary: 'command id as the summary prints it, such as review/0007/1',
        completes: null,
      },
    ],
    options: [
      {
        flags: '--transcript',
        summary: 'what the agent of that call said, ran and saw, so far or to its end',
      },
    ],
    examples: [
      { run: 'harness show 0007', does: 'how the latest run of plan 0007 went' },
      { run: 'harness show 0007 review/0007/1', does: 'what the reviewer was told and answered' },
      { run: 'harness show 0007 review/0007/1 --transcript', does: 'what the reviewer ran and saw' },
    ],
    load: async () => (await import('../show.ts')).show,
  },
  {
    name: 'diff',
    group: 'Look',
    seldom: true,
    summary: 'show the whole change of a run',
    description:
      'For each lane of the run: from the base that it began at to its last commit, or what its merge brought to the base branch.',
    args: [runArgument],
    options: [{ flags: '--stat', summary: 'the files and how many lines of each changed' }],
    examples: [
      { run: 'harness diff 0007', does: 'the change of the latest run of plan 0007' },
      { run: 'harness diff mission --stat', does: 'which files a mission has changed' },
    ],
    load: async () => (await import('../diff.ts')).diff,
  },
  {
    name: 'logs',
    group: 'Look',
    seldom: true,
    summary: 'print a run’s log, and follow it',
    description:
      'Prints past events first, then new ones. With --json it is NDJSON: one event a line, each an object.',
    args: [runArgument],
    options: [
      { flags: '-f, --follow', summary: 'follow until the process stops working on the run' },
      { flags: '--since <time>', summary: 'from then on: how long ago (90s, 15m, 2h), or a time' },
      { flags: '--agent', summary: 'what its agents say, run and see, in place of its events' },
    ],
    examples: [
      { run: 'harness logs 0007', does: 'what happened so far' },
      { run: 'harness logs 0007 -f', does: 'and what happens from now on' },
      { run: 'harness logs 0007 -f --agent', does: 'watch its agents work' },
      { run: 'harness logs 0007 --since 2h', does: 'what happened in the last two hours' },
      { run: 'harness logs 0007 --json', does: 'its events as NDJSON, one a line' },
    ],
    load: async () => (await import('../logs.ts')).logs,
  },
]
