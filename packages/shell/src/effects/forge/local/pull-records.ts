/**
 * Keeps the pull requests of the forge `local`: one small JSON file each in the state directory, written whole or not at
 * all. The writer holds the turn at the base, so that two runs never take one number.
 */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDir } from '../../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../../machine/disk/durable-write.ts'
import { ifMissing } from '../../../machine/disk/if-missing.ts'
import type { PullRequest } from '../port/forge.ts'

export interface PullRecord extends Omit<PullRequest, 'url'> {
  readonly branch: string
  readonly labels: readonly string[]
}

const folderOf = (stateDir: string): string => join(stateDir, 'pulls')

export const fileOfPull = (stateDir: string, number: number): string =>
  join(folderOf(stateDir), `${number}.json`)

/** The newest first. */
export async function readPullRecords(stateDir: string): Promise<readonly PullRecord[]> {
  const names = await readdir(folderOf(stateDir)).catch(ifMissing([]))
  const numbers = names.flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []))
  const newestFirst = numbers.toSorted((one, other) => other - one)
  return Promise.all(
    newestFirst.map(
      async (number) => JSON.parse(await readFile(fileOfPull(stateDir, number), 'utf8')) as PullRecord,
    ),
  )
}

export async function writePullRecord(stateDir: string, record: PullRecord): Promise<void> {
  await makeDir(folderOf(stateDir))
  await durableReplace(fileOfPull(stateDir, record.number), `${JSON.stringify(record, null, 2)}\n`)
}
