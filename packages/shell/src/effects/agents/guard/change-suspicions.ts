/** Reads the whole change of a lane, as far as it is of interest, and holds it against what only the plan may call for. */

import type { Suspicion } from '@harness/core/effects/run-agent'
import type { CommitHash } from '@harness/core/kernel/ids'
import { type FollowedLines, followedLines, type Manifest } from '@harness/core/work/check-lines'
import type { ChangedFile } from '@harness/core/work/lost-tests'
import {
  isManifest,
  isOfInterest,
  type Rules,
  type SuspectFile,
  suspicionsOf,
} from '@harness/core/work/suspicions'
import { readManifest } from '@harness/formats/config/read-manifest'
import { git, gitOk } from '../../../machine/git/git.ts'

export async function suspicionsIn(
  lane: string,
  base: CommitHash,
  commit: CommitHash,
  rules: Rules,
): Promise<readonly Suspicion[]> {
  const judgedBy = { ...rules, lines: await linesAt(lane, base, rules) }
  const files: SuspectFile[] = []
  for (const { path, oldPath } of await changedPaths(lane, base, commit)) {
    if (![path, oldPath ?? path].some((each) => isOfInterest(each, judgedBy))) continue
    const before = await textAt(lane, base, oldPath ?? path)
    const after = await textAt(lane, commit, path)
    const manifests = isManifest(path)
      ? { manifest: { before: readManifest(before), after: readManifest(after) } }
      : {}
    files.push({ path, oldPath, before, after, ...manifests })
  }
  return suspicionsOf(files, judgedBy)
}

/** What the checks run by the manifests of the base, which no agent has touched. */
async function linesAt(lane: string, base: CommitHash, { checks }: Rules): Promise<FollowedLines['lines']> {
  const manifests = new Map<string, Manifest | null>()
  for (;;) {
    const { lines, unread } = followedLines(checks, manifests)
    if (unread.length === 0) return lines
    for (const folder of unread) {
      const text = await textAt(lane, base, folder === '' ? 'package.json' : `${folder}/package.json`)
      manifests.set(folder, text === null ? null : readManifest(text))
    }
  }
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

/** Null if it is not there, or is no text file: a link, a submodule, a folder. */
async function textAt(lane: string, commit: CommitHash, path: string): Promise<string | null> {
  const { exitCode, stdout } = await git(lane, ['cat-file', 'blob', `${commit}:${path}`])
  return exitCode === 0 ? stdout : null
}
