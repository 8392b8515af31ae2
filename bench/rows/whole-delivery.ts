/** What the harness adds to a delivery: the whole command against the sum of its own checks and git calls. */
import { join } from 'node:path'
import { median } from '../interleaved.ts'
import { type Probed, probed, sumOf, together } from '../probed.ts'
import { call } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { deliverable } from '../sample-repo.ts'
import { sourceFiles } from './lane-opened.ts'

/** As long as a quick test suite takes. */
const checkSeconds = 2
const rounds = 5

export async function wholeDelivery(ground: Ground): Promise<readonly Row[]> {
  const runs = Array.from({ length: rounds }, (_, round) => {
    const root = deliverable(join(ground.folder, `product-${round}`), {
      plans: 1,
      check: `sleep ${checkSeconds}`,
    })
    return probed(ground, root, ['run', '0001', '--yes'])
  })
  const wall = median(runs.map((run) => run.wall))
  const calls = runs[0]?.spans.length
  return [
    {
      row: 'delivery of one plan',
      measured: wall,
      unit: 'ms',
      floor: { what: 'its checks and git calls', value: median(runs.map(({ spans }) => sumOf(spans))) },
      goal: { type: 'ratio', atMost: 1.15 },
      remark: `a scripted agent that takes no time, a check of ${checkSeconds} s, ${calls} checks and git calls; start, journal, recordings and sidecars are what is added`,
    },
    {
      row: 'delivery of one plan, at once',
      measured: wall,
      unit: 'ms',
      floor: {
        what: 'in which any of them was under way',
        value: median(runs.map(({ spans }) => together(spans))),
      },
      goal: null,
      remark: 'some of git’s calls are made side by side',
    },
    {
      row: 'delivery of one plan, without its check',
      measured: median(runs.map((run) => run.wall - checksOf(run.spans))),
      unit: 'ms',
      floor: { what: 'forty plain calls of git', value: fortyCalls(join(ground.folder, 'product-0')) },
      goal: { type: 'ratio', atMost: 1 },
      remark: 'the check sleeps, and runs once',
    },
    ...largeDeliveries(ground),
  ]
}

const checksOf = (spans: Probed['spans']): number =>
  spans.map(({ from, to }) => to - from).filter((ms) => ms >= checkSeconds * 1_000).length *
  checkSeconds *
  1_000

function fortyCalls(root: string): number {
  const from = performance.now()
  for (let n = 0; n < 40; n++) call(root, 'git', 'status', '--porcelain')
  return performance.now() - from
}

/** In a repository of 30 000 files: with its first lane, and with the folders that the first one left. */
function largeDeliveries(ground: Ground): readonly Row[] {
  const root = deliverable(join(ground.folder, 'large'), {
    plans: 2,
    check: 'true',
    files: sourceFiles(30_000),
  })
  const [first, next] = ['0001', '0002'].map((plan) => probed(ground, root, ['run', plan, '--yes']).wall)
  const floor = { what: 'forty plain calls of git', value: fortyCalls(root) }
  return [
    {
      row: 'delivery of one plan, 30 000 files',
      measured: first ?? 0,
      unit: 'ms',
      floor,
      goal: { type: 'absolute', atMost: 4_000 },
      remark: 'the first one: its lane and its clean room are made',
    },
    {
      row: 'delivery of the next plan, 30 000 files',
      measured: next ?? 0,
      unit: 'ms',
      floor,
      goal: { type: 'ratio', atMost: 1 },
      remark: 'it takes the folders of the first one',
    },
  ]
}
