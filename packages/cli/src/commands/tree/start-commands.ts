/** Set a repository up, and check it. */
import type { CommandSpec } from '../../line/command.ts'

export const startCommands: readonly CommandSpec[] = [
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
    load: async () => (await import('../init.ts')).init,
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
    load: async () => (await import('../doctor.ts')).doctor,
  },
]
