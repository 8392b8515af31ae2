/**
 * Notify: calls the operator's own command with kind, message and directory. Whatever comes of it only warns. Safe to
 * repeat: a person may be told twice.
 */
import { platform } from 'node:process'
import type { Notified, Notify } from '@harness/core/effects/notify'
import { oneLine } from '@harness/core/kernel/one-line'
import type { Attempt } from '../../effects/failure/attempt.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import type { ProcessSpec } from '../../machine/process/process-spec.ts'
import { notifyPlace, refuseNotify } from './notify-line.ts'
import { runOwnProgram } from './own-program.ts'

export interface NotifyPorts extends LanePorts {
  /** The operator's command line; null if there is none. */
  readonly notifyRun: string | null
}

const wallMs = 30_000

export async function notify(command: Notify, attempt: Attempt, ports: NotifyPorts): Promise<Notified> {
  const { kind, id } = command
  const message = oneLine(ports.sanitise(command.message))
  const told = [kind, message, ports.repoRoot]
  const env = { HARNESS_NOTIFY_KIND: kind, HARNESS_NOTIFY_MESSAGE: message }
  // A file may have become changeable since the run started: by a link that a person made.
  const refused = refuseNotify(ports.notifyRun, notifyPlace(ports))
  const problem =
    refused !== null || ports.notifyRun === null
      ? (refused?.message ?? null)
      : await runOwnProgram(
          { program: withArguments(ports.notifyRun, told), env, wallMs, id, of: 'operator' },
          attempt,
          ports,
        )
  return { type: 'Notified', at: ports.clock.now(), commandId: id, problem }
}

/** What is told stands behind the line as words of its own, and is never read as a part of it. */
export function withArguments(
  line: string,
  words: readonly string[],
  system: NodeJS.Platform = platform,
): Pick<ProcessSpec, 'file' | 'args' | 'verbatimArguments'> {
  if (system !== 'win32') return { file: '/bin/sh', args: ['-c', `${line} "$@"`, 'harness', ...words] }
  const quoted = words.map((word) => `"${word.replace(/["%!^&|<>]/g, ' ')}"`)
  return {
    file: 'cmd.exe',
    args: ['/d', '/s', '/c', `"${[line, ...quoted].join(' ')}"`],
    verbatimArguments: true,
  }
}
