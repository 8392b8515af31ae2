/** Owns the world of a simulated mission: a repository, its documents, people and agents, and what must be true. */

import type { Playbook } from '@harness/core/kernel/playbook'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { PlannedMission } from '@harness/core/playbooks/mission/state/answers'
import type { Command, Event } from '@harness/core/playbooks/mission/state/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { everyRun } from '../../checkers/every-run.ts'
import type { Scenario } from '../../engine/scenario.ts'
import { baseTip } from '../../world/base-branch.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite, type Site } from '../../world/ground.ts'
import { moodyPeople } from '../../world/moody-people.ts'
import { contractIn, featuresIn, openPapers, type Papers } from '../../world/papers.ts'
import { testsJudged } from '../../world/tests-judged.ts'
import { type Disturb, simPerformers } from '../../world/twin.ts'
import { branchOf, isInBase } from '../../world/unmerged.ts'
import type { Weather } from '../../world/weather.ts'
import { apart } from './apart.ts'
import { builtOnBase } from './built-on-base.ts'
import { callsCounted } from './calls-counted.ts'
import { curatedMeanwhile } from './curated-meanwhile.ts'
import { decisionPair } from './decision-pair.ts'
import { documentedWhen } from './documented-when.ts'
import { droppedFeatures } from './dropped-features.ts'
import { landsAlone } from './lands-alone.ts'
import { lessonsTaught } from './lessons-taught.ts'
import { limitsHold } from './limits-hold.ts'
import { looksInCopies } from './looks-in-copies.ts'
import { mergingAtAnyTime, mergingWhenAsked } from './merging-people.ts'
import { type Moods, missionAgents } from './mission-agents.ts'
import { missionContents } from './mission-contents.ts'
import { forgePasses, meddling, rewordClaim, savedByOthers } from './mission-people.ts'
import { missionTwins } from './mission-twins.ts'
import { peoplesWord } from './peoples-word.ts'
import { type Claimed, provenClaims } from './proven-claims.ts'
import { refusalsHold } from './refusals-hold.ts'
import { relenting } from './relenting-people.ts'
import { shownOnTree } from './shown-on-tree.ts'

export interface MissionStory {
  readonly name: string
  readonly input: MissionInput
  readonly plan: PlannedMission
  readonly moods: Moods
  readonly weather: Weather
  /** How likely people are to meddle with each command that begins. */
  readonly eagerness: number
  /** How likely they are to merge or close something unasked, likewise. */
  readonly mergeEagerness?: number
  /** The feature whose worker takes twenty times as long; absent if none does. */
  readonly slow?: string
  /** If a sandbox holds agents and programs; absent if not. */
  readonly confined?: boolean
  /** The production playbook, unless a test shows that a broken one is found out. */
  readonly playbook?: Playbook<MissionInput, MissionState, Command>
}

const claimedIn = (
  papers: Papers,
  site: Site,
  { isolation }: MissionInput,
  isOut: Claimed['isOut'],
): Claimed => ({
  isOut,
  contract: () => (contractIn(papers) ?? []).map(({ id }) => id),
  claimsOf: (feature) => featuresIn(papers)?.find(({ id }) => id === feature)?.claims ?? null,
  leftOf(feature) {
    const tip = isolation.onPass === 'merge' ? null : site.repository.tipOf(branchOf(feature))
    return tip === null || isInBase(site, tip.hash) ? null : site.repository.historyOf(tip.hash)
  },
})

export const missionScenario = (story: MissionStory): Scenario<MissionInput, MissionState> => ({
  name: story.name,
  playbook: story.playbook ?? mission,
  runId: story.input.runId,
  input: story.input,
  until: null,
  attended: false,
  confined: story.confined ?? false,
  ofEveryRun: everyRun,
  open(stage) {
    const { input } = story
    const site = openSite(input.baseBranch, input.specPath, { 'README.md': 'hello' })
    const papers = openPapers(input.specPath, 'Build it.')
    site.papers = papers
    site.documents = missionContents(papers)
    // A confined agent reaches no document.
    const trespass = (edit: () => void): void => {
      if (story.confined !== true) savedByOthers(stage, edit)
    }
    const agents = missionAgents(
      stage,
      story.moods,
      story.plan,
      {
        forge: () => trespass(() => forgePasses(papers)),
        reword: (luck) => trespass(() => rewordClaim(papers, luck)),
      },
      story.slow,
    )
    const meddle = meddling(stage, site, story.eagerness)
    const merge = mergingAtAnyTime(
      stage,
      site,
      input.isolation.onPass === 'merge' ? 0 : (story.mergeEagerness ?? 0),
    )
    const disturb: Disturb = (command, attempt) => {
      meddle(command, attempt)
      merge(command, attempt)
    }
    const dropped = droppedFeatures(papers)
    const word = peoplesWord(papers, story.confined ?? false)
    const isOut = (claim: string): boolean => dropped.isOut(claim) || word.isSaid(claim)
    const proven = provenClaims(input, claimedIn(papers, site, input, isOut))
    const people = moodyPeople(stage, site, { attended: false, phases: ['loop'] })
    return {
      manners: relenting(mergingWhenAsked(people, stage, site), stage),
      checkers: [
        baseGrows(site),
        testsJudged(site),
        proven,
        shownOnTree(site),
        dropped.checker(proven.isShown),
        builtOnBase(site, input, word.hasPassed),
        word.checker(proven.isShown),
        limitsHold(input),
        apart(),
        refusalsHold(),
        callsCounted(),
        landsAlone(input),
        looksInCopies(site),
        curatedMeanwhile(input),
        lessonsTaught(),
        documentedWhen(input),
      ],
      performers: (process) =>
        simPerformers(missionTwins, { process, stage, site, agents, weather: story.weather }, disturb),
      traces: () => ({
        files: Object.keys(baseTip(site).files).sort(),
        features: featuresIn(papers)?.map(({ id, status }) => [id, status]),
        claims: contractIn(papers)?.map(({ id, status }) => [id, status]),
      }),
      heard(heard) {
        const event = heard as Event
        if (event.type === 'DocumentsEdited' && event.refused.length > 0) stage.tally.note('edit refused')
        if (event.type === 'MergedAhead')
          stage.tally.note(event.trial === null ? 'ahead: conflict' : 'ahead: merged')
        if (event.type === 'CommandIssued' && event.command.type === 'RunChecks' && event.command.known)
          stage.tally.note('ahead: known')
      },
      visited(state) {
        stage.tally.note(`at: ${state.at.phase}`)
        if (state.at.phase === 'curate' && state.at.next !== null) stage.tally.note('curator on the way')
        const pair = decisionPair(state)
        if (pair !== null) stage.tally.note(`pair: ${pair}`)
        for (const { step } of state.flights)
          stage.tally.note(`step: ${step.type === 'rest' ? step.why : step.type}`)
      },
    }
  },
})
