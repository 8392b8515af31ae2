/** How long one look of a daemon takes among 10 000 plans: config, plan graph, candidates, runs, base branch. */
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import type { LookAround } from '@harness/core/playbooks/daemon/effects'
import { seeRepository } from '@harness/daemon/loop/see-repository'
import { watchBudget } from '@harness/daemon/loop/watch-budget'
import type { DaemonOutside } from '@harness/daemon/place/outside'
import { findConfig, parseConfig } from '@harness/shell/effects/documents/load-config'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { interleaved, median, timed } from '../interleaved.ts'
import { environment } from '../processes.ts'
import type { Ground, Row } from '../row.ts'
import { sampleConfig, sampleRepo, writeFiles } from '../sample-repo.ts'
import { planFiles } from './next-plan.ts'

const count = 10_000
/** A file that has just been written is read at each look: a later write could bear the same times. */
const agesMs = 2_500

export async function daemonTick({ folder }: Ground): Promise<readonly Row[]> {
  const root = sampleRepo(join(folder, 'plans'), [sampleConfig])
  writeFiles(root, planFiles(count))
  const stateDir = join(root, '.harness/run')
  const outside = outsideOf(root, stateDir)
  const budget = watchBudget(
    stateDir,
    () => systemClock.now(),
    () => 60_000,
  )
  const look = async (): Promise<void> => {
    const { ready, plans } = await seeRepository(command, outside, budget, null)
    invariant(ready.length > 0 && plans.open === count / 2, 'the look saw the plans')
  }
  await setTimeout(agesMs)
  // One reads the files, the next one knows them.
  await look()
  await look()
  const processor: number[] = []
  const measured = async (): Promise<void> => {
    const before = process.cpuUsage()
    await look()
    const { user, system } = process.cpuUsage(before)
    processor.push((user + system) / 1_000)
  }
  const { tick } = await interleaved({ tick: () => timed(measured) }, { fewest: 5, most: 25, forMs: 8_000 })
  return [
    {
      row: `daemon tick, ${count} plans`,
      measured: tick,
      unit: 'ms',
      floor: null,
      goal: { type: 'absolute', atMost: 50 },
      remark: `one look in the process of the daemon, every plan file examined for changes; ${median(processor).toFixed(1)} ms of processor`,
    },
  ]
}

const command: LookAround = {
  type: 'LookAround',
  id: commandId(asRunId('20260101-000000'), 'look', 'daemon', 1),
  except: [],
  watch: [],
  blocked: [],
  known: '',
  until: null,
  anchor: null,
}

function outsideOf(root: string, stateDir: string): DaemonOutside {
  return {
    repoRoot: root,
    stateDir,
    clock: systemClock,
    environment,
    version: '0',
    async open() {
      const source = await findConfig(root)
      invariant(source?.type === 'json', 'the sample has a config')
      const { config } = parseConfig(source, environment)
      const { planDir, completedDir, baseBranch } = config
      const folders = { repoRoot: root, stateDir, planDir, completedDir, baseBranch }
      const settings = { ...config.daemon, fidelityEvery: 0, releaseGate: false }
      return { folders, config, settings, revision: '0', redact: String }
    },
    command: () => Promise.reject(new Error('a look carries nothing out')),
    notices: {
      tell: async () => {},
      ring: async () => {},
      takeUpLeft: async () => {},
      tried: async () => {},
      close() {},
    },
    refuseQueued: () => null,
  }
}
