/**
 * Owns the folder in memory that most tests use for temporary files: a sync to disk takes longer than many a test. The
 * sandboxes of real agents treat the machine's own temporary folder differently, so their tests stay there.
 */
import { mkdirSync, rmSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
/** The suite needs less than half of it. Containers often have 64 MB. */
const leastBytes = 2 * 1024 ** 3

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= leastBytes
  } catch {
    return false
  }
}

const folder = hasRoom() ? `${memory}/harness-tests-${process.pid}` : null

/** What a project of tests gets as its environment. */
export const memoryTemp: Readonly<Record<string, string>> = folder === null ? {} : { TMPDIR: folder }

/** Vitest calls it before all tests, and what it returns after them. */
export default function setup(): () => void {
  if (folder !== null) mkdirSync(folder, { recursive: true })
  return () => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}
