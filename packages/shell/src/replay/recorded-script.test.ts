import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deliver, plainGit, sampleRepo } from '../test-support/sample-delivery.ts'
import { recordedScript } from './recorded-script.ts'

describe('AG-10 a recording can be cut into a script', { timeout: 90_000 }, () => {
  it('plays the same agents to the same tree', async () => {
    const repo = sampleRepo()
    const { runDir } = await deliver(repo, '0002')
    const script = await recordedScript(repo, runDir)

    const again = sampleRepo()
    writeFileSync(join(again, 'harness.script.yaml'), script)
    plainGit(again, 'commit', '-qam', 'Play the recording')
    const result = await deliver(again, '0002')
    expect(result.rest).toMatchObject({ type: 'ended', end: { outcome: 'done' } })
    expect(plainGit(again, 'rev-parse', 'main:src', 'main:test')).toBe(
      plainGit(repo, 'rev-parse', 'main:src', 'main:test'),
    )
  })
})
