/**
 * Owns `<stateDir>/windows.json`: until when each provider's subscription window is closed, as any run of the repository
 * found. All lanes and processes share it, and a restart keeps it. A file that cannot be read says that all are open.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '@harness/formats/text/is-object'
import { readJsonFile } from '../../../machine/disk/json-file.ts'

const pathIn = (stateDir: string): string => join(stateDir, 'windows.json')

/** Null if the window is open. */
export function closedUntil(stateDir: string, provider: string, now: number): number | null {
  const until = readWindows(stateDir)[provider]
  return until !== undefined && until > now ? until : null
}

/** No provider closes a window for longer than a week. */
const longestMs = 8 * 24 * 60 * 60_000

/** Remembers what a provider said. A moment that cannot be believed is not remembered. */
export function noteClosed(stateDir: string, provider: string, until: number, now: number): void {
  if (!Number.isFinite(until) || until <= now || until > now + longestMs) return
  const known = Object.entries(readWindows(stateDir)).filter(([, moment]) => moment > now)
  const path = pathIn(stateDir)
  try {
    mkdirSync(stateDir, { recursive: true })
    writeFileSync(
      `${path}.${process.pid}`,
      JSON.stringify({ ...Object.fromEntries(known), [provider]: until }),
    )
    renameSync(`${path}.${process.pid}`, path)
  } catch {
    // The run that was limited waits all the same; other runs find the limit by themselves.
  }
}

function readWindows(stateDir: string): Readonly<Record<string, number>> {
  const read = readJsonFile<unknown>(pathIn(stateDir))
  if (!isObject(read)) return {}
  return Object.fromEntries(
    Object.entries(read).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
