/** Asks git for all that a lane changes since its base, as it is staged. */
import type { CommitHash } from '@harness/core/kernel/ids'
import type { ChangedEntry } from '../../../machine/git/changes.ts'
import { git, gitOk } from '../../../machine/git/git.ts'
import { pathText } from '../../../machine/git/path-text.ts'
import { safeRevision } from '../../../machine/git/refs.ts'

/** One file, link or submodule of the change. */
export interface WholeChange extends ChangedEntry {
  /** Null if it did not move. */
  readonly oldPath: string | null
  /** Null if it is not known, or if nothing was there. */
  readonly oldMode: string | null
}

const goneMode = '000000'
export const linkMode = '120000'
export const isNone = (object: string): boolean => /^0+$/.test(object)

/** Whether a file came along under this name. */
export const isNewName = ({ mode, oldPath, oldObject }: WholeChange): boolean =>
  mode !== goneMode && (oldPath !== null || isNone(oldObject))

/** `staged` is what the index has beside `start`. If that is all and nothing can have moved, git is not asked again. */
export async function wholeChange(
  lane: string,
  base: CommitHash,
  start: CommitHash,
  staged: readonly ChangedEntry[],
): Promise<readonly WholeChange[]> {
  if (base === start && staged.every(({ mode }) => mode !== goneMode))
    return staged.map((entry) => ({ ...entry, oldPath: null, oldMode: null }))
  const diff = ['diff-index', '--cached', '--raw', '-z', '--no-abbrev', '--find-renames']
  const { exitCode, bytes } = await git(lane, [...diff, '--merge-base', safeRevision(base), '--'])
  if (exitCode === 0) return entriesIn(pathText(bytes))
  // There are several merge bases, or none.
  const [from = base] = (await git(lane, ['merge-base', safeRevision(base), 'HEAD'])).stdout.split('\n')
  return entriesIn(pathText((await gitOk(lane, [...diff, safeRevision(from || base), '--'])).bytes))
}

function entriesIn(raw: string): readonly WholeChange[] {
  const fields = raw.split('\0')
  const entries: WholeChange[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', mode = '', oldObject = '', object = '', status = ''] = (fields[at] ?? '').split(' ')
    const first = fields[at + 1] ?? ''
    const isMove = status.startsWith('R')
    entries.push({
      path: isMove ? (fields[at + 2] ?? first) : first,
      oldPath: isMove ? first : null,
      mode,
      oldMode: isNone(oldObject) ? null : oldMode.replace(/^:/, ''),
      object,
      oldObject,
    })
    if (isMove) at++
  }
  return entries
}
