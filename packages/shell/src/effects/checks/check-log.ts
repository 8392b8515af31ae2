/**
 * Owns a check's log: `<runDir>/checks/<command>/<n>-<name>.log`, redacted and without control sequences. While
 * the check runs its output is beside it, redacted but otherwise raw; what an interrupted attempt left is replaced. Of a
 * long output it has the beginning and the end.
 */
import { createReadStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CommandId } from '@harness/core/kernel/ids'
import { logName } from '@harness/core/work/log-names'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { ringBeside } from '../../machine/process/bounded-file.ts'
import type { TextStage } from '../../machine/process/text-stage.ts'
import { createStripStage } from '../../machine/redaction/strip-stage.ts'

export interface CheckLog {
  /** The file of the check's output, redacted, while it runs. */
  readonly raw: string
  readonly path: string
}

export async function newCheckLog(
  runDir: string,
  command: CommandId,
  number: number,
  check: string,
): Promise<CheckLog> {
  const path = join(runDir, logName('checks', command, number, check))
  await makeDir(dirname(path))
  const log = { raw: `${path}.raw`, path }
  for (const left of [log.raw, ringBeside(log.raw)]) await removeFile(left)
  return log
}

/**
 * Turns the raw output into the log; the last `tailChars` of it. It is redacted once more without control sequences: a
 * colour in the middle of a secret would have hidden it.
 */
export async function finishCheckLog(log: CheckLog, tailChars: number, redact: TextStage): Promise<string> {
  const written = `${log.path}.tmp`
  const file = await open(written, 'w', 0o600)
  const decoder = new TextDecoder()
  const strip = createStripStage()
  let tail = ''
  const put = async (text: string): Promise<void> => {
    await file.write(text)
    tail = (tail + text).slice(-tailChars)
  }
  try {
    for await (const chunk of createReadStream(log.raw))
      await put(redact.push(strip.push(decoder.decode(chunk as Buffer, { stream: true }))))
    await put(redact.push(strip.push(decoder.decode()) + strip.end()) + redact.end())
  } finally {
    await file.close()
  }
  await rename(written, log.path)
  await removeFile(log.raw)
  return tail
}
