/** How long after a merge the next plan starts, with real git; and what a daemon holds after many runs. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLaneMerged } from '@harness/core/effects/merge-lane'
import { isRunEvent } from '@harness/core/kernel/event'
import { invariant } from '@harness/core/kernel/invariant'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { median } from '../interleaved.ts'
import { environment } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { deliverable } from '../sample-repo.ts'

const plans = 12
const lookAgainMs = 100

export async function nextDispatch({ folder, program }: Ground): Promise<readonly Row[]> {
  const root = deliverable(join(folder, 'product'), { plans, check: 'true' })
  const args = [program, 'daemon', 'start', '--foreground', '--run', '--port', '0']
  const daemon = spawn(process.execPath, args, {
    cwd: root,
    env: { ...environment, HOME: folder },
    stdio: 'ignore',
  })
  try {
    const runs = openRunStore(join(root, '.harness/run'))
    while ((await runs.list()).filter(({ summary }) => summary?.status === 'done').length < plans) {
      invariant(daemon.exitCode === null, 'the daemon runs')
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    }
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
        remark: `${plans} plans in one lane on the local forge; it has the plan moved, the lane cleaned and the next run begun; the slowest took ${Math.max(...gaps)} ms, and the daemon has ${residentMb(daemon.pid)} MB`,
      },
    ]
  } finally {
    daemon.kill('SIGKILL')
  }
}

function residentMb(pid: number | undefined): string {
  try {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kb === undefined ? '?' : (Number(kb) / 1024).toFixed(0)
  } catch {
    return '?'
  }
}
