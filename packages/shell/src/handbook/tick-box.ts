/** TickBox: changes one byte of the handbook. Safe to repeat: a box that is ticked is ticked, whoever did it. */
import type { TickBox } from '@harness/core/command'
import type { BoxTicked, CommandFailed, TickRefused } from '@harness/core/event'
import { askedByClose, closeId } from '@harness/core/handbook-document'
import type { TickRefusal } from '@harness/formats/handbook/find-box'
import type { Attempt } from '../adapters.ts'
import {
  type HandbookDocument,
  handbookFile,
  readHandbook,
  tickPrompt,
} from '../documents/handbook-document.ts'
import { skeletonFile } from '../documents/handbook-folder.ts'
import { orCommandFailed } from '../expected-failure.ts'
import { readInside } from '../files/inside.ts'
import type { RunPorts } from '../playbook-run/run-ports.ts'
import { digestOfHandbook } from './read-handbook.ts'

export const tickBox = (
  command: TickBox,
  attempt: Attempt,
  ports: RunPorts,
): Promise<BoxTicked | TickRefused | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const { repoRoot } = ports
    const { promptId } = command
    const seen = readHandbook(repoRoot)
    const before = seen === null ? null : await digestHere(repoRoot, seen)
    const text = textOf(seen, command, ports)
    const tick = tickPrompt(repoRoot, { id: promptId, text }, seen)
    const about = { at: ports.clock.now(), commandId: command.id, promptId }
    if (tick.type === 'refused' && tick.reason !== 'already-done')
      return { ...about, type: 'TickRefused', ...refusals[tick.reason] }
    const now = readHandbook(repoRoot)
    const isOnlyOurs =
      seen !== null && now !== null && before === command.known && oneByteApart(seen.bytes, now.bytes)
    return { ...about, type: 'BoxTicked', digest: isOnlyOurs ? await digestHere(repoRoot, now) : null }
  })

/** The run knows the text without its secrets: what it is compared with must be the whole of it. */
function textOf(seen: HandbookDocument | null, { promptId, text }: TickBox, { redact }: RunPorts): string {
  const written = seen?.handbook.phases
    .flatMap(({ number, prompts, close }) => [
      ...prompts,
      ...(close === null ? [] : [{ id: closeId(number), text: askedByClose(close) }]),
    ])
    .find(({ id }) => id === promptId)?.text
  return written !== undefined && redact(written) === text ? written : text
}

const digestHere = async (repoRoot: string, handbook: HandbookDocument): Promise<string> => {
  const skeleton = (await readInside(repoRoot, skeletonFile))?.toString('utf8') ?? null
  return digestOfHandbook({ handbook, skeleton })
}

/** What a person changed at the same time is theirs to be read again. */
function oneByteApart(one: Buffer, other: Buffer): boolean {
  if (one.length !== other.length) return false
  const at = one.findIndex((byte, index) => byte !== other[index])
  return at === -1 || one.subarray(at + 1).equals(other.subarray(at + 1))
}

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
