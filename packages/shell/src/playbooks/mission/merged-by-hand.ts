/**
 * Takes a person at their word who merged what a mission waits for, deleted it, or wrote something else into the plan: its
 * gate is answered as if by harness grant, and the mission looks again. Nothing done, it stays open. Safe to repeat: a gate
 * is answered once.
 */

import { byWhatIsThere } from '@harness/core/playbooks/mission/gates'
import { missionPaths } from '@harness/core/playbooks/mission/mission-contents'
import { keptWork, type MissionState } from '@harness/core/playbooks/mission/state'
import { fileDigest } from '../../effects/documents/document-digest.ts'
import { ForgeError } from '../../effects/failure/forge-error.ts'
import { findUnmerged, type UnmergedPorts } from './find-unmerged.ts'
import { type Answer, grantBy, type StoodMission } from './granted-by-hand.ts'
import { readDocument } from './mission-files.ts'
import { stillAsked } from './mission-gates.ts'

export async function takeMergesByHand(
  tell: Answer,
  ports: UnmergedPorts,
  { state, asked, at }: StoodMission,
  signal: AbortSignal,
): Promise<void> {
  const { main } = state
  if (main.type !== 'gate' || main.about.type !== 'escalation' || main.about.escalation.merges === undefined)
    return
  const gate = stillAsked(state, asked).find((one) => one.gate.name === main.gate.name)
  if (gate === undefined) return
  const isSame =
    (await isStillPlanned(state, ports.repoRoot)) && (await isStillUnmerged(state, ports, signal))
  if (!isSame) await grantBy(tell, gate, byWhatIsThere, at)
}

/** As it was at the last look. What can be begun, and what is waited for, may be another by the plan as it is now. */
async function isStillPlanned({ digests }: MissionState, repoRoot: string): Promise<boolean> {
  const isKnown = async (path: string, known: string | null): Promise<boolean> =>
    fileDigest(await readDocument(repoRoot, path)) === known
  return (
    (await isKnown(missionPaths.features, digests.features)) &&
    (await isKnown(missionPaths.contract, digests.contract))
  )
}

/** As it was when they were asked. While the forge does not answer, nothing counts as merged. */
async function isStillUnmerged(
  { unmerged, kept, input }: MissionState,
  ports: UnmergedPorts,
  signal: AbortSignal,
): Promise<boolean> {
  const features = unmerged.map(({ feature }) => feature)
  try {
    const now = await findUnmerged(features, keptWork(kept), input.baseBranch, ports, signal)
    return unmerged.every((one) =>
      now.some(({ feature, goneAt }) => feature === one.feature && goneAt === one.goneAt),
    )
  } catch (error) {
    if (error instanceof ForgeError) return true
    throw error
  }
}
