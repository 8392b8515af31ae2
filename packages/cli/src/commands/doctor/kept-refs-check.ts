/** Names commits that runs put away and that no person has taken since. Removes nothing: they may be work. */

import { counted } from '@harness/formats/text/amounts'
import { isKeptFor, keptRefs } from '@harness/shell/effects/lanes/kept-refs'
import type { KnownRun } from '@harness/shell/store/port/run-store'
import { type Diagnosis, ok, warn } from '../../line/diagnosis.ts'
import { newestOfEach } from '../../run/find-run.ts'

const shownRefs = 5

export async function keptRefsCheck(root: string, runs: readonly KnownRun[]): Promise<Diagnosis> {
  const branches = newestOfEach(runs)
    .filter(({ summary }) => summary !== null && summary.status !== 'done')
    .map(({ summary }) => summary?.branch ?? '')
  const refs = await keptRefs(root)
  const left = refs.filter((ref) => !branches.some((branch) => isKeptFor(branch, ref)))
  const [first] = left
  if (first === undefined)
    return ok('kept work', refs.length === 0 ? 'none' : `${counted(refs.length, 'ref')} of unfinished runs`)
  const more = left.length > shownRefs ? `, and ${left.length - shownRefs} more` : ''
  return warn(
    'kept work',
    `commits that finished runs put away are kept as ${left.slice(0, shownRefs).join(', ')}${more}`,
    `Look at it: git log ${first}; if you do not need it: git update-ref -d ${first}`,
  )
}
