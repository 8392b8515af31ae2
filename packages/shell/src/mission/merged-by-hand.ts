/**
 * Takes a person at their word who merged what a mission waits for: its gate is answered as if by harness grant. Nothing
 * merged, it stays open. Safe to repeat: a gate is answered once.
 */
import type { MissionState } from '@harness/core/playbooks/mission/state'
import { ForgeError } from '../forge/forge-error.ts'
import { findUnmerged, type UnmergedPorts } from './find-unmerged.ts'
import { grantBy } from './granted-by-hand.ts'
import { openGatesOf } from './mission-gates.ts'

export async function takeMergesByHand(
  state: MissionState,
  runDir: string,
  ports: UnmergedPorts,
  { at, signal }: { readonly at: number; readonly signal: AbortSignal },
): Promise<void> {
  const { main, unmerged, input } = state
  if (main.type !== 'gate' || main.about.type !== 'escalation' || main.about.escalation.isMerge !== true)
    return
  const gate = openGatesOf(state).find((one) => one.gate.name === main.gate.name)
  if (gate === undefined) return
  const left = await stillUnmerged(
    unmerged.map(({ feature }) => feature),
    input.baseBranch,
    ports,
    signal,
  )
  if (left < unmerged.length) await grantBy(runDir, gate, 'the merge', at)
}

/** Nobody can say while the forge does not answer: then nothing was merged yet. */
async function stillUnmerged(
  features: readonly string[],
  baseBranch: string,
  ports: UnmergedPorts,
  signal: AbortSignal,
): Promise<number> {
  try {
    return (await findUnmerged(features, baseBranch, ports, signal)).length
  } catch (error) {
    if (error instanceof ForgeError) return features.length
    throw error
  }
}
