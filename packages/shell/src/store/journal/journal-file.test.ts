import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { openJournalFile } from './journal-file.ts'

describe('QA-10 the open journal file', () => {
  it('syncs on this thread while the disk is quick, and leaves this thread alone once it was slow', async () => {
    const path = join(await temporaryDir(), 'journal.ndjson')
    const file = openJournalFile(path)
    file.write(Buffer.from('a\n'))
    const clock = vi.spyOn(performance, 'now')
    clock.mockReturnValueOnce(0).mockReturnValueOnce(1)
    expect(file.sync()).toBeUndefined()
    clock.mockReturnValueOnce(0).mockReturnValueOnce(50)
    expect(file.sync()).toBeUndefined()
    clock.mockReturnValueOnce(0).mockReturnValueOnce(60)
    expect(file.sync()).toBeInstanceOf(Promise)
    clock.mockRestore()
    await vi.waitFor(async () => {
      const syncing = file.sync()
      await syncing
      expect(syncing).toBeUndefined()
      // On a disk that others keep busy it takes a while until one is quick again.
    }, 60_000)
    file.close()
    expect(readFileSync(path, 'utf8')).toBe('a\n')
  })
})
