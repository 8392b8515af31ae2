import { anEvent } from '../../../test-support/events.ts'
import { encodeRecord } from '../../journal/record.ts'
import { runStoreContract } from '../run-store.contract.ts'
import { memoryRunStore } from './memory-run-store.ts'

runStoreContract('memory', async () => {
  const runs = memoryRunStore()
  return {
    runs,
    async tear(run) {
      const { journal } = runs.kept(run)
      const torn = Buffer.from(encodeRecord(3, anEvent(3)).slice(0, 40))
      journal.bytes = Buffer.concat([journal.bytes, torn])
    },
    loseTexts: async (run) => runs.kept(run).journal.texts.clear(),
    stored: async (run) => runs.kept(run).journal.bytes.toString(),
  }
})
