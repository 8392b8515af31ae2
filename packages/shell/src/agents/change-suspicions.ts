/** Reads the whole change of a lane, as far as it is of interest, and holds it against what only the plan may call for. */
import type { Suspicion } from '@harness/core/event'
import type { CommitHash } from '@harness/core/ids'
import type { ChangedFile } from '@harness/core/lost-tests'
import {
  isManifest,
  isOfInterest,
  type Rules,
  type SuspectFile,
  suspicionsOf,
  withScripts,
} from '@harness/core/suspicions'
import { readManifest } from '@harness/formats/read-manifest'
import { git, gitOk } from '../git/git.ts'

export async function suspicionsIn(
  lane: string,
  base: CommitHash,
  commit: CommitHash,
  rules: Rules,
): Promise<readonly Suspicion[]> {
  const manifest = readManifest(await textAt(lane, base, 'package.json'))
  const scripted = { ...rules, checks: withScripts(rules.checks, manifest) }
  const files: SuspectFile[] = []
  for (const { path, oldPath } of await changedPaths(lane, base, commit)) {
    if (![path, oldPath ?? path].some((each) => isOfInterest(each, scripted))) continue
    const before = await textAt(lane, base, oldPath ?? path)
    const after = await textAt(lane, commit, path)
    const manifests = isManifest(path)
      ? { manifest: { before: readManifest(before), after: readManifest(after) } }
      : {}
    files.push({ path, oldPath, before, after, ...manifests })
  }
  return suspicionsOf(files, scripted)
}

async function changedPaths(
  lane: string,
  base: CommitHash,
  commit: CommitHash,
): Promise<readonly Pick<ChangedFile, 'path' | 'oldPath'>[]> {
  const args = [
    'diff',
    '--name-status',
    '-z',
    '--find-renames',
    '--end-of-options',
    `${base}...${commit}`,
    '--',
  ]
  const fields = (await gitOk(lane, args)).stdout.split('\0')
  const paths: Pick<ChangedFile, 'path' | 'oldPath'>[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [status = '', first = ''] = fields.slice(at, at + 2)
    const isMove = status.startsWith('R')
    paths.push(isMove ? { path: fields[at + 2] ?? first, oldPath: first } : { path: first, oldPath: null })
    if (isMove) at++
  }
  return paths
}

/** Null where it is not there, or is no text file: a link, a submodule, a folder. */
async function textAt(lane: string, commit: CommitHash, path: string): Promise<string | null> {
  const { exitCode, stdout } = await git(lane, ['cat-file', 'blob', `${commit}:${path}`])
  return exitCode === 0 ? stdout : null
}
