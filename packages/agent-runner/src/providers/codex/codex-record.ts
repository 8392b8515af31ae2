/**
 * Reads Codex's own record of a thread for what its SDK does not tell: the model, the usage of every request, when a
 * limit ends. The format is Codex's affair: what is not there or not understood is unknown, never an error.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { addUsage, noUsage, type Usage } from '@harness/core/kernel/agent'
import type { CodexUsage } from './codex-sdk.ts'

export interface ThreadRecord {
  readonly model: string | null
  /** One per answer of the model, oldest first. */
  readonly requests: readonly Usage[]
  /** The latest end of the windows that are used up, in milliseconds since the epoch. */
  readonly resetsAt: number | null
}

const nothing: ThreadRecord = { model: null, requests: [], resetsAt: null }

/** How much of a thread is recorded already in this folder of sessions; what comes after it belongs to the next turn. */
export function recordedBytes(sessions: string, thread: string): number {
  const file = recordFile(sessions, thread)
  return file === null ? 0 : statSync(file).size
}

export function readRecord(sessions: string, thread: string, fromByte: number): ThreadRecord {
  const file = recordFile(sessions, thread)
  if (file === null) return nothing
  return readFileSync(file)
    .subarray(fromByte)
    .toString('utf8')
    .split('\n')
    .reduce((record, line) => readLine(record, entryIn(line)), nothing)
}

/** Counts the tokens of a thread while its record grows; each call reads only what is new. */
export function followUsage(sessions: string, fromByte: number): (thread: string) => Usage {
  let file: string | null = null
  let at = fromByte
  let usage = noUsage
  return (thread) => {
    file ??= recordFile(sessions, thread)
    if (file === null) return usage
    const added = wholeLines(file, at)
    at += Buffer.byteLength(added)
    for (const line of added.split('\n'))
      usage = readLine(nothing, entryIn(line)).requests.reduce(addUsage, usage)
    return usage
  }
}

/** Empty if the file cannot be read just now. */
function wholeLines(file: string, fromByte: number): string {
  let descriptor: number | null = null
  try {
    descriptor = openSync(file, 'r')
    const bytes = Buffer.alloc(Math.max(0, fstatSync(descriptor).size - fromByte))
    const held = bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, fromByte))
    return held.subarray(0, held.lastIndexOf('\n') + 1).toString('utf8')
  } catch {
    return ''
  } finally {
    if (descriptor !== null) closeSync(descriptor)
  }
}

function recordFile(sessions: string, thread: string): string | null {
  if (!existsSync(sessions)) return null
  const name = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).find((it) =>
    it.endsWith(`-${thread}.jsonl`),
  )
  return name === undefined ? null : join(sessions, name)
}

interface Entry {
  readonly type?: string
  readonly payload?: {
    readonly type?: string
    readonly model?: string
    readonly usage?: CodexUsage
    readonly rate_limits?: { readonly primary?: Window | null; readonly secondary?: Window | null } | null
  }
}

interface Window {
  readonly used_percent?: number
  /** In seconds since the epoch. */
  readonly resets_at?: number | null
}

function entryIn(line: string): Entry {
  try {
    return (JSON.parse(line) ?? {}) as Entry
  } catch {
    return {}
  }
}

function readLine(record: ThreadRecord, { type, payload }: Entry): ThreadRecord {
  if (type === 'turn_context') return { ...record, model: payload?.model ?? record.model }
  if (type === 'token_usage_record' && payload?.usage !== undefined) {
    return { ...record, requests: [...record.requests, usageOf(payload.usage)] }
  }
  if (payload?.type === 'token_count') {
    const windows = [payload.rate_limits?.primary, payload.rate_limits?.secondary]
    const ends = windows.flatMap((it) =>
      (it?.used_percent ?? 0) >= 100 && typeof it?.resets_at === 'number' ? [it.resets_at * 1000] : [],
    )
    return ends.length === 0 ? record : { ...record, resetsAt: Math.max(...ends) }
  }
  return record
}

export const usageOf = (usage: CodexUsage): Usage => {
  const cacheRead = usage.cached_input_tokens ?? 0
  const cacheWrite = usage.cache_write_input_tokens ?? 0
  return {
    input: Math.max(0, (usage.input_tokens ?? 0) - cacheRead - cacheWrite),
    output: usage.output_tokens ?? 0,
    cacheRead,
    cacheWrite,
  }
}
