/** Resume and stop runs, and tell agents more. */

import { deliveryPhases } from '@harness/core/playbooks/delivery/input'
import { contextSources } from '@harness/formats/documents/context/context-source'
import type { CommandSpec } from '../../line/command.ts'
import {
  headlessOption,
  localOption,
  phaseOption,
  runArgument,
  trustOption,
  verboseOption,
} from '../../line/shared-options.ts'

export const deliverCommands: readonly CommandSpec[] = [
  {
    name: 'resume',
    group: 'Deliver',
    summary: 'resume a run that was stopped, has crashed or waits',
    description: 'Without a run: the one that can be resumed, if there is exactly one.',
    args: [{ ...runArgument, required: false }],
    options: [
      phaseOption,
      localOption,
      headlessOption,
      verboseOption,
      trustOption,
      { flags: '--reload', summary: 'use your own playbook as harness.config.ts has it now' },
    ],
    examples: [
      { run: 'harness resume', does: 'resume the only unfinished run' },
      { run: 'harness resume 0007', does: 'resume the latest run of plan 0007' },
    ],
    load: async () => (await import('../resume.ts')).resume,
  },
  {
    name: 'stop',
    group: 'Deliver',
    seldom: true,
    summary: 'stop a working run cleanly; it can be resumed',
    description: 'Asks the process that holds the run to stop, and waits until it has stopped.',
    args: [{ ...runArgument, required: false }],
    options: [{ flags: '--all', summary: 'every run of this repository that a process works on' }],
    examples: [
      { run: 'harness stop 0007', does: 'stop the run of plan 0007' },
      { run: 'harness stop --all', does: 'stop everything here' },
    ],
    load: async () => (await import('../stop.ts')).stop,
  },
  {
    name: 'context',
    group: 'Deliver',
    seldom: true,
    summary: 'tell agents more: add, list, archive, prune, render',
    description:
      'Agents act on the context folder within their role: a drop changes no permission, no check and no form of an answer. Agents of a phase get <phase>.md, and the scope of a drop in inbox/ names its agents. At most 10 000 characters a drop and 30 000 a prompt; each use is journaled.',
    args: [
      {
        name: 'action',
        required: true,
        summary: 'add, list, archive, prune or render',
        completes: ['add', 'list', 'archive', 'prune', 'render'],
      },
      {
        name: 'subject',
        required: false,
        summary: 'add: a file, or - for standard input; archive: a drop',
        completes: null,
      },
    ],
    options: [
      { flags: '-m, --message <text>', summary: 'add: this text instead of a file' },
      {
        flags: '--scope <scope>',
        summary: 'add: all, planner, phase:<of plans>, step:<of a run> or run:<plan id>; all by default',
      },
      { flags: '--source <name>', summary: 'add: the source of the note', completes: contextSources },
      { flags: '--name <words>', summary: 'add: what the drop is called' },
      { flags: '--older-than <days>', summary: 'prune: drops older than so many days, such as 30d' },
      { flags: '--delete', summary: 'prune: delete them instead of archiving' },
      {
        flags: '--phase <name>',
        summary: 'render: as an agent of this phase would be told',
        completes: [...deliveryPhases, 'planner'],
      },
      { flags: '--plan <id>', summary: 'render: that works on this plan', completes: 'plan' },
    ],
    examples: [
      { run: 'harness context add thread.md --source slack --scope run:0007', does: 'for plan 0007 only' },
      { run: 'harness context add -m "Prices are net" --scope step:review', does: 'for reviewers' },
      { run: 'harness context list', does: 'list all drops, and those that cannot be used' },
      { run: 'harness context render --phase review --plan 0007', does: 'exactly what the reviewer is told' },
      { run: 'harness context prune --older-than 30d', does: 'archive what is old' },
    ],
    load: async () => (await import('../context.ts')).context,
  },
  {
    name: 'new',
    group: 'Deliver',
    seldom: true,
    summary: 'write a plan file to fill in',
    description: 'It gets the next free id. Nothing is committed, and no file is replaced.',
    args: [{ name: 'title', required: true, summary: 'what the plan is about', completes: null }],
    options: [{ flags: '--phase <name>', summary: 'the phase of the plan; main by default' }],
    examples: [
      { run: 'harness new "Greet by name"', does: 'write docs/exec-plans/active/0002-greet-by-name.md' },
    ],
    load: async () => (await import('../new.ts')).newPlan,
  },
]
