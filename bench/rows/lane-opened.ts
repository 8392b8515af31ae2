/** How long it takes to open a lane (branch, worktree, files, records) against git adding the same worktree. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asLaneName, asRunId, commandId, type LaneName } from '@harness/core/ids'
import { invariant } from '@harness/core/invariant'
import { systemClock } from '@harness/shell/clock-system'
import type { LanePorts } from '@harness/shell/lanes/lane-ports'
import { removeLaneRecord } from '@harness/shell/lanes/lane-record'
import { openLane } from '@harness/shell/lanes/open-lane'
import { interleaved, timed } from '../interleaved.ts'
import { call } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { sampleRepo } from '../sample-repo.ts'

export async function laneOpened({ folder }: Ground): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const count of [100, 2_000]) {
    const root = sampleRepo(join(folder, `files-${count}`), sourceFiles(count))
    const stateDir = join(root, '.harness/run')
    mkdirSync(stateDir, { recursive: true })
    writeFileSync(join(stateDir, '.gitignore'), '*\n')
    let round = 0
    const ms = await interleaved(
      {
        git: () => {
          const name = `plain-${++round}`
          const add = ['worktree', 'add', '--quiet', '-b', name, join(folder, `${count}-${name}`), 'main']
          return timed(() => call(root, 'git', ...add))
        },
        lane: async () => {
          const lane = asLaneName(`lane-${++round}`)
          const taken = await timed(() => open(root, stateDir, lane))
          // As if it had been the only lane: reading the records of all the others is not what is measured.
          await removeLaneRecord(stateDir, lane)
          return taken
        },
      },
      count > 1_000 ? { fewest: 5, most: 9, forMs: 8_000 } : { fewest: 9, most: 31, forMs: 6_000 },
    )
    rows.push({
      row: `lane opened, ${count} files`,
      measured: ms.lane,
      unit: 'ms',
      floor: { what: 'git worktree add', value: ms.git },
      goal: { type: 'ratio', atMost: 1.3 },
      remark:
        count === 100
          ? 'what a lane adds (lock, refs, ports, two synced records, a process more) is the same for any size, and shows where there is little to check out'
          : '',
    })
  }
  return rows
}

async function open(root: string, stateDir: string, lane: LaneName): Promise<void> {
  const ports: LanePorts = {
    repoRoot: root,
    stateDir,
    runDir: join(stateDir, 'runs/0001/20260101-000000'),
    lanes: { setup: [], teardown: [], copyEnvFiles: [], env: [], portsPerLane: 10, portBase: 21_000 },
    environment: { PATH: process.env.PATH },
    processTag: 'harness-bench',
    clock: systemClock,
    sanitise: (text) => text,
  }
  const opened = await openLane(
    {
      type: 'OpenLane',
      id: commandId(asRunId('20260101-000000'), 'open', lane, 1),
      lane,
      branch: `task/${lane}`,
      baseBranch: 'main',
    },
    { signal: new AbortController().signal, repeated: false },
    ports,
  )
  invariant(opened.type === 'LaneOpened', `the lane opens: ${JSON.stringify(opened)}`)
}

/** About two kilobytes each, twenty in a folder. */
function* sourceFiles(count: number): Generator<readonly [path: string, text: string]> {
  for (let n = 0; n < count; n++) {
    yield [
      `src/part-${Math.floor(n / 20)}/file-${n}.ts`,
      `export const n${n} = ${n}\n${'// a line of code\n'.repeat(110)}`,
    ]
  }
}
