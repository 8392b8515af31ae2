/**
 * Owns the sign of life of a call: the time of its session's record. After the death of the harness, whatever changed in
 * the lane later was changed by others.
 */
import { lstat, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { status } from '../../../machine/git/status.ts'

const beatMs = 1000
/** Processes of an agent may outlive the harness for a moment. */
const graceMs = 3000

export interface Pulse {
  beat(): void
  stop(): void
}

export function startPulse(file: string): Pulse {
  let isBeating = false
  const beat = (): void => {
    if (isBeating) return
    isBeating = true
    const now = Date.now() / 1000
    // Without a record there is nothing that a later call could continue.
    void utimes(file, now, now)
      .catch(() => {})
      .finally(() => {
        isBeating = false
      })
  }
  const timer = setInterval(beat, beatMs).unref()
  return { beat, stop: () => clearInterval(timer) }
}

/** What differs from the lane's commit and was changed after the last beat; sorted. */
export async function changedAfterPulse(file: string, lane: string): Promise<readonly string[]> {
  const { mtimeMs } = await stat(file)
  const paths = (await status(lane)).flatMap(({ path, from }) => (from === null ? [path] : [path, from]))
  const later: string[] = []
  for (const path of paths) if ((await changedAt(lane, path)) > mtimeMs + graceMs) later.push(path)
  return later.sort()
}

/** Of what is gone, the folder in which it was has the time. */
async function changedAt(lane: string, path: string): Promise<number> {
  try {
    return (await lstat(join(lane, path))).ctimeMs
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (path === '.' || (code !== 'ENOENT' && code !== 'ENOTDIR')) throw error
    return changedAt(lane, dirname(path))
  }
}
