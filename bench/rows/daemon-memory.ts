/** Whether a daemon holds more and more in memory, the more runs it has finished. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allDelivered, startedDaemon } from '../delivering-daemon.ts'
import { heapIn, type Probed } from '../probed.ts'
import type { Ground, Row } from '../row.ts'
import { deliverable } from '../sample-repo.ts'

export async function daemonMemory(ground: Ground): Promise<readonly Row[]> {
  const { plans = 100, probe } = ground
  const root = deliverable(join(ground.folder, 'product'), { plans, check: 'true' })
  const report = join(ground.folder, 'probe.json')
  const node = ['--expose-gc', '--require', probe]
  const daemon = startedDaemon(ground, root, node, { HARNESS_PROBE: report })
  const ended = once(daemon, 'exit')
  try {
    await allDelivered(daemon, root, plans)
    const resident = residentMb(daemon.pid)
    // The probe writes its report as the process exits.
    daemon.kill('SIGTERM')
    await ended
    const { heaps } = JSON.parse(readFileSync(report, 'utf8')) as Probed
    return [
      {
        row: `heap of a daemon in the last quarter of ${plans} runs`,
        measured: heapIn(heaps, 4),
        unit: 'MB',
        floor: { what: 'in the second quarter', value: heapIn(heaps, 2) },
        goal: { type: 'ratio', atMost: 1.1 },
        remark: `${heaps.length} looks after a collection, the median; ${resident} MB resident at the end; --plans says how many`,
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
