/** Whether a cap that is far away makes a mission slower: four lanes with it against four lanes without. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { timed } from '../interleaved.ts'
import { callWith } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { scriptedMission } from '../scripted-mission.ts'

const lanes = 4
const features = 8
/** In turns. The fastest of each counts: other work on the machine makes any of them slower. */
const rounds = 2
/** Long enough that workers that take turns would be seen. */
const workMs = 4_000
const far = 1_000

export async function missionCap({ folder, program }: Ground): Promise<readonly Row[]> {
  const carriedOut = (name: string, cap: { readonly cap?: number }): Promise<number> => {
    const root = scriptedMission(join(folder, name), { features, lanes, checkMs: 50, workMs, ...cap })
    const data = join(folder, `${name}-data`)
    mkdirSync(data)
    const env = { HARNESS_DATA_DIR: data }
    return timed(() => callWith(env, root, process.execPath, program, 'mission', '--json', '--yes'))
  }
  const [without, capped]: [number[], number[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    without.push(await carriedOut(`without-${round}`, {}))
    capped.push(await carriedOut(`capped-${round}`, { cap: far }))
  }
  return [
    {
      row: `mission of ${features} features under a far cap, ${lanes} lanes`,
      measured: Math.min(...capped),
      unit: 'ms',
      floor: { what: 'without a cap', value: Math.min(...without) },
      goal: { type: 'ratio', atMost: 1.1 },
      remark: `each worker takes ${workMs / 1_000} s and $0.01, the cap is $${far}`,
    },
  ]
}
