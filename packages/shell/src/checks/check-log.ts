/**
 * Owns a check's log: `<runDir>/checks/<command>/<n>-<name>.log`, redacted and without control sequences. While
 * the check runs its output lies beside it, redacted but otherwise raw; what an interrupted attempt left is replaced.
 */
import { createReadStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandId } from '@harness/core/ids'
import { makeDir } from '../disk/durable-dir.ts'
import { removeFile } from '../disk/remove-file.ts'
import { stripControl } from '../redaction/strip-control.ts'

export interface CheckLog {
  /** Where the check's output goes, redacted, while it runs. */
  readonly raw: string
  readonly path: string
}

export async function newCheckLog(
  runDir: string,
  command: CommandId,
  number: number,
  check: string,
): Promise<CheckLog> {
  const folder = join(runDir, 'checks', plainName(command.split('/').slice(1).join('-')))
  await makeDir(folder)
  const path = join(folder, `${number}-${plainName(check)}.log`)
  const log = { raw: `${path}.raw`, path }
  await removeFile(log.raw)
  return log
}

const plainName = (text: string): string => text.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 80)

/** Turns the raw output into the log; the last `tailChars` of it. */
export async function finishCheckLog(log: CheckLog, tailChars: number): Promise<string> {
  const written = `${log.path}.tmp`
  const file = await open(written, 'w', 0o600)
  let tail = ''
  try {
    for await (const text of cleanLines(log.raw)) {
      await file.write(text)
      tail = (tail + text).slice(-tailChars)
    }
  } finally {
    await file.close()
  }
  await rename(written, log.path)
  await removeFile(log.raw)
  return tail
}

/** Whole lines only: a control sequence that a chunk cuts in two would not be known for one. */
async function* cleanLines(raw: string): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of createReadStream(raw)) {
    rest += decoder.decode(chunk as Buffer, { stream: true })
    const end = rest.lastIndexOf('\n') + 1
    if (end === 0) continue
    yield stripControl(rest.slice(0, end))
    rest = rest.slice(end)
  }
  yield stripControl(rest + decoder.decode())
}
