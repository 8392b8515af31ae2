/**
 * Records one agent call under its run: envelope, slices with their hashes, events, final message, result and diff.
 * Everything is redacted before it is written, and text for people is without control sequences. A call that is begun again replaces what it had, its events excepted.
 */

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentEvent, AgentResult, PriorTurn } from '@harness/agent-runner/runner/provider'
import type { TurnListener } from '@harness/agent-runner/runner/run-agent'
import { noneDenied, oneMoreDenied } from '@harness/core/effects/denied-calls'
import type { DeniedCalls, RunAgent } from '@harness/core/effects/run-agent'
import type { AnyOutcome } from '@harness/core/kernel/effect'
import { inStableOrder, renderSlice, type Slice, sharedPrefixRatio } from '@harness/core/kernel/envelope'
import { parseStoredEvent } from '@harness/formats/records/stored-event'
import { diskError } from '../../../machine/disk/disk-error.ts'
import { makeDir } from '../../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../../machine/disk/durable-write.ts'
import { textIfThere } from '../../../machine/disk/if-missing.ts'
import { cleaning } from '../../../machine/redaction/cleaning.ts'
import { oneLine } from '../../progress-line.ts'
import type { AgentPorts, RoleAgent } from '../port/agent-ports.ts'
import { continuedCalls, type Session } from '../sessions/open-session.ts'
import { sliceDigest, type Telling } from '../sessions/session-telling.ts'
import { freeRoom, makeRoom } from './answer-room.ts'
import { artifactsName } from './artifacts.ts'
import { callFolder, envelopeFile } from './call-folder.ts'
import { enterTurn, type IndexedTurn, recordedEnvelope } from './call-index.ts'
import { openEventLog } from './event-log.ts'
import { type Seen, seenIn } from './recorded-sight.ts'

/** As a listener it keeps each turn's envelope and event. */
export interface CallRecording extends TurnListener {
  /** Something that the reader of the recording should know. */
  note(text: string): void
  /** Tool calls that the agent was not allowed so far. */
  denied(): DeniedCalls
  /**
   * What the agent saw of its tools, and what it ran: in this attempt, in those before it and in the calls that it
   * continues. Tools that name one of the `unseen` files tell nothing.
   */
  seen(unseen: readonly string[]): Promise<Seen>
  keepAnswer(text: string): Promise<void>
  keepDiff(patch: Buffer): Promise<void>
  /** Ends the recording. Durable when it resolves: from now on the call is not made again. */
  conclude(outcome: AnyOutcome): Promise<void>
  /** Ends the log of events if nothing was concluded. */
  close(): Promise<void>
}

/** How a recording names the outcome, the last thing that is written. */
const resultFile = (folder: string): string => join(folder, 'result.json')

/** The outcome of an earlier attempt at this command; null if it came to none, or to none that can be read. */
export async function recordedOutcome(
  { runDir, playbookVersion }: AgentPorts,
  command: RunAgent,
): Promise<AnyOutcome | null> {
  const json = await textIfThere(resultFile(callFolder(runDir, command.id)))
  if (json === null) return null
  const stored = parseStoredEvent(json)
  if (!stored.ok || !('commandId' in stored.event) || stored.event.commandId !== command.id) return null
  const { playbookVersion: writtenBy, ...outcome } = stored.event as AnyOutcome & Written
  return writtenBy === playbookVersion ? outcome : null
}

interface Written {
  readonly playbookVersion: number | undefined
}

/** What a recording starts with. */
export interface RecordedCall {
  readonly command: RunAgent
  readonly agent: RoleAgent
  readonly slices: readonly Slice[]
  readonly session: Session
  readonly telling: Telling
  readonly answered: readonly AgentResult[]
}

export async function beginRecording(recorded: RecordedCall, ports: AgentPorts): Promise<CallRecording> {
  const { command, agent, answered } = recorded
  const { runDir, redact, clock } = ports
  const folder = callFolder(runDir, command.id)
  const forPeople = cleaning(redact)
  await makeDir(folder)
  for (const stale of [
    'result.json',
    'final.md',
    'diff.patch',
    'envelope-2.md',
    ...['turn-1.json', 'turn-2.json'].slice(answered.length),
    artifactsName,
  ]) {
    await rm(join(folder, stale), { force: true })
  }
  await makeRoom(folder)
  let denied = noneDenied
  const log = openEventLog(
    join(folder, 'events.ndjson'),
    () => clock.now(),
    forPeople,
    (event) => {
      if (event.type === 'denied') denied = oneMoreDenied(denied, deniedCall(event))
      ports.onEvent?.({ command: command.id, role: command.role }, event)
    },
  )
  log.add({
    type: 'attempt',
    provider: agent.provider.name,
    model: agent.model,
    ...(typeof agent.effort === 'string' ? { effort: agent.effort } : {}),
  })

  const keep = async (path: string, content: string | Buffer): Promise<void> => {
    try {
      await writeFile(path, content)
    } catch (error) {
      throw diskError(error, path)
    }
  }

  return {
    async turnBegins(turn, envelope) {
      const shown = forPeople(envelope)
      await keep(envelopeFile(folder, turn), shown)
      const before = await enterTurn(runDir, { command: command.id, role: command.role, turn })
      if (turn === 1) {
        const prefix = await sharedPrefix(runDir, command.role, before, shown)
        await keep(join(folder, 'slices.json'), slicesText(recorded, prefix))
      }
      return () => priorTurns(runDir, before)
    },
    onEvent: (event) => log.add(event),
    note: (text) => log.add({ type: 'note', text }),
    denied: () => denied,
    async seen(unseen) {
      await log.close()
      const folders = continuedCalls(recorded.session).map((id) => callFolder(runDir, id))
      const logs = [...new Set([...folders, folder])].map((place) =>
        textIfThere(join(place, 'events.ndjson')),
      )
      return seenIn(
        (await Promise.all(logs)).map((text) => text ?? ''),
        unseen,
      )
    },
    keepAnswer: (text) => keep(join(folder, 'final.md'), forPeople(text)),
    keepDiff: (patch) => keep(join(folder, 'diff.patch'), redactBytes(patch, redact)),
    async conclude(outcome) {
      await log.close()
      const path = resultFile(folder)
      try {
        const written: AnyOutcome & Written = { ...outcome, playbookVersion: ports.playbookVersion }
        await durableReplace(path, `${JSON.stringify(written, null, 2)}\n`)
      } catch (error) {
        throw diskError(error, path)
      }
    },
    async close() {
      await freeRoom(folder)
      await log.close()
    },
  }
}

/** The journal keeps this much of a call. */
const deniedChars = 200

const deniedCall = ({ tool, detail }: AgentEvent & { type: 'denied' }): string =>
  oneLine(`${tool} ${detail}`).slice(0, deniedChars)

/** Patches need not be UTF-8: as Latin-1 every byte is a character, and comes back as it was. */
function redactBytes(bytes: Buffer, redact: (text: string) => string): Buffer {
  const whole = bytes.toString('latin1')
  const redacted = redact(whole)
  return redacted === whole ? bytes : Buffer.from(`${redactedHeader}${redacted}`, 'latin1')
}

/** How a recorded change begins that is not all of what the agent wrote. */
export const redactedHeader = '[harness] Secrets in this patch were replaced; it may no longer apply.\n\n'

async function priorTurns(runDir: string, before: readonly IndexedTurn[]): Promise<readonly PriorTurn[]> {
  const turns: PriorTurn[] = []
  for (const turn of before) {
    const envelope = await recordedEnvelope(runDir, turn)
    if (envelope !== null) turns.push({ role: turn.role, envelope })
  }
  return turns
}

/** How much of this envelope a prompt cache could take from the role's call before. */
interface SharedPrefix {
  readonly with: string
  readonly ratio: number
}

async function sharedPrefix(
  runDir: string,
  role: string,
  before: readonly IndexedTurn[],
  envelope: string,
): Promise<SharedPrefix | null> {
  const last = before.findLast((turn) => turn.role === role && turn.turn === 1)
  const earlier = last === undefined ? null : await recordedEnvelope(runDir, last)
  return last === undefined || earlier === null
    ? null
    : { with: last.command, ratio: sharedPrefixRatio(earlier, envelope) }
}

function slicesText(recorded: RecordedCall, prefix: SharedPrefix | null): string {
  const { slices, session, telling } = recorded
  const { id, role, mode, images } = recorded.command
  const { provider, model } = recorded.agent
  const parts = inStableOrder(slices).map((slice) => {
    const text = renderSlice(slice)
    return {
      label: slice.label,
      stability: slice.stability,
      sha256: sliceDigest(slice),
      bytes: Buffer.byteLength(text),
      ...(telling.known.includes(slice) ? { known: true } : {}),
    }
  })
  const all = {
    command: id,
    role,
    mode,
    provider: provider.name,
    model,
    sharedPrefix: prefix,
    session: sessionText(session),
    slices: parts,
    ...(images === undefined ? {} : { images }),
  }
  return `${JSON.stringify(all, null, 2)}\n`
}

/** Which session the call continues, or why it could not; null if it simply starts one. */
function sessionText({ choice, record }: Session): object | null {
  switch (choice.how) {
    case 'fresh':
      return null
    case 'lost':
      return { continues: false, why: choice.why }
    case 'resumed':
      return {
        continues: true,
        id: record?.session,
        since: record?.command,
        interrupted: choice.isSameCall,
        lane: choice.lane,
      }
  }
}
