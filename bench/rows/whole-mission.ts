/**
 * What the harness adds to a mission of scripted features in four lanes, and whether it holds more and more of it in
 * memory. Every check and git call is timed in the same run, from where it was started to where its end was noticed.
 *
 * Lanes work at once: the sum that the goal names is more than what they take together, and a mission that takes no
 * longer than the sum may still have waited for the harness. So it is also held against the time in which at least one of
 * them was under way. An end that was noticed late, because the thread had other things to do, counts as theirs in
 * both; what the thread did is told beside it.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from '../interleaved.ts'
import { callWith } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { scriptedMission } from '../scripted-mission.ts'

const lanes = 4
/** A quarter of what a delivery's check takes in its row: the less a check takes, the more the rest is seen. */
const checkMs = 500

export async function wholeMission({
  folder,
  program,
  probe,
  features = 200,
}: Ground): Promise<readonly Row[]> {
  const root = scriptedMission(join(folder, 'mission'), { features, lanes, checkMs })
  const report = join(folder, 'probe.json')
  const data = join(folder, 'data')
  mkdirSync(data)
  const node = ['--expose-gc', '--require', probe]
  callWith(
    { HARNESS_PROBE: report, HARNESS_DATA_DIR: data },
    root,
    process.execPath,
    ...node,
    program,
    'mission',
    '--json',
    '--yes',
  )
  const probed = JSON.parse(readFileSync(report, 'utf8')) as Probed
  const { wall, spans, heaps } = probed
  const sum = spans.reduce((all, { from, to }) => all + to - from, 0)
  const row = `mission of ${features} features, ${lanes} lanes`
  const share = (ms: number): string => `${Math.round((100 * ms) / wall)} %`
  return [
    {
      row,
      measured: wall,
      unit: 'ms',
      floor: { what: 'the sum of its checks and git calls', value: sum },
      goal: { type: 'ratio', atMost: 1.2 },
      remark: `scripted agents that take no time, a check of ${checkMs / 1_000} s; ${spans.length} checks and git calls; --features says how many features`,
    },
    {
      row: `${row}, at once`,
      measured: wall,
      unit: 'ms',
      floor: { what: 'in which any of them was under way', value: together(spans) },
      goal: null,
      remark: `the thread started processes for ${share(probed.starting)} of the time and did its own work for ${share(probed.thread)}`,
    },
    {
      row: 'its heap in the last quarter',
      measured: heapIn(heaps, 4),
      unit: 'MB',
      floor: { what: 'in the second quarter', value: heapIn(heaps, 2) },
      goal: { type: 'ratio', atMost: 1.1 },
      remark: 'after a collection with every fifth check, the median',
    },
  ]
}

/** What the probe writes down; times in milliseconds. */
interface Probed {
  readonly wall: number
  readonly thread: number
  readonly starting: number
  readonly spans: readonly Span[]
  readonly heaps: readonly number[]
}

interface Span {
  readonly from: number
  readonly to: number
}

/** What they take together where some are at once. */
function together(spans: readonly Span[]): number {
  let [sum, end] = [0, 0]
  for (const { from, to } of [...spans].sort((a, b) => a.from - b.from)) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum
}

function heapIn(heaps: readonly number[], quarter: number): number {
  const at = (nth: number): number => Math.round((nth * heaps.length) / 4)
  return median(heaps.slice(at(quarter - 1), at(quarter))) / 1e6
}
