/** Owns the twin of ReadMission. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { MissionRead, ReadMission } from '@harness/core/playbooks/mission/read-mission'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Random } from '../../engine/random.ts'
import { commandFailed } from '../../world/command-failed.ts'
import { type Ground, luckOf } from '../../world/ground.ts'
import { contractIn, factsIn, featuresIn, memoryIn } from '../../world/papers.ts'
import { reread } from '../../world/reread.ts'
import type { OutcomeStart, Twin } from '../../world/twin.ts'
import { branchOf, unmergedOf } from '../../world/unmerged.ts'
import { documentsOf } from './drawn-documents.ts'
import { plainPlan } from './input.ts'

export const readMissionTwin: Twin<ReadMission> = { perform: readMission, any: read }

/** Only reads, so that a repetition is as good as the first. */
async function readMission(
  ground: Ground,
  command: ReadMission,
  { signal }: Attempt,
): Promise<MissionRead | CommandFailed> {
  const { process, stage, site } = ground
  await process.sleep(20, signal)
  const { papers } = site
  if (papers === null) return commandFailed(ground, command, 'document-missing')
  const { known, kept } = command
  const passed = (featuresIn(papers) ?? []).filter(({ status }) => status === 'passed')
  const read = {
    spec: reread(papers.spec, known.spec),
    features: reread(featuresIn(papers), known.features),
    contract: reread(contractIn(papers), known.contract),
    memory: reread(memoryIn(papers), known.memory),
  }
  // Looking at the base, and asking a forge, takes a while; people and agents do not wait for it.
  await process.sleep(luckOf(ground, command.id).pick([5, 5, 5, 20_000]), signal)
  const looked = [...kept.map(({ feature }) => feature), ...passed.map(({ id }) => id)]
  const keptAt = new Map(kept.map(({ feature, commit }) => [branchOf(feature), commit]))
  return {
    type: 'MissionRead',
    at: stage.wall.now(),
    commandId: command.id,
    ...read,
    facts: { ...factsIn(papers), unmerged: unmergedOf(site, looked, keptAt) },
  }
}

/** The first time there is a spec, and a plan where somebody wrote one; later nothing has changed. */
function read({ known }: ReadMission, luck: Random, base: OutcomeStart): MissionRead {
  const facts = {
    planVerdict: luck.pick([null, 'accept' as const]),
    fired: [],
    hooks: luck.chance(0.5) ? ['pre-worker'] : [],
  }
  const same = { digest: 'digest', changed: null }
  if (known.spec !== null)
    return { ...base, type: 'MissionRead', spec: same, features: same, contract: same, memory: same, facts }
  const plan = luck.chance(0.4) ? documentsOf(plainPlan) : { features: null, contract: null }
  const told = <Content>(content: Content) => ({ digest: 'digest', changed: { content } })
  return {
    ...base,
    type: 'MissionRead',
    spec: told('# A product'),
    features: told(plan.features),
    contract: told(plan.contract),
    memory: told({ summary: '', long: '', identities: {} }),
    facts,
  }
}
