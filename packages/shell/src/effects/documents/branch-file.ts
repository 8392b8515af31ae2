/** Reads files of a branch: at its tip, as a person edited them in the checkout, or who changed them last. */
import type { BranchFile } from '@harness/core/effects/document-file'
import type { CommitHash } from '@harness/core/kernel/ids'
import { printLastChange } from '@harness/formats/documents/codec/last-change-codec'
import { readInside } from '../../machine/disk/inside.ts'
import { lastChangeOf } from '../../machine/git/commits.ts'
import { committedText, textAt } from '../../machine/git/committed-file.ts'
import { gitOk } from '../../machine/git/git.ts'
import { currentBranch } from '../../machine/git/refs.ts'
import { stripControl } from '../../machine/redaction/strip-control.ts'
import { requireBase } from '../landing/forge-ports.ts'
import { type BaseSource, ownBranches } from '../lanes/base-source.ts'

interface BranchPlace {
  readonly repoRoot: string
  readonly base?: BaseSource
}

/** Looks once where each branch stands, so that its files belong together. */
export function branchReader({ repoRoot, base: source = ownBranches }: BranchPlace) {
  const remember = <Found>(find: (key: string) => Promise<Found>) => {
    const known = new Map<string, Promise<Found>>()
    return (key: string): Promise<Found> => {
      const found = known.get(key) ?? find(key)
      known.set(key, found)
      return found
    }
  }
  const tipOf = remember((branch) => requireBase(repoRoot, branch, source))

  /** A checkout that lags behind a base elsewhere says nothing: only its own edits count. */
  const draftOf = async ({ branch, path }: BranchFile): Promise<Buffer | null> => {
    if ((await currentBranch(repoRoot)) !== branch) return null
    const isOwn = source.baseRef(branch) === ownBranches.baseRef(branch)
    const committed = isOwn
      ? await textAt(repoRoot, await tipOf(branch), path)
      : await committedText(repoRoot, path)
    const there = await readInside(repoRoot, path)
    return there?.toString('utf8') === committed ? null : there
  }
  return async (file: BranchFile): Promise<Buffer | null> => {
    if (file.place === 'draft') return draftOf(file)
    const tip = await tipOf(file.branch)
    const text = await textAt(repoRoot, tip, file.path)
    if (text === null) return null
    return Buffer.from(file.place === 'base' ? text : await lastChangeAt(repoRoot, tip, file.path))
  }
}

async function lastChangeAt(repoRoot: string, tip: CommitHash, path: string): Promise<string> {
  const commit = await lastChangeOf(repoRoot, tip, path)
  const { stdout } = await gitOk(repoRoot, ['log', '-1', '--format=%an%x00%s', commit])
  const [author = '', subject = ''] = stdout.trimEnd().split('\0')
  return printLastChange({ commit, author: stripControl(author), subject: stripControl(subject) })
}
