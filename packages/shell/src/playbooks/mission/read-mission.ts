/**
 * ReadMission: reads a mission's spec, features, contract and memory as they are now, and the small facts beside them.
 * Only what differs from what the run knows comes back, and which passed features are not in the base yet. Safe to repeat: it only reads.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import type { MissionFacts } from '@harness/core/playbooks/mission/mission-document'
import type { MissionRead, ReadMission } from '@harness/core/playbooks/mission/read-mission'
import { parsePlanReview } from '@harness/formats/answers/mission/plan-review-file'
import { missionPaths } from '@harness/formats/documents/mission/edit-documents'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orForgeFailed } from '../../effects/failure/forge-error.ts'
import { redactValue } from '../../machine/redaction/redact-value.ts'
import type { Redactor } from '../../machine/redaction/redactor.ts'
import { refuseGone } from './document-gone.ts'
import { findUnmerged, type UnmergedPorts } from './find-unmerged.ts'
import { contractIn, featuresIn, reread } from './mission-documents.ts'
import { type MissionPlaces, missionNames, readDocument } from './mission-files.ts'
import { readMemory, readSettled } from './mission-memory.ts'
import { readSpec } from './read-spec.ts'
import { type HookPorts, isAsBegun, runnableHook } from './run-hook.ts'

export interface ReadMissionPorts extends HookPorts, MissionPlaces, UnmergedPorts {
  readonly redact: Redactor
}

export const readMission = (
  command: ReadMission,
  attempt: Attempt,
  ports: ReadMissionPorts,
): Promise<MissionRead | ForgeFailed | CommandFailed> =>
  orForgeFailed(command, attempt, ports, async () => {
    const { known, specPath, baseBranch, id } = command
    const spec = await readSpec(ports.repoRoot, specPath, 'goes on')
    const features = await readDocument(ports, { place: 'repository', path: missionPaths.features })
    const contract = await readDocument(ports, { place: 'repository', path: missionPaths.contract })
    await refuseGone(ports, known, { features, contract })
    const memory = await readMemory(ports)
    const passed = (featuresIn(features).content ?? []).filter(({ status }) => status === 'passed')
    const looked = [
      ...new Set([...command.kept.map(({ feature }) => feature), ...passed.map((one) => one.id)]),
    ]
    const unmerged = await findUnmerged(looked, command.kept, baseBranch, ports, attempt.signal)
    const notes: string[] = []
    const event: MissionRead = {
      type: 'MissionRead',
      at: ports.clock.now(),
      commandId: id,
      spec: reread(spec, known.spec, () => spec),
      features: reread(features, known.features, (text) => featuresIn(text).content),
      contract: reread(contract, known.contract, (text) => {
        const read = contractIn(text)
        notes.push(...read.notes)
        return read.content
      }),
      memory: reread(memory.text, known.memory, () => memory.memory),
      facts: { ...(await factsOf(ports)), unmerged },
    }
    // What people wrote is journaled with the event: what must not be seen there must not enter.
    return redactValue(notes.length === 0 ? event : { ...event, notes }, ports.redact)
  })

async function factsOf(ports: ReadMissionPorts): Promise<MissionFacts> {
  const review = await readDocument(ports, { place: 'repository', path: missionPaths.planReview })
  const verdict = review === null ? null : parsePlanReview(review, missionPaths.planReview)
  const hooks: string[] = []
  for (const name of ports.hooks ? await missionNames(ports.repoRoot, missionPaths.hooks) : [])
    if ((await runnableHook(ports.repoRoot, name)) !== null && (await isAsBegun(ports, name)))
      hooks.push(name)
  return {
    planVerdict: verdict?.ok === true ? verdict.value.verdict : null,
    planNotes: verdict?.ok === true ? verdict.value.notes : [],
    fired: await readSettled(ports),
    hooks: hooks.sort(),
  }
}
