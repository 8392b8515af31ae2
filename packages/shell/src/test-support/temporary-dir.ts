/** Owns directories that a test may fill and that are gone after it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'harness-test-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}
