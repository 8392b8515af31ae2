/**
 * Keeps a change that has to leave a tree as a patch in the run's folder. The name tells the content: keeping the same
 * thing again is keeping it once, and nothing kept is ever replaced. The patch may be of any length, so it is never in
 * memory.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDir, syncDir } from '../../machine/disk/durable-dir.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import type { PatchFile } from '../../machine/git/changes.ts'
import { redactPatch } from '../../machine/redaction/redact-patch.ts'
import type { LanePorts } from './lane-ports.ts'

export interface KeptPatch {
  readonly file: string
  /** Known secrets were in what it holds, and are not in it. */
  readonly redacted: boolean
}

export type Keeping = Pick<LanePorts, 'runDir' | 'values'>

/** Its path; null if `write` found nothing to write. `purpose` names it, such as a command's id. */
export async function keepPatch(
  { runDir, values }: Keeping,
  purpose: string,
  write: (file: string) => Promise<PatchFile>,
): Promise<KeptPatch | null> {
  const folder = join(runDir, 'set-aside')
  const whole = join(folder, `.${randomUUID()}.tmp`)
  const clean = join(folder, `.${randomUUID()}.tmp`)
  await makeDir(folder)
  try {
    if ((await write(whole)).bytes === 0) return null
    const redacted = await redactPatch(whole, clean, values)
    const kept = redacted ? clean : whole
    const file = join(folder, `${plainName(purpose)}-${await digestOf(kept)}.patch`)
    await rename(kept, file)
    await syncDir(folder)
    return { file, redacted }
  } finally {
    await removeFile(whole)
    await removeFile(clean)
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex').slice(0, 12)
}

export const plainName = (purpose: string): string => purpose.replace(/[^A-Za-z0-9._-]+/g, '-').slice(-120)
