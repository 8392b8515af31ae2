/**
 * TickBox: changes one byte of the handbook of the branch that the run works on. Safe to repeat: a box that is ticked is
 * ticked, by the run or by a person.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { BoxTicked, TickBox, TickRefused } from '@harness/core/playbooks/handbook/tick-box'
import type { TickRefusal } from '@harness/formats/documents/handbook/find-box'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { type FailurePorts, orCommandFailed } from '../../effects/failure/expected-failure.ts'
import { digestWithTick } from './document-digests.ts'
import { soundInRun } from './documents-in-run.ts'
import { readHandbookFolder } from './handbook-folder.ts'
import type { KnownHandbook } from './known-handbook.ts'
import { handbookFile } from './open-handbook.ts'

export interface TickPorts extends FailurePorts {
  readonly repoRoot: string
  /** Refuses where the handbook that is there is not the run's. */
  guard(): Promise<void>
  redact(text: string): string
}

export const tickBox = (
  command: TickBox,
  attempt: Attempt,
  ports: TickPorts,
  handbook: KnownHandbook,
): Promise<BoxTicked | TickRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const { promptId, text, known } = command
    // The run knows the text without its secrets: what stands in the file is the whole of it.
    const dispatched = { id: promptId, text, redact: (written: string) => ports.redact(written) }
    await ports.guard()
    let tick = handbook.tick(dispatched)
    if (tick.type === 'refused' && tick.reason !== 'already-done') {
      // A document with mistakes, half saved perhaps, does not tell what became of a prompt.
      soundInRun(await readHandbookFolder(ports.repoRoot, handbook))
      tick = handbook.tick(dispatched)
    }
    const about = { at: ports.clock.now(), commandId: command.id, promptId }
    if (tick.type === 'refused' && tick.reason !== 'already-done')
      return { ...about, type: 'TickRefused', ...refusals[tick.reason] }
    return { ...about, type: 'BoxTicked', digest: digestWithTick(known, tick) }
  })

const refusals: Readonly<
  Record<Exclude<TickRefusal, 'already-done'>, Pick<TickRefused, 'reason' | 'detail'>>
> = {
  missing: { reason: 'gone', detail: `${handbookFile} does not have this prompt any more.` },
  ambiguous: { reason: 'gone', detail: 'it does not have exactly one checkbox any more.' },
  deferred: { reason: 'gone', detail: 'a person has deferred it meanwhile.' },
  'text-changed': {
    reason: 'edited',
    detail: 'its text is another one by now, which has not been carried out.',
  },
}
