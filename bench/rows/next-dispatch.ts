/** How long after a merge the next plan starts, with real git. */
import { join } from 'node:path'
import { isLaneMerged } from '@harness/core/effects/merge-lane'
import { isRunEvent } from '@harness/core/kernel/event'
import { invariant } from '@harness/core/kernel/invariant'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { allDelivered, startedDaemon } from '../delivering-daemon.ts'
import { median } from '../interleaved.ts'
import type { Ground, Row } from '../row.ts'
import { deliverable } from '../sample-repo.ts'

const plans = 12

export async function nextDispatch(ground: Ground): Promise<readonly Row[]> {
  const root = deliverable(join(ground.folder, 'product'), { plans, check: 'true' })
  const daemon = startedDaemon(ground, root)
  try {
    await allDelivered(daemon, root, plans)
    const runs = openRunStore(join(root, '.harness/run'))
    const moments: (readonly [started: number, merged: number])[] = []
    for (const run of await runs.list()) {
      const events = (await runs.read(run))?.events ?? []
      const merged = events.find(isLaneMerged)?.at ?? 0
      const [first] = events
      if (first !== undefined && isRunEvent(first, 'RunStarted')) moments.push([first.at, merged])
    }
    const ordered = moments.toSorted(([one], [other]) => one - other)
    const gaps = ordered.flatMap(([started], at) => {
      const before = ordered[at - 1]
      return before === undefined ? [] : [started - before[1]]
    })
    invariant(gaps.length === plans - 1, 'one plan follows the other')
    return [
      {
        row: 'from a merge to the next plan',
        measured: median(gaps),
        unit: 'ms',
        floor: null,
        goal: { type: 'absolute', atMost: 1_000 },
        remark: `${plans} plans in one lane on the local forge; it has the plan moved, the lane cleaned and the next run begun; the slowest took ${Math.max(...gaps)} ms`,
      },
    ]
  } finally {
    daemon.kill('SIGKILL')
  }
}
