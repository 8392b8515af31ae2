/** How long `harness next` takes as a whole command among many plan files: without its index, and with it. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { interleaved, timed } from '../interleaved.ts'
import { call, callBareNode } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { sampleConfig, sampleRepo, writeFiles } from '../sample-repo.ts'

/** The quickest peer's `next` among 10 000 tasks, and bare Node on the machine where that was measured. */
const peer = { what: 'backlog.md', nextMs: 6_788, bareNodeMs: 35.5 }
const timesQuicker = 20
const peerGoal = Number((peer.nextMs / peer.bareNodeMs / timesQuicker).toFixed(1))

/** An index does not vouch for files that changed so shortly before it that their times could not tell. */
const untilTrusted = 2_100

export async function nextPlan({ folder, program }: Ground): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const count of [10, 1_000, 10_000]) {
    const root = sampleRepo(join(folder, `plans-${count}`), [sampleConfig])
    writeFiles(root, planFiles(count))
    await sleep(untilTrusted)
    const next = (): Promise<number> => timed(() => call(root, process.execPath, program, 'next'))
    const ms = await interleaved(
      {
        bare: () => timed(() => callBareNode(root)),
        cold: () => {
          rmSync(join(root, '.harness/run/plan-index.json'), { force: true })
          return next()
        },
        warm: next,
      },
      { fewest: 5, most: 21, forMs: 6_000 },
    )
    const floor = { what: 'node -e 0', value: ms.bare }
    rows.push({
      row: `harness next, ${count} plans, no index`,
      measured: ms.cold,
      unit: 'ms',
      floor,
      goal: { type: 'absolute', atMost: 1_000 },
      remark: '',
    })
    rows.push({
      row: `harness next, ${count} plans, indexed`,
      measured: ms.warm,
      unit: 'ms',
      floor,
      goal: count === 10_000 ? { type: 'ratio', atMost: peerGoal } : null,
      remark:
        count === 10_000
          ? `the quickest peer (${peer.what}) took ${peer.nextMs} ms, ${(peer.nextMs / peer.bareNodeMs).toFixed(0)} × bare node on its machine; ${timesQuicker} times quicker is ${peerGoal} × (${(peer.nextMs / timesQuicker).toFixed(0)} ms there)`
          : '',
    })
  }
  return rows
}

/** Half of them completed, as in a product under way; each of the others waits for one before it. */
export function* planFiles(count: number): Generator<readonly [path: string, text: string]> {
  for (let n = 0; n < count; n++) {
    const id = String(n).padStart(4, '0')
    const completed = n < count / 2
    const before = completed || n % 3 === 0 ? [] : [String(n - 1).padStart(4, '0')]
    yield [
      `docs/exec-plans/${completed ? 'completed' : 'active'}/${id}-plan-number-${n}.md`,
      planText(id, completed ? 'completed' : 'active', before, n),
    ]
  }
}

const planText = (id: string, status: string, dependsOn: readonly string[], n: number): string => `---
id: "${id}"
title: Do the work number ${n}
phase: phase-${n % 7}
status: ${status}
depends_on: [${dependsOn.map((it) => `"${it}"`).join(', ')}]
priority: ${n % 5}
estimated_passes: 2
acceptance_tags: [area-${n % 11}/work-${n}]
---
# ${id} Do the work number ${n}

## Goal
${'It does what was asked for, and a test shows it. '.repeat(8)}

## Scope
${'The files that are named here, and their tests. '.repeat(12)}

## Milestones
1. ${'A first part that stands by itself. '.repeat(4)}
2. ${'A second part that needs the first one. '.repeat(4)}

## Validation
\`npm test\`
`
