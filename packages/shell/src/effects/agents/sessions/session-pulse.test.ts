import { statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryDir } from '../../../test-support/temporary-dir.ts'
import { startPulse } from './session-pulse.ts'

test('AG-13 a call shows that it lives at each event and about each second', async () => {
  const file = join(await temporaryDir(), 'record.json')
  writeFileSync(file, '{}')
  const isFresh = () => expect(statSync(file).mtimeMs).toBeGreaterThan(1000)
  const pulse = startPulse(file)
  try {
    utimesSync(file, 1, 1)
    pulse.beat()
    await vi.waitFor(isFresh, { timeout: 10_000 })
    utimesSync(file, 1, 1)
    await vi.waitFor(isFresh, { timeout: 10_000 })
  } finally {
    pulse.stop()
  }
})
