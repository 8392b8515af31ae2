/** The demo of the daemon: what a person watches before they leave one alone. */
import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { harnessJson as harnessProcess } from './support/harness.ts'
import { harnessJson } from './support/harness-here.ts'
import { temporaryFolder } from './support/sample-repo.ts'

test('QA-20 DL-12 DL-13 DL-18 five plans, a rate limit, a gate answered over the API, and a release', async () => {
  const { code, value } = await harnessProcess(temporaryFolder(), ['demo', 'daemon'])
  try {
    expect(code).toBe(0)
    expect(value).toMatchObject({
      ok: true,
      rateLimited: true,
      answered: { question: expect.stringContaining('The price list of the carrier'), choice: 'grant' },
      plans: { open: 0, completed: 5 },
    })
    const { value: status } = await harnessJson(value.folder, ['daemon', 'status'])
    expect(status).toMatchObject({ state: 'stopped', merges: 5, pause: { why: 'release-ready' } })
  } finally {
    rmSync(value.folder, { recursive: true, force: true })
    rmSync(`${value.folder}.lanes`, { recursive: true, force: true })
  }
})
