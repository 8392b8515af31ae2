/**
 * How long it takes to open a lane (branch, files, a repository of its own, records) against `git clone --shared` of the same
 * repository: a new lane, and one in the folder of a lane that was closed, which ten files differ from.
 */

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isLaneOpened } from '@harness/core/effects/open-lane'
import { asLaneName, asRunId, commandId, type LaneName } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { closeLane } from '@harness/shell/effects/lanes/close-lane'
import type { LanePorts } from '@harness/shell/effects/lanes/lane-ports'
import { removeLaneRecord } from '@harness/shell/effects/lanes/lane-record'
import { openLane } from '@harness/shell/effects/lanes/open-lane'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { createValueStages } from '@harness/shell/machine/redaction/redactor'
import { unconfined } from '@harness/shell/test-support/unconfined'
import { interleaved, timed } from '../interleaved.ts'
import { call } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { sampleRepo } from '../sample-repo.ts'

export async function laneOpened({ folder }: Ground): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const count of [100, 2_000, 30_000]) {
    const root = sampleRepo(join(folder, `files-${count}`), sourceFiles(count))
    const stateDir = stateFolder(root, 'run')
    // Of its own: in the other no lane is closed, so that every one is new.
    const warmDir = stateFolder(root, 'warm')
    await open(root, warmDir, asLaneName('first'))
    await close(root, warmDir, asLaneName('first'))
    let round = 0
    const ms = await interleaved(
      {
        git: () => {
          const clone = ['clone', '--quiet', '--shared', root, join(folder, `${count}-plain-${++round}`)]
          return timed(() => call(root, 'git', ...clone))
        },
        lane: async () => {
          const lane = asLaneName(`lane-${++round}`)
          const taken = await timed(() => open(root, stateDir, lane))
          // As if it had been the only lane: reading the records of all the others is not what is measured.
          await removeLaneRecord(stateDir, lane)
          return taken
        },
        warm: async () => {
          const lane = asLaneName(`warm-${++round}`)
          changeTenFiles(root, round)
          const taken = await timed(() => open(root, warmDir, lane))
          await close(root, warmDir, lane)
          return taken
        },
      },
      count > 10_000
        ? { fewest: 3, most: 3, forMs: 10_000 }
        : count > 1_000
          ? { fewest: 5, most: 9, forMs: 8_000 }
          : { fewest: 9, most: 31, forMs: 6_000 },
    )
    rows.push({
      row: `lane opened, ${count} files`,
      measured: ms.lane,
      unit: 'ms',
      floor: { what: 'git clone --shared', value: ms.git },
      goal: { type: 'ratio', atMost: 1.3 },
      remark:
        count === 100
          ? 'what a lane adds (lock, refs, ports, synced records) is the same for any size, and shows if there is little to check out'
          : '',
    })
    rows.push({
      row: `lane from the pool, ${count} files`,
      measured: ms.warm,
      unit: 'ms',
      floor: { what: 'git clone --shared', value: ms.git },
      goal: null,
      remark: 'ten files differ; git looks at all of them, to prove that nothing of the former lane is left',
    })
  }
  return rows
}

function stateFolder(root: string, name: string): string {
  const folder = join(root, '.harness', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '.gitignore'), '*\n')
  return folder
}

function changeTenFiles(root: string, round: number): void {
  for (let n = 0; n < 10; n++) appendFileSync(join(root, `src/part-0/file-${n}.ts`), `// ${round}\n`)
  call(root, 'git', 'commit', '--quiet', '--all', '--message', 'Ten files')
}

const attempt = { signal: new AbortController().signal, repeated: false }

export function portsOf(root: string, stateDir: string): LanePorts {
  return {
    repoRoot: root,
    stateDir,
    runDir: join(stateDir, 'runs/0001/20260101-000000'),
    lanes: {
      setup: [],
      setupInputs: [],
      teardown: [],
      copyEnvFiles: [],
      env: [],
      portsPerLane: 10,
      portBase: 21_000,
      pool: 2,
    },
    sandbox: unconfined,
    environment: { PATH: process.env.PATH },
    processTag: 'harness-bench',
    clock: systemClock,
    sanitise: (text) => text,
    values: createValueStages({ secrets: [] }),
  }
}

async function open(root: string, stateDir: string, lane: LaneName): Promise<void> {
  const opened = await openLane(
    {
      type: 'OpenLane',
      id: commandId(asRunId('20260101-000000'), 'open', lane, 1),
      lane,
      branch: `task/${lane}`,
      baseBranch: 'main',
    },
    attempt,
    portsOf(root, stateDir),
  )
  invariant(isLaneOpened(opened), `the lane opens: ${JSON.stringify(opened)}`)
}

/** It stays where it is, for the next. */
async function close(root: string, stateDir: string, lane: LaneName): Promise<void> {
  const id = commandId(asRunId('20260101-000000'), 'close', lane, 1)
  const command = { type: 'CloseLane', id, lane, branch: `task/${lane}`, baseBranch: 'main' } as const
  const closed = await closeLane(command, attempt, portsOf(root, stateDir))
  invariant(closed.type === 'LaneClosed' && closed.kept === null, `it closes: ${JSON.stringify(closed)}`)
}

/** About two kilobytes each, twenty in a folder. */
export function* sourceFiles(count: number): Generator<readonly [path: string, text: string]> {
  for (let n = 0; n < count; n++) {
    yield [
      `src/part-${Math.floor(n / 20)}/file-${n}.ts`,
      `export const n${n} = ${n}\n${'// a line of code\n'.repeat(110)}`,
    ]
  }
}
