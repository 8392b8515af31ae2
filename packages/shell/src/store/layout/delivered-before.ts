/** Owns telling from the summaries of a subject's runs whether one of them delivered it: it needs no other run then. */
import { join } from 'node:path'
import { readableNamesInSync } from '../../machine/disk/folder-names.ts'
import { readJsonFile } from '../../machine/disk/json-file.ts'
import { type RunSummary, summaryFileName } from './run-summary.ts'

export const deliveredBefore = (subjectDir: string): boolean =>
  readableNamesInSync(subjectDir).some(
    (name) => readJsonFile<RunSummary>(join(subjectDir, name, summaryFileName))?.status === 'done',
  )
