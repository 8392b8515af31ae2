/** SetFreeze: writes or removes `FROZEN`. Safe to repeat: a frozen repository stays as it was frozen first. */
import { rm } from 'node:fs/promises'
import type { FreezeSet, SetFreeze } from '@harness/core/playbooks/daemon/effects'
import { freeze, frozenMark } from '@harness/shell/effects/freeze/freeze'
import type { DaemonPorts } from './ports.ts'

export async function setFreeze(
  { id, reason }: SetFreeze,
  { outside, bell }: Pick<DaemonPorts, 'outside' | 'bell'>,
): Promise<FreezeSet> {
  const { stateDir, clock } = outside
  let problem: string | null = null
  try {
    if (reason === null) await thaw(stateDir)
    else await freeze(stateDir, reason, clock.now())
  } catch (error) {
    problem = (error as Error).message
  }
  bell.ring()
  return { type: 'FreezeSet', at: clock.now(), commandId: id, problem }
}

export async function thaw(stateDir: string): Promise<void> {
  const mark = await frozenMark(stateDir)
  if (mark !== null) await rm(mark.path, { force: true })
}
