/**
 * How long a whole delivery takes with an agent that needs no time, against its checks alone: what lanes, git, journal
 * and sidecars add. There is no goal: the row is there so that a change shows.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { interleaved, timed } from '../interleaved.ts'
import { call } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { sampleRepo } from '../sample-repo.ts'

export async function wholeDelivery({ folder, program }: Ground): Promise<readonly Row[]> {
  let round = 0
  let delivered = ''
  const ms = await interleaved(
    {
      delivery: () => {
        delivered = sampleProduct(join(folder, `product-${++round}`), program)
        return timed(() => call(delivered, process.execPath, program, 'run', '0001', '--yes'))
      },
      checks: () => timed(() => call(delivered, 'npm', 'test', '--silent')),
    },
    { fewest: 3, most: 9, forMs: 8_000 },
  )
  return [
    {
      row: 'delivery of one plan',
      measured: ms.delivery,
      unit: 'ms',
      floor: { what: 'its one check', value: ms.checks },
      goal: null,
      remark:
        'the whole command with a scripted agent that does not wait: start, lane, review, merge, plan moved, lane closed',
    },
  ]
}

/** The sample product that comes with the program, its agent without the pauses that are there to be watched. */
function sampleProduct(root: string, program: string): string {
  cpSync(join(dirname(program), 'examples/receipt'), root, { recursive: true })
  const script = join(root, 'harness.script.yaml')
  writeFileSync(script, readFileSync(script, 'utf8').replace(/wait: \d+ms/g, 'wait: 0ms'))
  return sampleRepo(root, [])
}
