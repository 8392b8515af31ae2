/** The one place that chooses the store of a repository's runs. Today every state directory is a file store. */
import { fileRunStore } from './file/file-run-store.ts'
import type { RunStore } from './port/run-store.ts'

export const openRunStore = (stateDir: string): RunStore => fileRunStore(stateDir)
