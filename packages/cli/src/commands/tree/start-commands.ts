/** Begin: set a repository up, see whether all is well, watch a sample. */
import type { CommandSpec } from '../../line/command.ts'
import { providerOption } from '../../line/shared-options.ts'

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
  {
    name: 'demo',
    group: 'Start',
    summary: 'see a sample delivery, handbook or mission; no key',
    description:
      'Makes a small product in a temporary folder and delivers its three plans, drives its handbook of four phases, or has a spec become an application, with scripted agents or, but for the mission, with real ones that you are logged in to. The mission’s application runs until Ctrl-C; with --json, or where nobody sits at a terminal, it is only shown to answer, and you are told how to start it.',
    args: [
      {
        name: 'sample',
        required: false,
        summary: 'delivery, handbook or mission; delivery where none is given',
        completes: ['delivery', 'handbook', 'mission'],
      },
    ],
    options: [
      { flags: '--keep <dir>', summary: 'make the product in this folder', completes: 'folder' },
      providerOption,
    ],
    examples: [
      { run: 'harness demo', does: 'watch a whole delivery in well under a minute' },
      { run: 'harness demo handbook', does: 'watch a handbook from its first prompt to its ship report' },
      { run: 'harness demo mission', does: 'watch a spec become an application, and use it' },
      { run: 'harness demo --provider claude', does: 'the same with a real agent, which costs money' },
    ],
    load: async () => (await import('../../playbooks/demo/demo.ts')).runDemo,
  },
]
