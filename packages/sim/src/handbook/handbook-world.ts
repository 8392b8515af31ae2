/** Owns the world of a simulated handbook: a repository, its documents, people and agents, and what must be true. */
import type { HandbookDocuments } from '@harness/core/handbook-document'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { Scenario } from '../scenario.ts'
import { baseTip } from '../world/base-branch.ts'
import { baseGrows } from '../world/base-grows.ts'
import { openSite } from '../world/ground.ts'
import { openShelf } from '../world/shelf.ts'
import { simAdapters } from '../world/sim-adapters.ts'
import type { Weather } from '../world/weather.ts'
import { closesKept } from './closes-kept.ts'
import { handbookAgents, type Moods } from './handbook-agents.ts'
import { meddling } from './handbook-people.ts'
import { limitsHold } from './limits-hold.ts'
import { orderKept } from './order-kept.ts'
import { tickedWithEvidence } from './ticked-with-evidence.ts'

export interface HandbookStory {
  readonly name: string
  readonly input: HandbookInput
  readonly documents: HandbookDocuments
  readonly moods: Moods
  readonly weather: Weather
  /** How likely people are to meddle with each command that begins. */
  readonly eagerness: number
}

const mostResumptions = 20

export const handbookScenario = (story: HandbookStory): Scenario<HandbookInput, HandbookState> => ({
  name: story.name,
  playbook: handbook,
  runId: story.input.runId,
  input: story.input,
  until: null,
  attended: false,
  open(stage) {
    const site = openSite(story.input.baseBranch, 'IMPECCABLE_HANDBOOK.md', { 'README.md': 'hello' })
    site.shelf = openShelf(story.documents)
    const agents = handbookAgents(stage, story.moods)
    const disturb = meddling(stage, site, story.eagerness)
    let resumptions = 0
    return {
      manners: {
        repliesTo: () => [],
        prepare() {},
        resume: () => (++resumptions > mostResumptions ? null : { afterMs: 60_000, until: null }),
      },
      checkers: [baseGrows(site), orderKept(), closesKept(), tickedWithEvidence(), limitsHold(story.input)],
      adapters: (process) => simAdapters({ process, stage, site, agents, weather: story.weather }, disturb),
      isFrozen: () => false,
      isDiskFull: () => false,
      isSidecarDiskFull: () => false,
      traces: () => ({
        files: baseTip(site).files,
        boxes: site.shelf?.handbook.prompts.map(({ box }) => box),
      }),
      heard() {},
      visited(state) {
        for (const { step } of state.flights) stage.tally.note(`step: ${step.type}`)
        if (state.ending !== null) stage.tally.note(`ending: ${state.ending.reason}`)
      },
    }
  },
})
