/** Follows the shell scripts that checks run: their lines are lines of the check. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { type CommandLine, entryKind, everyCommand } from '@harness/core/work/entry-files'
import { folderIn } from '@harness/core/work/shell-words'
import { type Blobs, withBlobs } from '../../machine/git/blobs.ts'

const mostRounds = 5
const mostScripts = 64
const mostBytes = 64 * 1024
const isShell = (path: string, text: string): boolean =>
  /\.(?:ba|z|k)?sh$/.test(path) || /^#!.*sh\b/.test(text) || /(?:^|\/)[Mm]akefile$/.test(path)

export interface Script {
  readonly path: string
  readonly text: string
}

export interface Followed {
  /** The given lines alone. */
  readonly own: readonly CommandLine[]
  /** The given lines, and those of all shell scripts of the base that they lead to. */
  readonly lines: readonly CommandLine[]
  /** The scripts of the base that they start, in any language. */
  readonly scripts: readonly Script[]
}

export async function withScriptLines(
  repository: string,
  base: CommitHash,
  lines: readonly CommandLine[],
): Promise<Followed> {
  const all = [...lines]
  const scripts: Script[] = []
  const seen = new Set<string>()
  let fresh: readonly CommandLine[] = lines
  for (let round = 0; round < mostRounds && fresh.length > 0; round++) {
    const names = [...new Set(fresh.flatMap(namesIn))].filter((name) => !seen.has(name)).slice(0, mostScripts)
    for (const name of names) seen.add(name)
    const known = fresh
    const found = await withBlobs(
      repository,
      names.map((name) => `${base}:${name}`),
      (blobs) => scriptsIn(names, known, base, blobs),
    )
    scripts.push(...found)
    fresh = found.flatMap(shellLines)
    all.push(...fresh)
  }
  return { own: lines, lines: all, scripts }
}

/** What may be files, relative to the top. */
const namesIn = ({ run, folder }: CommandLine): readonly string[] => [
  ...everyCommand(run, folder).flatMap(({ words, folder: at }) =>
    words.flatMap((word) => {
      const name = folderIn(at ?? '', word)
      return name === null || name === '' || !/^[\w./+@-]+$/.test(name) ? [] : [name]
    }),
  ),
  'Makefile',
]

async function scriptsIn(
  names: readonly string[],
  known: readonly CommandLine[],
  base: CommitHash,
  blobs: Blobs,
): Promise<readonly Script[]> {
  const scripts: Script[] = []
  for (const path of names) {
    const blob = blobs.get(`${base}:${path}`)
    if (blob === undefined || blob.size > mostBytes || entryKind(known, path) !== 'script') continue
    scripts.push({ path, text: (await blob.bytes()).toString('utf8') })
  }
  return scripts
}

export function shellLines({ path, text }: Script): readonly CommandLine[] {
  if (!isShell(path, text)) return []
  const own = text.split('\n').map((line) => line.replace(/^\t?[@-]*/, ''))
  // A script may have gone to another folder before.
  return own.filter((run) => run !== '' && !run.startsWith('#')).map((run) => ({ run, folder: null }))
}
