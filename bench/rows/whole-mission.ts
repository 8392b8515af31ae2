/**
 * What the harness adds to a mission of scripted features in four lanes, and whether it holds more and more of it in
 * memory.
 *
 * Lanes work at once: the sum that the goal names is more than what they take together, and a mission that takes no
 * longer than the sum may still have waited for the harness. So it is also held against the time in which at least one of
 * them was under way; what the thread did is told beside it.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { heapIn, probed, sumOf, together } from '../probed.ts'
import type { Ground, Row } from '../row.ts'
import { scriptedMission } from '../scripted-mission.ts'

const lanes = 4
/** A quarter of what a delivery's check takes in its row: the less a check takes, the more the rest is seen. */
const checkMs = 500

export async function wholeMission(ground: Ground): Promise<readonly Row[]> {
  const { features = 200 } = ground
  const root = scriptedMission(join(ground.folder, 'mission'), { features, lanes, checkMs })
  const data = join(ground.folder, 'data')
  mkdirSync(data)
  const { wall, spans, heaps, ...noted } = probed(ground, root, ['mission', '--json', '--yes'], {
    HARNESS_DATA_DIR: data,
  })
  const row = `mission of ${features} features, ${lanes} lanes`
  const share = (ms: number): string => `${Math.round((100 * ms) / wall)} %`
  return [
    {
      row,
      measured: wall,
      unit: 'ms',
      floor: { what: 'the sum of its checks and git calls', value: sumOf(spans) },
      goal: { type: 'ratio', atMost: 0.6 },
      remark: `scripted agents that take no time, a check of ${checkMs / 1_000} s; ${spans.length} checks and git calls; --features says how many features`,
    },
    {
      row: `${row}, at once`,
      measured: wall,
      unit: 'ms',
      floor: { what: 'in which any of them was under way', value: together(spans) },
      goal: null,
      remark: `the thread started processes for ${share(noted.starting)} of the time and did its own work for ${share(noted.thread)}`,
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
