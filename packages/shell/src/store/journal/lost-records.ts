/**
 * Owns telling a journal that lost its records from one that never had any: whatever else is in the folder of a run,
 * and the lane it made, came after a record was durable.
 */

import { basename, dirname, join } from 'node:path'
import { readableNamesInSync } from '../../machine/disk/folder-names.ts'
import { readJsonFile } from '../../machine/disk/json-file.ts'
import { lanesDir, recordsIn } from '../layout/lane-place.ts'
import { stateDirOf } from '../layout/run-folder.ts'
import { textsFolderName } from '../texts/file-texts.ts'
import { journalFileName } from './journal-name.ts'
import { journalDamaged } from './journal-problem.ts'

/**
 * What proves that the run had events; null if nothing does. Look before the journal is read: a run that begins
 * meanwhile then has its first record by the time that is looked for.
 */
export function proofOfEvents(dir: string): string | null {
  // Texts come before the record that refers to them.
  const beside = readableNamesInSync(dir).find(
    (name) => !name.startsWith('journal.') && name !== textsFolderName,
  )
  return beside === undefined ? recordOfItsLane(dir) : join(dir, beside)
}

/** Refuses a journal without one whole record if there was one. */
export function refuseLostRecords(dir: string, proof: string | null): void {
  if (proof === null) return
  const place = { path: join(dir, journalFileName), line: 1, offset: 0 }
  throw journalDamaged(place, `it holds no whole record, but the run had events: there is ${proof}`)
}

function recordOfItsLane(dir: string): string | null {
  const records = recordsIn(lanesDir(stateDirOf(dir)))
  const itsOwn = readableNamesInSync(records).find((name) => madeByRun(join(records, name), dir))
  return itsOwn === undefined ? null : join(records, itsOwn)
}

function madeByRun(record: string, dir: string): boolean {
  const made = readJsonFile<{ readonly madeBy?: unknown }>(record)
  const [run, , subject] = String(made?.madeBy).split('/')
  return run === basename(dir) && subject === basename(dirname(dir))
}
