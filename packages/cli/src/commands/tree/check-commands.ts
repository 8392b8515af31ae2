/** Check what is configured, and what it came to. */

import type { CommandSpec } from '../../line/command.ts'
import { runArgument, trustOption } from '../../line/shared-options.ts'

export const checkCommands = (roleNames: readonly string[]): readonly CommandSpec[] => [
  {
    name: 'validate',
    group: 'Check',
    seldom: true,
    summary: 'check config, plans, their graph, the script, the state',
    description:
      'Lists every problem, not only the first. Exit code 2 if a file must be corrected, 12 if the state is damaged.',
    args: [],
    options: [],
    examples: [{ run: 'harness validate', does: 'check everything before a commit' }],
    load: async () => (await import('../validate.ts')).validate,
  },
  {
    name: 'agents',
    group: 'Check',
    seldom: true,
    summary: 'see which agents are installed; install: their SDKs',
    description:
      'The SDKs of Claude and Codex are large, so harness does not bring them. They are installed for you alone, in your data folder, and found from every repository. No install script runs.',
    args: [
      {
        name: 'action',
        required: false,
        summary: 'list or install; list by default',
        completes: ['list', 'install'],
      },
      {
        name: 'agent',
        required: false,
        summary: 'install: claude or codex',
        completes: ['claude', 'codex'],
      },
    ],
    options: [],
    examples: [
      { run: 'harness agents', does: 'what is installed, and where' },
      { run: 'harness agents install claude', does: 'install the SDK of Claude' },
    ],
    load: async () => (await import('../agents.ts')).agents,
  },
  {
    name: 'trust',
    group: 'Check',
    seldom: true,
    summary: 'see what this repository brings, and agree to run it',
    description:
      'Shows the commands of the config, harness.config.ts and what it imports, a script that is a program, role texts and hooks. Nothing of it runs before you agree; what changes later is shown again. The record is kept with your own data, never in the repository.',
    args: [],
    options: [
      { flags: '-y, --yes', summary: 'agree without a question' },
      { flags: '--list', summary: 'only list what is trusted' },
      { flags: '--revoke', summary: 'trust nothing of this repository any more' },
    ],
    examples: [
      { run: 'harness trust', does: 'show what is new, then ask' },
      { run: 'harness trust --yes', does: 'agree, as a script would' },
      { run: 'harness trust --list --json', does: 'everything that is trusted, for a script' },
    ],
    load: async () => (await import('../trust.ts')).trust,
  },
  {
    name: 'config',
    group: 'Check',
    seldom: true,
    summary: 'print the resolved config; --schema: its JSON Schema',
    description: 'Every default filled in, and the source of each value: file, environment or default.',
    args: [],
    options: [{ flags: '--schema', summary: 'print the JSON Schema of harness.config.json instead' }],
    examples: [
      { run: 'harness config', does: 'print every setting and its source' },
      { run: 'harness config --schema > schema.json', does: 'for an editor' },
    ],
    load: async () => (await import('../config.ts')).config,
  },
  {
    name: 'roles',
    group: 'Check',
    seldom: true,
    summary: 'list the roles of agents; with a role: print its text',
    description:
      'For each role: where its text comes from, what it may do, the form of its answer, and who answers for it. A text of your own in .harness/roles/<role>.md takes the place of the built-in one.',
    args: [{ name: 'role', required: false, summary: roleNames.join(', '), completes: roleNames }],
    options: [],
    examples: [
      { run: 'harness roles', does: 'who the agents are here' },
      { run: 'harness roles reviewer', does: 'what the reviewer is told about itself' },
      { run: 'harness roles reviewer > .harness/roles/reviewer.md', does: 'start a text of your own' },
    ],
    load: async () => (await import('../roles.ts')).roles,
  },
  {
    name: 'replay',
    group: 'Check',
    seldom: true,
    summary: 'play a finished run again offline, and compare',
    description:
      'Works in a fresh repository at the commit from which the run started. Lanes, checks and merges are real; agents and people are played from their recordings. Exit code 1 if the replay differs.',
    args: [runArgument],
    options: [
      { flags: '--until <command>', summary: 'stop after this command, such as review/0007/1' },
      { flags: '--keep', summary: 'keep the repository of the replay' },
      { flags: '--to-script', summary: 'print a script that plays the same agents instead' },
      trustOption,
    ],
    examples: [
      { run: 'harness replay 0007', does: 'does it still come to the same?' },
      { run: 'harness replay 0007 --to-script > agent.yaml', does: 'a script for the scripted agent' },
    ],
    load: async () => (await import('../replay.ts')).replay,
  },
  {
    name: 'calibration',
    group: 'Check',
    seldom: true,
    summary: 'compare what plans came to with what was expected',
    description:
      'Over finished runs: passes, tokens, time worked, lines and files per plan, and the effort per phase and role. Waiting for people and for limits is not counted.',
    args: [],
    options: [{ flags: '--plan <id>', summary: 'only the runs of this plan', completes: 'plan' }],
    examples: [
      { run: 'harness calibration', does: 'how far off estimates are' },
      { run: 'harness calibration --plan 0007 --json', does: 'one plan, for a script' },
    ],
    load: async () => (await import('../calibration.ts')).calibration,
  },
  {
    name: 'completion',
    group: 'Check',
    seldom: true,
    summary: 'print the completion script for bash, zsh or fish',
    description:
      'Completes commands, options, the ids of plans and runs, and the choices of open gates, as they are at that moment.',
    args: [
      { name: 'shell', required: false, summary: 'bash, zsh or fish', completes: ['bash', 'zsh', 'fish'] },
    ],
    options: [
      { flags: '--ids <kind>', summary: 'list ids of plans or runs, for the scripts', hidden: true },
      { flags: '--of <gate>', summary: 'list the choices of this gate, with --ids choice', hidden: true },
    ],
    examples: [
      { run: 'eval "$(harness completion bash)"', does: 'for this bash; put it into ~/.bashrc' },
      { run: 'harness completion zsh > ~/.zfunc/_harness', does: 'for zsh, with ~/.zfunc in your fpath' },
      { run: 'harness completion fish > ~/.config/fish/completions/harness.fish', does: 'for fish' },
    ],
    load: async () => (await import('../completion.ts')).completion,
  },
]
