/** What `harness demo` refuses; package.test.ts watches a whole one. */
import { describe, expect, it } from 'vitest'
import { harness } from './support/harness.ts'
import { temporaryFolder, write } from './support/sample-repo.ts'

describe('QA-20 harness demo', () => {
  it('refuses a folder that has something in it, and changes nothing there', async () => {
    const folder = temporaryFolder()
    write(folder, { 'mine.txt': 'mine' })
    const { code, stderr } = await harness(folder, ['demo', '--keep', '.'])
    expect(code).toBe(2)
    expect(stderr).toContain('is not empty')
  })
})
