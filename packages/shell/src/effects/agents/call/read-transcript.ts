/** Reads what an agent did in a call, from its recording, also while the call goes on. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import type { CommandId } from '@harness/core/kernel/ids'
import { ifMissing } from '../../../machine/disk/if-missing.ts'
import { callFolder } from './call-folder.ts'
import type { CallNote } from './event-log.ts'

export type RecordedEvent = (AgentEvent | CallNote) & { readonly at: number }

export interface TranscriptPart {
  readonly events: readonly RecordedEvent[]
  /** The start of the next part. */
  readonly nextByte: number
}

export const transcriptFile = (runDir: string, command: CommandId): string =>
  join(callFolder(runDir, command), 'events.ndjson')

/** What was recorded since `fromByte`, whole lines only. A line that a crash cut is left out. */
export async function readTranscript(
  runDir: string,
  command: CommandId,
  fromByte = 0,
): Promise<TranscriptPart> {
  const added = await bytesFrom(transcriptFile(runDir, command), fromByte).catch(ifMissing(Buffer.alloc(0)))
  const whole = added.subarray(0, added.lastIndexOf('\n') + 1)
  const events = whole.toString('utf8').split('\n').flatMap(eventIn)
  return { events, nextByte: fromByte + whole.length }
}

async function bytesFrom(path: string, fromByte: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.max(0, size - fromByte))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, fromByte)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function eventIn(line: string): readonly RecordedEvent[] {
  try {
    const value: unknown = JSON.parse(line)
    return isEvent(value) ? [value] : []
  } catch {
    return []
  }
}

const isEvent = (value: unknown): value is RecordedEvent =>
  typeof value === 'object' && value !== null && 'type' in value && 'at' in value
