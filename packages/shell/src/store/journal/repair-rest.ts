/** Owns the fixing of a journal's end after a crash: what is cut off is first kept, synced, in a file beside it. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { durableCreate } from '../../machine/disk/durable-write.ts'
import type { JournalScan } from './scan-journal.ts'

/** Resolves to the file that now holds the bytes cut off, or to null if nothing was. */
export async function repairRest(path: string, { rest, end }: JournalScan): Promise<string | null> {
  if (rest.type === 'nothing') return null
  const cut = rest.type === 'torn' ? rest.bytes : rest.extra
  const aside = cut.length === 0 ? null : await setAside(dirname(path), cut)
  const file = await open(path, constants.O_WRONLY | constants.O_NOFOLLOW)
  try {
    await file.truncate(rest.type === 'torn' ? end.bytes : end.bytes - 1)
    if (rest.type === 'unterminated') await file.write('\n', end.bytes - 1)
    await file.sync()
  } finally {
    await file.close()
  }
  return aside
}

async function setAside(dir: string, bytes: Buffer): Promise<string> {
  for (let n = 1; ; n++) {
    const aside = join(dir, `journal.torn-${n}`)
    if (await durableCreate(aside, bytes)) return aside
  }
}
