/**
 * Owns the text of `GET /state`: made again only if the daemon or a file that it shows has changed since. A client of a
 * dashboard asks every second, and mostly nothing has.
 */
import { statSync } from 'node:fs'
import type { DaemonState } from '@harness/core/playbooks/daemon/state'
import { frozenPath } from '@harness/shell/effects/freeze/freeze'
import { stateFilePath } from '@harness/shell/store/sidecars/state-file'
import { sharedAnswer } from './shared-answer.ts'
import type { Snapshot } from './snapshot.ts'

/** The coarsest clock of a file system in use: a file that changed this shortly ago may change again with the same times. */
const clockStepMs = 2_000

interface Shown {
  readonly stateDir: string
  now(): number
  state(): DaemonState
  snapshot(): Promise<Snapshot>
}

export function stateText({ stateDir, now, state, snapshot }: Shown): () => Promise<string> {
  const paths = [frozenPath(stateDir), stateFilePath(stateDir)]
  let latest: { readonly state: DaemonState; readonly files: string; readonly text: string } | null = null
  return sharedAnswer(async () => {
    const files = marksOf(paths, now() - clockStepMs)
    const before = state()
    if (latest !== null && files !== null && latest.files === files && latest.state === before)
      return latest.text
    const text = JSON.stringify(await snapshot())
    latest = files === null ? null : { state: before, files, text }
    return text
  })
}

/** Null if one of them changed at that moment or later. */
function marksOf(paths: readonly string[], trusted: number): string | null {
  const marks = paths.map((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return 'none'
    const { mtimeMs, ctimeMs, size, ino } = stats
    return ctimeMs >= trusted ? null : `${mtimeMs} ${ctimeMs} ${size} ${ino}`
  })
  return marks.includes(null) ? null : marks.join()
}
