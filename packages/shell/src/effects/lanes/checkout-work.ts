/**
 * Owns the mark that a program of the run works in the checkout itself: `harness-work` in the run's private repository.
 * While the mark is there, what differs from the commit is the program's and may be put back. Otherwise it is a person's,
 * and nothing may take it away. The mark is empty while a program works. If the program was cut short, it names the tree
 * that was left behind; after a crash it stays empty. For other lanes nothing happens here.
 */
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asTreeHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { changedFiles } from '../../machine/git/changes.ts'
import { gitDirsAt } from '../../machine/git/git-dirs.ts'
import { isInPlace, workFolder } from '../../machine/git/lane-dirs.ts'
import { cleanHead } from '../../machine/git/status.ts'
import { keptTree } from '../../machine/git/working-tree.ts'
import { namedFew } from '../../store/layout/named-few.ts'

const markOf = (lane: string): string => join(gitDirsAt(lane).gitDir, 'harness-work')

/** To be called when the checkout is at its commit, before the program starts. */
export async function beginWork(lane: string): Promise<void> {
  if (isInPlace(lane)) await durableReplace(markOf(lane), '')
}

/** To be called when no process of the program is left, however it ended. */
export async function endWork(lane: string): Promise<void> {
  if (!isInPlace(lane) || !existsSync(markOf(lane))) return
  if ((await cleanHead(lane)) !== null) await rm(markOf(lane), { force: true })
  else await durableReplace(markOf(lane), await keptTree(lane))
}

/** Throws if a person's work is among what differs. */
export async function requireOwnWork(lane: string, changed: readonly string[]): Promise<void> {
  if (!isInPlace(lane) || changed.length === 0) return
  if (!existsSync(markOf(lane))) throw checkoutEdited(lane, changed)
  const left = await readFile(markOf(lane), 'utf8')
  if (left === '') return
  const since = await changedFiles(lane, asTreeHash(left), await keptTree(lane))
  if (since.length > 0) throw checkoutEdited(lane, since)
}

const checkoutEdited = (lane: string, files: readonly string[]): UserError =>
  new UserError(
    'checkout-edited',
    `The run works in ${workFolder(lane)} itself, and someone changed ${namedFew(files)} there meanwhile. Nothing was touched.`,
    {
      next: 'Move these changes out of the checkout, or undo them; then: harness resume. They can come back when the run is over.',
    },
  )
