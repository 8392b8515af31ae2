/** Reads the journal of a run that a test has made, with the texts that its records refer to. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileTexts } from '@harness/shell/store/texts/file-texts'
import { fromRefs } from '@harness/shell/store/texts/text-refs'

export function recordedIn(runDir: string): readonly unknown[] {
  const texts = fileTexts(runDir)
  return readFileSync(join(runDir, 'journal.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ v, event }) => (v === 2 ? fromRefs(event, texts) : event))
}
