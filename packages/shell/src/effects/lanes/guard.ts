/**
 * Owns what tells whether folders beside the lanes can have been written by programs that nothing confined. Every use by a
 * run without a sandbox is noted. The next confined run then has another guard, and all that was made under an earlier one
 * is made again.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { makeDir } from '../../machine/disk/durable-dir.ts'
import { durableReplace } from '../../machine/disk/durable-write.ts'
import { textIfThere } from '../../machine/disk/if-missing.ts'
import { withLock } from '../../machine/lock/with-lock.ts'
import { lanesDir } from '../../store/layout/lane-place.ts'
import { confinementOf } from './lane-cell.ts'
import type { LanePorts } from './lane-ports.ts'

const open = 'open'
const lockWaitMs = 5 * 60_000

/** To be called before anything runs that an agent may have written. */
export async function guardOf(ports: Pick<LanePorts, 'stateDir' | 'sandbox'>): Promise<string> {
  const folder = lanesDir(ports.stateDir)
  const file = join(folder, '.guard')
  const { kind, allowed } = ports.sandbox
  const noted = await textIfThere(file)
  if (kind === 'none') {
    await makeDir(folder)
    if (noted !== open) await durableReplace(file, open)
    return 'unconfined'
  }
  const since = noted === null || noted === open ? await renewed(folder, file) : noted
  return JSON.stringify([kind, confinementOf(ports, 'setup'), allowed.read, allowed.write, since])
}

async function renewed(folder: string, file: string): Promise<string> {
  await makeDir(folder)
  const renew = async (): Promise<string> => {
    const noted = await textIfThere(file)
    if (noted !== null && noted !== open) return noted
    const since = randomUUID()
    await durableReplace(file, since)
    return since
  }
  return withLock(`${folder}/.guards`, renew, { waitMs: lockWaitMs })
}
