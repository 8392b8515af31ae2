/** Describes the command that works unattended. */

import type { CommandSpec } from '../../line/command.ts'
import { trustOption } from '../../line/shared-options.ts'
import { daemonActions } from '../daemon/actions.ts'

export const daemonCommands: readonly CommandSpec[] = [
  {
    name: 'daemon',
    group: 'Deliver',
    summary: 'deliver all plans unattended: start, status, pause, stop, …',
    description:
      'Delivers plan after plan, by dependencies, priority and id. It waits out rate limits, blocks a plan that fails and continues with the others. It survives any crash. Without an action: status.',
    args: [
      {
        name: 'action',
        required: false,
        summary: daemonActions.join(', '),
        completes: daemonActions,
      },
      {
        name: 'subject',
        required: false,
        summary: 'unblock, unqueue, logs: a plan or queued command; queue: a command in quotes',
        completes: 'plan',
      },
    ],
    options: [
      { flags: '--foreground', summary: 'start: stay in this terminal' },
      { flags: '--run', summary: 'start: deliver at once; else it starts paused' },
      { flags: '--port <port>', summary: 'start: the port of the control server; daemon.port by default' },
      { flags: '--no-server', summary: 'start: no port; only the socket of this command' },
      {
        flags: '--listen <address>',
        summary: 'start: listen beyond 127.0.0.1; all who have the token can then steer it from there',
      },
      { flags: '--now', summary: 'stop: release all runs at once, resumably' },
      { flags: '-m, --message <text>', summary: 'pause, freeze: why' },
      { flags: '-f, --follow', summary: 'logs: and what happens from now on' },
      trustOption,
    ],
    examples: [
      { run: 'harness daemon start --run', does: 'deliver all plans in the background' },
      { run: 'harness daemon status', does: 'what it works on, what is blocked and why, what comes next' },
      { run: 'harness daemon unblock 0007', does: 'try a blocked plan again' },
      { run: 'harness daemon queue "mission --spec SPEC.md"', does: 'carry out a mission between the plans' },
      { run: 'harness daemon freeze -m "release day"', does: 'halt every run at its next step' },
      { run: 'harness daemon stop', does: 'let runs in flight finish, then end' },
    ],
    load: async () => (await import('../daemon.ts')).daemon,
  },
]
