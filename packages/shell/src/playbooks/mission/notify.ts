/**
 * Notify: calls the operator's own command with kind, message and directory. Whatever comes of it only warns. Safe to
 * repeat: a person may be told twice.
 */
import type { Notified, Notify } from '@harness/core/effects/notify'
import { oneLine } from '@harness/core/kernel/one-line'
import type { Attempt } from '../../effects/failure/attempt.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { runOperatorProgram } from '../../effects/people/notices/operator-program.ts'

export interface NotifyPorts extends LanePorts {
  /** The operator's command line; null if there is none. */
  readonly notifyRun: string | null
}

export async function notify(
  { kind, id, message: said }: Notify,
  { signal }: Attempt,
  ports: NotifyPorts,
): Promise<Notified> {
  const { notifyRun, repoRoot, sandbox, environment, sanitise } = ports
  const message = oneLine(sanitise(said))
  const problem =
    notifyRun === null
      ? null
      : await runOperatorProgram({
          line: notifyRun,
          field: 'mission.notify',
          words: [kind, message, repoRoot],
          env: { HARNESS_NOTIFY_KIND: kind, HARNESS_NOTIFY_MESSAGE: message },
          place: { repoRoot, writable: sandbox.allowed.write, environment },
          allowed: ports.lanes.env,
          tag: `${ports.processTag}/${id}`,
          signal,
          sanitise,
        })
  return { type: 'Notified', at: ports.clock.now(), commandId: id, problem }
}
