/**
 * Owns the listening to a run's inbox: every word that is there and every one that comes, in the order of their times as
 * far as they come together. The file system's notices only make it quick; that no word is missed rests on looking
 * again and again.
 */
import { type FSWatcher, watch } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { namesIn } from '../../machine/disk/folder-names.ts'
import { isThere } from '../../machine/disk/is-there.ts'
import { removeFile } from '../../machine/disk/remove-file.ts'
import type { BrokenWord, InboxItem, PostedWord } from '../port/run-store.ts'
import { inboxOf, isWordFile, takenOf } from './inbox-folder.ts'
import { readWord } from './read-word.ts'

export interface WatchOptions {
  readonly lookAgainMs?: number
}

/**
 * Ends when the signal is aborted. A word comes once per watch, and again in a later one as long as `wordTaken` was not
 * called for it: after a crash its effect may be in the journal already.
 */
export async function* watchInbox(
  runDir: string,
  signal: AbortSignal,
  { lookAgainMs = 1_000 }: WatchOptions = {},
): AsyncGenerator<InboxItem, void, undefined> {
  const inbox = inboxOf(runDir)
  await makeDir(takenOf(inbox))
  const seen = new Set<string>()
  const bell = ring(inbox, lookAgainMs, signal)
  try {
    while (!signal.aborted) {
      const rung = bell.next()
      for (const item of await newIn(inbox, seen)) {
        if (signal.aborted) return
        yield item
      }
      await rung
    }
  } finally {
    bell.stop()
  }
}

/** What is in the inbox at this moment. */
export async function waitingWords(runDir: string): Promise<readonly InboxItem[]> {
  const inbox = inboxOf(runDir)
  await makeDir(takenOf(inbox))
  return newIn(inbox, new Set())
}

async function newIn(inbox: string, seen: Set<string>): Promise<InboxItem[]> {
  const words: PostedWord[] = []
  const broken: BrokenWord[] = []
  for (const name of (await namesIn(inbox)).filter(isWordFile)) {
    const path = join(inbox, name)
    const version = await versionOf(path)
    if (version === null || seen.has(version)) continue
    seen.add(version)
    if (await isThere(join(takenOf(inbox), name))) {
      await removeFile(path)
      continue
    }
    const read = await readWord(path)
    if (read.type === 'word') words.push({ type: 'word', word: read.word, name })
    else if (read.type === 'broken') broken.push({ type: 'broken', name, problem: read.problem })
  }
  words.sort((a, b) => a.word.at - b.word.at || (a.name < b.name ? -1 : 1))
  return [...broken, ...words]
}

/** A corrected file is read again. */
async function versionOf(path: string): Promise<string | null> {
  try {
    const { ino, size, mtimeMs } = await lstat(path)
    return `${path} ${ino} ${size} ${mtimeMs}`
  } catch {
    return null
  }
}

/** Rings when something may have changed, when it is time to look again, and when the signal is aborted. */
function ring(
  dir: string,
  lookAgainMs: number,
  signal: AbortSignal,
): { next(): Promise<void>; stop(): void } {
  let wake = (): void => {}
  const rung = (): void => wake()
  const watcher = watchDir(dir, rung)
  const timer = setInterval(rung, lookAgainMs)
  signal.addEventListener('abort', rung)
  return {
    next: () =>
      new Promise((resolve) => {
        wake = resolve
        if (signal.aborted) resolve()
      }),
    stop() {
      watcher?.close()
      clearInterval(timer)
      signal.removeEventListener('abort', rung)
    },
  }
}

/** Null if the system gives no notices (too many watches, a network disk): looking again must do. */
function watchDir(dir: string, rung: () => void): FSWatcher | null {
  try {
    const watcher = watch(dir, rung)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return null
  }
}
