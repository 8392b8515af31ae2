/** Checks of what runs left in the state directory: freeze, holders, journals, lanes. Mends and removes nothing. */

import { frozenMark } from '@harness/shell/freeze'
import { worktrees } from '@harness/shell/git/worktrees'
import { peekJournal } from '@harness/shell/journal/peek-journal'
import { lanesDir } from '@harness/shell/lanes/lane-record'
import { holderOf } from '@harness/shell/lease/holder'
import type { KnownRun } from '@harness/shell/runs'
import { newestOfEach, runName } from '../find-run.ts'
import { counted } from '../terminal/amounts.ts'
import { type Diagnosis, fail, ok, warn } from './diagnosis.ts'

export async function freezeCheck(stateDir: string): Promise<Diagnosis> {
  const mark = await frozenMark(stateDir)
  return mark === null
    ? ok('freeze', 'not frozen')
    : warn('freeze', `frozen: ${mark.reason}`, `When the reason is gone: rm '${mark.path}'`)
}

export async function holdersCheck(runs: readonly KnownRun[]): Promise<Diagnosis> {
  const held: string[] = []
  for (const run of newestOfEach(runs)) {
    const holder = await holderOf(run.leaseDir)
    if (holder !== null) held.push(`${runName(run)} by process ${holder.record.pid} on ${holder.record.host}`)
  }
  return ok('holders', held.length === 0 ? 'nobody works on a run' : held.join(', '))
}

export async function journalsCheck(runs: readonly KnownRun[]): Promise<Diagnosis> {
  for (const run of runs) {
    const peeked = await peekJournal(run.dir)
    if (peeked?.type === 'refused') return fail('journals', peeked.error.message, 'harness validate')
  }
  return ok('journals', `${counted(runs.length, 'run')}, first and last records verify`)
}

/** A lane is expected where a run is unfinished; any other was kept for a reason that somebody should look at. */
export async function lanesCheck(
  root: string,
  stateDir: string,
  runs: readonly KnownRun[],
): Promise<Diagnosis> {
  const folder = lanesDir(stateDir)
  const lanes = (await worktrees(root)).filter((tree) => tree.path.startsWith(`${folder}/`))
  const wanted = new Set(
    newestOfEach(runs)
      .filter((run) => run.summary !== null && run.summary.status !== 'done')
      .map((run) => run.summary?.branch),
  )
  const stray = lanes.filter((lane) => lane.prunable !== null || !wanted.has(lane.branch ?? ''))
  const [first] = stray
  if (first === undefined) return ok('lanes', `${counted(lanes.length, 'lane')} in use`)
  return warn(
    'lanes',
    `${counted(stray.length, 'lane')} that no unfinished run uses: ${stray.map(({ path }) => path).join(', ')}`,
    first.prunable === null
      ? `Look at it, then put it away: git worktree remove '${first.path}'`
      : 'git worktree prune',
  )
}
