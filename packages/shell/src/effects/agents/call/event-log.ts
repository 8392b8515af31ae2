/** Writes down what an agent does while it does it: one redacted JSON line per event in `events.ndjson`. */
import { statSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import type { EffortLevel } from '@harness/core/kernel/agent'
import { diskError } from '../../../machine/disk/disk-error.ts'
import { redactValue } from '../../../machine/redaction/redact-value.ts'
import type { Redactor } from '../../../machine/redaction/redactor.ts'
import { beforeRedaction, kept, type Room, roomAfter } from './recorded-size.ts'

/** What the harness itself has to say about a call, beside notes and what the agent did. */
export interface CallNote {
  readonly type: 'attempt'
  readonly provider: string
  readonly model: string | null
  readonly effort?: EffortLevel
}

export interface EventLog {
  add(event: AgentEvent | CallNote): void
  /** Resolves when all is written; rejects if it could not be. */
  close(): Promise<void>
}

/** Text of an agent comes in pieces, and a secret may be cut by them; so pieces are joined until they are this long. */
const joinedChars = 64 * 1024

export function openEventLog(
  path: string,
  now: () => number,
  redact: Redactor,
  onEvent: (event: AgentEvent) => void,
): EventLog {
  let text = ''
  let textAt = 0
  let cutFrom = joinedChars
  let written: Promise<void> = Promise.resolve()
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  let room = roomAfter(bytes)
  let usage: UsageAt | null = null

  const write = (event: AgentEvent | CallNote, at: number): void => {
    const line = `${JSON.stringify({ at, ...event })}\n`
    bytes += Buffer.byteLength(line)
    written = written.then(() => appendFile(path, line))
    // Reported when the log is closed: the agent cannot do anything about a full disk.
    written.catch(() => {})
  }
  /** Tokens move all the time; the recording has their count if something else happens. */
  const writeUsage = (): void => {
    if (usage !== null && room !== 'none') write(usage.event, usage.at)
    usage = null
  }
  const put = (event: AgentEvent | CallNote, at: number): void => {
    const redacted = shortened(redactValue(shortened(event, beforeRedaction), redact), (it) => kept(it, room))
    if (redacted.type !== 'attempt') onEvent(redacted)
    if (redacted.type === 'usage') {
      usage = { event: redacted, at }
      return
    }
    writeUsage()
    if (room !== 'none' || !leftOut.has(redacted.type)) write(redacted, at)
    const now = roomAfter(bytes)
    if (now !== room) write({ type: 'note', text: outOf[now] }, at)
    room = now
  }
  const flush = (chars = text.length): void => {
    if (chars > 0) put({ type: 'text', text: text.slice(0, chars) }, textAt)
    text = text.slice(chars)
    textAt = now()
    cutFrom = joinedChars
  }
  const flushLongText = (): void => {
    const chars = safeCut(text, redact)
    // If it cannot be cut, it is tried again when there is more of it.
    if (chars === null) cutFrom = text.length + joinedChars
    else flush(chars)
  }

  return {
    add(event) {
      if (event.type === 'text') {
        if (text === '') textAt = now()
        text += event.text
        if (text.length > cutFrom) flushLongText()
        return
      }
      flush()
      put(event, now())
    },
    async close() {
      flush()
      writeUsage()
      try {
        await written
      } catch (error) {
        throw diskError(error, path)
      }
    },
  }
}

interface UsageAt {
  readonly event: AgentEvent
  readonly at: number
}

/** What a full recording does without. Sessions, denials and notes are always kept. */
const leftOut: ReadonlySet<string> = new Set(['text', 'tool', 'output', 'file', 'retry'])

const outOf: Readonly<Record<Room, string>> = {
  full: '',
  brief: 'This recording is long: from here on, only the ends of long texts are kept.',
  none: 'This recording is full: what the agent does from here on is left out.',
}

/** Shortened after it was redacted, since half a secret is not known for one. */
function shortened<Logged extends AgentEvent | CallNote>(event: Logged, shorten: Redactor): Logged {
  if ('detail' in event) return { ...event, detail: shorten(event.detail) }
  return 'text' in event ? { ...event, text: shorten(event.text) } : event
}

/** Longer than a secret of one line; what begins before it is wholly in sight. */
const inSightChars = 4 * 1024

/** The place to cut a text without cutting what has to be redacted in it; null if no such place was found. */
function safeCut(text: string, redact: Redactor): number | null {
  const whole = redact(text)
  for (let tries = 1; tries <= 8; tries++) {
    const at = text.length - tries * inSightChars
    if (redact(text.slice(0, at)) + redact(text.slice(at)) === whole) return at
  }
  return null
}
