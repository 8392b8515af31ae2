/** Writes down what an agent does while it does it: one redacted JSON line per event in `events.ndjson`. */
import { appendFile } from 'node:fs/promises'
import type { AgentEvent } from '@harness/agent-runner/provider'
import { diskError } from '../files/disk-error.ts'
import type { Redactor } from '../redaction/redactor.ts'
import { redactValue } from './redact-value.ts'

/** What the harness itself has to say about a call, beside what the agent did. */
export type CallNote =
  | { readonly type: 'attempt'; readonly provider: string; readonly model: string | null }
  | { readonly type: 'note'; readonly text: string }

export interface EventLog {
  add(event: AgentEvent | CallNote): void
  /** Resolves when all is written; rejects where it could not be. */
  close(): Promise<void>
}

/** Text of an agent comes in pieces, and a secret may be cut by them; so pieces are joined up to this length. */
const joinedChars = 64 * 1024

export function openEventLog(
  path: string,
  now: () => number,
  redact: Redactor,
  onEvent: (event: AgentEvent) => void,
): EventLog {
  let text = ''
  let textAt = 0
  let written: Promise<void> = Promise.resolve()

  const put = (event: AgentEvent | CallNote, at: number): void => {
    const redacted = redactValue(event, redact)
    if (redacted.type !== 'attempt' && redacted.type !== 'note') onEvent(redacted)
    written = written.then(() => appendFile(path, `${JSON.stringify({ at, ...redacted })}\n`))
    // Told when the log is closed: whoever speaks here cannot do anything about a full disk.
    written.catch(() => {})
  }
  const flush = (): void => {
    if (text !== '') put({ type: 'text', text }, textAt)
    text = ''
  }

  return {
    add(event) {
      if (event.type === 'text') {
        if (text === '') textAt = now()
        text += event.text
        if (text.length > joinedChars) flush()
        return
      }
      flush()
      put(event, now())
    },
    async close() {
      flush()
      try {
        await written
      } catch (error) {
        throw diskError(error, path)
      }
    },
  }
}
