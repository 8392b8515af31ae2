/** Words what a call is told about its session: why it continues, or what an earlier session tried. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunAgent } from '@harness/core/effects/run-agent'
import { fenced, type Slice } from '@harness/core/kernel/envelope'
import type { CommandId } from '@harness/core/kernel/ids'
import { unreachable } from '@harness/core/kernel/invariant'
import { oneLine } from '@harness/core/kernel/one-line'
import { boundDiff } from '@harness/formats/text/bounded-diff'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { textIfThere } from '../../../machine/disk/if-missing.ts'
import { changedFiles } from '../../../machine/git/changes.ts'
import { readableDiff } from '../../../machine/git/readable-diff.ts'
import { keptTree } from '../../../machine/git/working-tree.ts'
import { namedFew } from '../../../store/layout/named-few.ts'
import { layCopy, layText } from '../materials/material-folder.ts'
import type { AgentPorts } from '../port/agent-ports.ts'
import { isSameCall, keepsLane, type Session } from './open-session.ts'
import type { SessionRecord } from './session-file.ts'

const longestDiff = 20_000
const longestMessages = 6_000
/** What the file in the lane holds at most. */
const keptBytes = 16 * 1024 * 1024

export interface SessionPlace {
  readonly session: Session
  readonly command: RunAgent
  readonly lane: string
  /** Has the work that was put back just now; null if there was none. */
  readonly patch: string | null
  /** The folder in which a call of the run is recorded. */
  recordingOf(command: CommandId): string
  readonly ports: AgentPorts
}

export async function sessionSlices(place: SessionPlace): Promise<readonly Slice[]> {
  const { choice, record } = place.session
  switch (choice.how) {
    case 'fresh':
      return []
    case 'lost':
      return record === null ? [] : [await triedSlice(place, record, choice.why)]
    case 'resumed':
      return record === null ? [] : [await continueSlice(place, record)]
    default:
      return unreachable(choice, 'choice of a session')
  }
}

/** For the operator. */
export function sessionNotes({ choice, record }: Session, { role }: RunAgent): readonly string[] {
  if (record === null) return []
  if (choice.how === 'lost')
    return [`the ${role} starts a fresh session and is told what was tried: ${oneLine(choice.why)}`]
  return choice.isSameCall
    ? [
        `the ${role} continues its session, which was interrupted (${oneLine(record.why ?? 'the harness ended')})`,
      ]
    : []
}

async function continueSlice(place: SessionPlace, record: SessionRecord): Promise<Slice> {
  const { session, command } = place
  const start = isSameCall(session)
    ? `You were interrupted: ${record.why ?? 'the harness ended while you worked'}. Continue your work: what you did so far counts.`
    : `You are the ${command.role}. You continue your own session, in which you were the ${record.role} last. The task is below.`
  const text = [start, await laneText(place, record)].join('\n')
  return { label: 'This session continues', stability: 'call', text }
}

async function laneText(
  { session, command, lane, ports }: SessionPlace,
  record: SessionRecord,
): Promise<string> {
  const { choice } = session
  const { startCommit } = command
  if (command.copy === true)
    return 'Your copy of the lane is a new one: files that you wrote and servers that you started are gone.'
  if (choice.how === 'resumed' && choice.lane === 'moved' && record.left?.commit != null)
    return movedText(lane, record.left.commit, startCommit, ports)
  if (choice.how !== 'resumed' || choice.lane !== 'unknown')
    return isSameCall(session) || keepsLane(session, command)
      ? 'The lane is as you left it.'
      : `The lane is as you left it; the harness committed your work as ${startCommit}.`
  const files = await changedFiles(lane, startCommit, await keptTree(lane))
  const found = files.length === 0 ? 'nothing' : namedFew(files.map(ports.sanitise))
  return `Look at the lane before you continue. It differs from ${startCommit} in ${found}.`
}

async function movedText(lane: string, from: string, to: string, ports: AgentPorts): Promise<string> {
  const diff = await readableDiff(lane, from, to, { bytes: keptBytes, bytesOfFile: keptBytes })
  if (diff.bytes === 0)
    return 'The harness made commits since then; the files of the lane are as you left them.'
  const text = ports.sanitise(diff.text)
  const shown = boundDiff(text, longestDiff)
  const kept = diff.cut === null ? 'All of it' : 'The beginning of every file'
  const rest = shown.isCut ? ` ${kept} is in ${await layText(lane, 'since-then.diff', text)}.` : ''
  return `The harness changed the lane since you left it: git diff ${from} ${to}.${rest}\n${fenced('the difference', shown.text)}`
}

async function triedSlice(
  { lane, ports, recordingOf, patch: justKept }: SessionPlace,
  record: SessionRecord,
  why: string,
): Promise<Slice> {
  const said = ports.sanitise(await lastMessages(recordingOf(record.command)))
  const patch = record.patch ?? justKept
  const text = [
    `An earlier session of the ${record.role} worked here and cannot be continued: ${why}.`,
    patch === null ? 'Its work is not in the lane.' : await patchText(lane, patch, ports),
    ...(said === '' ? [] : [`What it said:\n${fenced('the last messages of that session', said)}`]),
  ].join('\n')
  return { label: 'What was tried before', stability: 'call', text }
}

async function patchText(lane: string, patch: string, ports: AgentPorts): Promise<string> {
  const place = await layCopy(lane, 'earlier-work.patch', patch)
  const shown = boundDiff(ports.sanitise(await headOf(patch, longestDiff * 4)), longestDiff)
  return `What it changed is not in the lane any more. It is in ${place}; git apply takes it over. Use what is right.\n${fenced('its change, perhaps shortened', shown.text)}`
}

async function headOf(path: string, bytes: number): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}

/** From the recording of its last call, which is redacted. */
async function lastMessages(folder: string): Promise<string> {
  const events = (await textIfThere(join(folder, 'events.ndjson'))) ?? ''
  const texts = events.split('\n').flatMap((line) => {
    const event = line.includes('"text"') ? jsonObjectIn(line) : null
    return event?.type === 'text' && typeof event.text === 'string' ? [event.text] : []
  })
  return texts.join('\n\n').slice(-longestMessages)
}
