/** Owns the world of a simulated delivery: a repository with its people and agents, and what must be true of it. */

import type { Event } from '@harness/core/playbooks/delivery/effects'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { everyRun } from '../../checkers/every-run.ts'
import { knownBase } from '../../checkers/known-base.ts'
import type { Manners } from '../../engine/manners.ts'
import type { Scenario, Stage } from '../../engine/scenario.ts'
import type { Agents } from '../../world/agents.ts'
import { baseTip } from '../../world/base-branch.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite, type Site } from '../../world/ground.ts'
import { takenOutStaysOut } from '../../world/taken-out-stays-out.ts'
import { testsJudged } from '../../world/tests-judged.ts'
import { turnsOnce } from '../../world/turns-once.ts'
import { type Disturb, simPerformers } from '../../world/twin.ts'
import type { Weather } from '../../world/weather.ts'
import { deliveryTwins } from './delivery-twins.ts'
import { foretoldGates } from './foretold-gates.ts'
import { filesAtStart } from './input.ts'
import { limits } from './limits.ts'
import { patientWaits } from './patient-waits.ts'
import { peoplesWord } from './peoples-word.ts'
import { planDocuments } from './plan-documents.ts'
import { planKept } from './plan-kept.ts'
import { provenMerge } from './proven-merge.ts'

export interface DeliveryCast {
  readonly weather: Weather
  readonly agents: Agents
  readonly manners: Manners
  readonly disturb: Disturb
  heard(event: Event): void
  isDiskFull(): boolean
  isSidecarDiskFull(): boolean
}

export interface DeliveryStory {
  readonly name: string
  readonly input: DeliveryInput
  readonly attended: boolean
  /** If a sandbox holds agents and checks; absent if not. */
  readonly confined?: boolean
  /** If a check fails on the base from the start. */
  readonly redBase?: true
  cast(stage: Stage, site: Site): DeliveryCast
}

export const deliveryScenario = (story: DeliveryStory): Scenario<DeliveryInput, DeliveryState> => ({
  name: story.name,
  playbook: delivery,
  runId: story.input.runId,
  input: story.input,
  until: story.input.until,
  attended: story.attended,
  confined: story.confined ?? false,
  ofEveryRun: everyRun,
  open(stage) {
    const { baseBranch, plan } = story.input
    const site = openSite(baseBranch, plan.path, filesAtStart(story.input, story.redBase))
    site.completedPath = plan.completedPath
    site.documents = planDocuments(site)
    const { weather, agents, manners, disturb, ...others } = story.cast(stage, site)
    return {
      manners,
      checkers: [
        baseGrows(site),
        testsJudged(site),
        takenOutStaysOut(site),
        turnsOnce(site),
        provenMerge(site, story.input),
        planKept(site, story.input),
        peoplesWord(story.confined ?? false),
        foretoldGates(story.input),
        knownBase(site),
        limits(story.input),
        patientWaits(),
      ],
      performers: (process) =>
        simPerformers(deliveryTwins, { process, stage, site, agents, weather }, disturb),
      isFrozen: () => site.frozen !== null,
      ...others,
      traces: () => baseTip(site),
      visited(state) {
        stage.tally.note(`phase: ${state.phase}`)
        if (state.hurdle?.type === 'gate') stage.tally.note(`gate: ${state.hurdle.gate.name}`)
      },
    }
  },
})
