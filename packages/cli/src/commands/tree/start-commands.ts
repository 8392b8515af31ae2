/** Set a repository up, and check it. */
import { providerNames } from '@harness/core/kernel/provider-name'
import type { CommandSpec } from '../../line/command.ts'

export const startCommands: readonly CommandSpec[] = [
  {
    name: 'init',
    group: 'Start',
    summary: 'look at this repository, try its checks, write a config',
    description:
      'Finds the default branch, the package managers and the commands that test, lint and build, and what the CI runs beside them. Runs each check once in a fresh clone and shows the result. Shows every file before it writes one, and never overwrites. Exit code 1 if a check fails there.',
    args: [],
    options: [
      { flags: '-y, --yes', summary: 'try the checks and write without asking' },
      {
        flags: '--agent <name>',
        summary: `who works: ${providerNames.join(', ')}`,
        completes: providerNames,
      },
      { flags: '--adopt', summary: 'complete the config of another harness of this kind' },
      { flags: '--no-trial', summary: 'do not run the checks' },
      { flags: '--check-timeout <seconds>', summary: 'how long each check may take' },
    ],
    examples: [
      { run: 'harness init', does: 'show what would be written, then ask' },
      { run: 'harness init --yes --agent claude', does: 'write it, as a script would' },
      { run: 'harness init --adopt', does: 'keep what can be read of a config, add the rest' },
    ],
    load: async () => (await import('../init.ts')).init,
  },
  {
    name: 'doctor',
    group: 'Start',
    summary: 'check node, git, providers, config, disk and state',
    description:
      'Each check says what it found and, if something is wrong, the one command that fixes it. Exit code 1 if a check failed.',
    args: [],
    options: [
      { flags: '--fix', summary: 'remove what is left over and holds nothing, such as lanes of ended runs' },
    ],
    examples: [
      { run: 'harness doctor', does: 'check everything' },
      { run: 'harness doctor --fix', does: 'clean up after runs; work is never removed' },
      { run: 'harness doctor --json', does: 'the same for a script' },
    ],
    load: async () => (await import('../doctor.ts')).doctor,
  },
]
