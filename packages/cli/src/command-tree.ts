/** Owns which commands there are, what they take and what their help says. Parsing, help and completion are made from it. */
import type { CommandSpec } from './command.ts'

const runArgument = {
  name: 'run',
  required: true,
  summary: 'run id, <plan>-<run id>, plan id (its latest run) or a beginning of one',
  completes: 'run',
} as const

export const commandTree: readonly CommandSpec[] = [
  {
    name: 'init',
    group: 'Start',
    summary: 'look at this repository and write harness.config.json',
    description:
      'Finds the default branch, the package manager and the commands that test, lint and build. Shows every file before it writes one, and never overwrites.',
    args: [],
    options: [{ flags: '-y, --yes', summary: 'write without asking' }],
    examples: [
      { run: 'harness init', does: 'show what would be written, then ask' },
      { run: 'harness init --yes', does: 'write it, as a script would' },
    ],
    load: async () => (await import('./commands/init.ts')).init,
  },
  {
    name: 'doctor',
    group: 'Start',
    summary: 'check node, git, providers, config, disk and state',
    description:
      'Each check says what it found and, where something is wrong, the one command that fixes it. Exit code 1 where a check failed.',
    args: [],
    options: [],
    examples: [
      { run: 'harness doctor', does: 'check everything' },
      { run: 'harness doctor --json', does: 'the same for a script' },
    ],
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'next',
    group: 'Deliver',
    summary: 'show the plan that would be delivered next, and why',
    description: 'The most urgent plan whose dependencies are all completed; by priority, then by id.',
    args: [],
    options: [],
    examples: [
      { run: 'harness next', does: 'the plan that harness run would take' },
      { run: 'harness next --json', does: 'its id, title and file' },
    ],
    load: async () => (await import('./commands/next.ts')).next,
  },
  {
    name: 'stop',
    group: 'Deliver',
    summary: 'stop a working run cleanly; it can be resumed',
    description: 'Leaves word for the process that holds the run and waits until it has let go.',
    args: [{ ...runArgument, required: false }],
    options: [{ flags: '--all', summary: 'every run of this repository that somebody works on' }],
    examples: [
      { run: 'harness stop 0007', does: 'stop the run of plan 0007' },
      { run: 'harness stop --all', does: 'stop everything here' },
    ],
    load: async () => (await import('./commands/stop.ts')).stop,
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
    load: async () => (await import('./commands/runs.ts')).runs,
  },
  {
    name: 'show',
    group: 'Look',
    summary: 'show a run: phases, evidence, findings, costs, where it is',
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
    options: [],
    examples: [
      { run: 'harness show 0007', does: 'how the latest run of plan 0007 went' },
      { run: 'harness show 0007 review/0007/1', does: 'what the reviewer was told and answered' },
    ],
    load: async () => (await import('./commands/show.ts')).show,
  },
  {
    name: 'logs',
    group: 'Look',
    summary: 'print a run’s log, and follow it',
    description: 'What already happened comes first, then what happens.',
    args: [runArgument],
    options: [{ flags: '-f, --follow', summary: 'go on until the run lets go' }],
    examples: [
      { run: 'harness logs 0007', does: 'what happened so far' },
      { run: 'harness logs 0007 -f', does: 'and what happens from now on' },
    ],
    load: async () => (await import('./commands/logs.ts')).logs,
  },
  {
    name: 'validate',
    group: 'Check',
    summary: 'check config, plans, their graph, the script, the state',
    description:
      'Lists every problem there is, not only the first. Exit code 2 where a file must be corrected, 12 where the state is damaged.',
    args: [],
    options: [],
    examples: [{ run: 'harness validate', does: 'check everything before a commit' }],
    load: async () => (await import('./commands/validate.ts')).validate,
  },
  {
    name: 'config',
    group: 'Check',
    summary: 'print the resolved config; --schema: its JSON Schema',
    description:
      'Every default filled in, and for each value where it came from: file, environment or default.',
    args: [],
    options: [{ flags: '--schema', summary: 'print the JSON Schema of harness.config.json instead' }],
    examples: [
      { run: 'harness config', does: 'what the harness goes by here' },
      { run: 'harness config --schema > schema.json', does: 'for an editor' },
    ],
    load: async () => (await import('./commands/config.ts')).config,
  },
  {
    name: 'completion',
    group: 'Check',
    summary: 'print the completion script for bash, zsh or fish',
    description: 'Completes commands, options, and the ids of plans and runs as they are at that moment.',
    args: [
      { name: 'shell', required: false, summary: 'bash, zsh or fish', completes: ['bash', 'zsh', 'fish'] },
    ],
    options: [{ flags: '--ids <kind>', summary: 'list ids of plans or runs, for the scripts', hidden: true }],
    examples: [
      { run: 'eval "$(harness completion bash)"', does: 'for this bash; put it into ~/.bashrc' },
      { run: 'harness completion zsh > ~/.zfunc/_harness', does: 'for zsh, with ~/.zfunc in your fpath' },
      { run: 'harness completion fish > ~/.config/fish/completions/harness.fish', does: 'for fish' },
    ],
    load: async () => (await import('./commands/completion.ts')).completion,
  },
]
