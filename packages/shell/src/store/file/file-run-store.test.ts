import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { anEvent } from '../../test-support/events.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { encodeRecord } from '../journal/record.ts'
import { folderOfRun } from '../layout/run-folder.ts'
import { runStoreContract } from '../test-support/run-store.contract.ts'
import { fileRunStore } from './file-run-store.ts'

runStoreContract('files', async () => {
  const stateDir = await temporaryDir()
  return {
    runs: fileRunStore(stateDir),
    tear: async (run) =>
      appendFileSync(
        join(folderOfRun(stateDir, run), 'journal.ndjson'),
        encodeRecord(3, anEvent(3)).slice(0, 40),
      ),
    loseTexts: async (run) => rmSync(join(folderOfRun(stateDir, run), 'texts'), { recursive: true }),
    stored: async (run) => readFileSync(join(folderOfRun(stateDir, run), 'journal.ndjson'), 'utf8'),
  }
})
