/** Reads the plans of a folder as a commit has them. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { readPlanFileName } from '@harness/formats/documents/plan/plan-file-name'
import { withBlobs } from '../../machine/git/blobs.ts'
import { gitOk } from '../../machine/git/git.ts'
import { safeRevision } from '../../machine/git/refs.ts'

export interface PlanAtBase {
  readonly id: string
  readonly path: string
  readonly mode: string
  readonly text: string
}

/** Only ordinary files, in the order of their names. */
export async function plansAt(
  repoRoot: string,
  commit: CommitHash,
  folder: string,
): Promise<readonly PlanAtBase[]> {
  const args = ['ls-tree', '-z', '--full-tree', safeRevision(commit), '--', `${folder}/`]
  const { stdout } = await gitOk(repoRoot, args)
  const entries = stdout.split('\0').flatMap((line) => {
    const [, mode, blob, path] = /^(100\d{3}) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? []
    if (mode === undefined || blob === undefined || path === undefined) return []
    const name = readPlanFileName(path)
    return name.kind === 'plan' ? [{ id: name.id, path, mode, blob }] : []
  })
  return withBlobs(
    repoRoot,
    entries.map(({ blob }) => blob),
    async (blobs) => {
      const plans: PlanAtBase[] = []
      for (const { blob, ...plan } of entries) {
        const text = (await blobs.get(blob)?.bytes())?.toString('utf8')
        if (text !== undefined) plans.push({ ...plan, text })
      }
      return plans
    },
  )
}
