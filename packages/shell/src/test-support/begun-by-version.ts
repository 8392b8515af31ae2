/** Makes a run look as if another version of its playbook had begun it. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunEvent } from '@harness/core/kernel/event'
import { readJournal } from '../store/journal/read-journal.ts'
import { encodeRecord } from '../store/journal/record.ts'

export async function begunByVersion(dir: string, playbookVersion: number): Promise<void> {
  const path = join(dir, 'journal.ndjson')
  const [first] = (await readJournal(dir))?.events ?? []
  if (!isRunEvent(first, 'RunStarted')) throw new Error('no run was begun')
  const [, ...rest] = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, encodeRecord(1, { ...first, playbookVersion }) + rest.join('\n'))
}
