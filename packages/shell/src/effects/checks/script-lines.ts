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

/** `lines`, and those of all scripts of the base that they lead to. */
export async function withScriptLines(
  repository: string,
  base: CommitHash,
  lines: readonly CommandLine[],
): Promise<readonly CommandLine[]> {
  const all = [...lines]
  const seen = new Set<string>()
  let fresh: readonly CommandLine[] = lines
  for (let round = 0; round < mostRounds && fresh.length > 0; round++) {
    const names = [...new Set(fresh.flatMap(namesIn))].filter((name) => !seen.has(name)).slice(0, mostScripts)
    for (const name of names) seen.add(name)
    const known = fresh
    fresh = await withBlobs(
      repository,
      names.map((name) => `${base}:${name}`),
      (blobs) => linesOf(names, known, base, blobs),
    )
    all.push(...fresh)
  }
  return all
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

async function linesOf(
  names: readonly string[],
  known: readonly CommandLine[],
  base: CommitHash,
  blobs: Blobs,
): Promise<readonly CommandLine[]> {
  const lines: CommandLine[] = []
  for (const name of names) {
    const blob = blobs.get(`${base}:${name}`)
    if (blob === undefined || blob.size > mostBytes || entryKind(known, name) !== 'script') continue
    const text = (await blob.bytes()).toString('utf8')
    if (!isShell(name, text)) continue
    const own = text.split('\n').map((line) => line.replace(/^\t?[@-]*/, ''))
    // A script may have gone to another folder before.
    for (const run of own) if (run !== '' && !run.startsWith('#')) lines.push({ run, folder: null })
  }
  return lines
}
