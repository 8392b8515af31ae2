/** An empty directory for one test, gone when the test is over. */
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export async function temporaryLane(): Promise<string> {
  const lane = await realpath(await mkdtemp(join(tmpdir(), 'harness-lane-')))
  onTestFinished(() => rm(lane, { recursive: true, force: true }))
  return lane
}
