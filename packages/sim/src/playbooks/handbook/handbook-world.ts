/** Owns the world of a simulated handbook: a repository, its documents, people and agents, and what must be true. */

import type { MergeLane } from '@harness/core/effects/merge-lane'
import type { OutcomeOf } from '@harness/core/kernel/effect'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/handbook/effects'
import type { HandbookDocuments } from '@harness/core/playbooks/handbook/handbook-document'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import { handbook } from '@harness/core/playbooks/handbook/playbook'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Performers } from '@harness/shell/effects/performer'
import { everyRun } from '../../checkers/every-run.ts'
import type { Scenario, Stage } from '../../engine/scenario.ts'
import { baseTip } from '../../world/base-branch.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite, type Site } from '../../world/ground.ts'
import { openShelf } from '../../world/shelf.ts'
import { testsJudged } from '../../world/tests-judged.ts'
import { simPerformers } from '../../world/twin.ts'
import type { Weather } from '../../world/weather.ts'
import { closesKept } from './closes-kept.ts'
import { doneHonestly } from './done-honestly.ts'
import { handbookAgents, handbookPath, type Moods } from './handbook-agents.ts'
import { handbookDocuments } from './handbook-documents.ts'
import { meddling, repliesToDoubt } from './handbook-people.ts'
import { handbookTwins } from './handbook-twins.ts'
import { lanesClosed } from './lanes-closed.ts'
import { limitsHold } from './limits-hold.ts'
import { orderKept } from './order-kept.ts'
import { peoplesWord } from './peoples-word.ts'
import { tickedWithEvidence } from './ticked-with-evidence.ts'

export interface HandbookStory {
  readonly name: string
  readonly input: HandbookInput
  readonly documents: HandbookDocuments
  readonly moods: Moods
  readonly weather: Weather
  /** How likely people are to meddle with each command that begins. */
  readonly eagerness: number
  /** The production playbook, unless a test shows that a broken one is found out. */
  readonly playbook?: Playbook<HandbookInput, HandbookState, Command>
  /** If a sandbox holds agents and checks; absent if not. */
  readonly confined?: boolean
  /** Whether agents may commit what they made of the handbook, as they never may. */
  readonly isHandbookFree?: true
}

const mostResumptions = 20

export const handbookScenario = (story: HandbookStory): Scenario<HandbookInput, HandbookState> => ({
  name: story.name,
  playbook: story.playbook ?? handbook,
  runId: story.input.runId,
  input: story.input,
  until: null,
  attended: false,
  confined: story.confined ?? false,
  ofEveryRun: everyRun,
  open(stage) {
    const site = openSite(story.input.baseBranch, handbookPath, { 'README.md': 'hello', [handbookPath]: '' })
    if (story.isHandbookFree !== true) site.reserved.add(handbookPath)
    site.shelf = openShelf(story.documents)
    site.documents = handbookDocuments(site.shelf)
    const agents = handbookAgents(stage, story.moods)
    const disturb = meddling(stage, site, story.eagerness)
    let resumptions = 0
    return {
      manners: {
        repliesTo: repliesToDoubt(stage),
        prepare() {},
        resume: () => (++resumptions > mostResumptions ? null : { afterMs: 60_000, until: null }),
      },
      checkers: [
        baseGrows(site),
        testsJudged(site),
        orderKept(),
        closesKept(),
        doneHonestly(),
        peoplesWord(site, story.confined ?? false),
        tickedWithEvidence(),
        limitsHold(story.input),
        lanesClosed(),
      ],
      performers: (process) =>
        mergingBoxes(
          simPerformers(handbookTwins, { process, stage, site, agents, weather: story.weather }, disturb),
          stage,
          site,
        ),
      traces: () => ({
        files: baseTip(site).files,
        boxes: site.shelf?.handbook.prompts.map(({ box }) => box),
      }),
      visited(state) {
        for (const { step } of state.flights) stage.tally.note(`step: ${step.type}`)
        if (state.ending !== null) stage.tally.note(`ending: ${state.ending.reason}`)
      },
    }
  },
})

/** A merge brings what an agent made of the handbook into the checkout; the run reads it there. */
const mergingBoxes = (performers: Performers<Command>, stage: Stage, site: Site): Performers<Command> => ({
  ...performers,
  MergeLane: { perform: (command, attempt) => mergeWithBoxes(performers, stage, site, command, attempt) },
})

async function mergeWithBoxes(
  performers: Performers<Command>,
  stage: Stage,
  site: Site,
  command: MergeLane,
  attempt: Attempt,
): Promise<OutcomeOf<MergeLane>> {
  const event = await performers.MergeLane.perform(command, attempt)
  if (site.shelf === null || baseTip(site).files[handbookPath] === '') return event
  const { handbook: read } = site.shelf
  const prompts = read.prompts.map((prompt) => {
    if (prompt.box !== 'open') return prompt
    stage.changed({ kind: `ticked ${prompt.id}`, commandId: command.id, once: null })
    return { ...prompt, box: 'done' as const }
  })
  site.shelf.handbook = { ...read, prompts }
  return event
}
