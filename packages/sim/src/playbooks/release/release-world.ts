/** Owns the world in which a release gate runs: a repository, its acceptance file, checks, and what must be true. */
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/release/effects'
import type { ReleaseInput } from '@harness/core/playbooks/release/input'
import { releasePlaybook } from '@harness/core/playbooks/release/playbook'
import type { ReleaseState } from '@harness/core/playbooks/release/state'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { releaseFactsCodec } from '@harness/formats/documents/release/release-facts-codec'
import { releaseReportCodec } from '@harness/formats/documents/release/release-report-codec'
import { everyRun } from '../../checkers/every-run.ts'
import type { Scenario } from '../../engine/scenario.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite } from '../../world/ground.ts'
import { meddlingWith } from '../../world/meddling.ts'
import { type TextFiles, textDocuments } from '../../world/text-documents.ts'
import { simPerformers } from '../../world/twin.ts'
import type { Weather } from '../../world/weather.ts'
import { filesInLane, plainInput } from './input.ts'
import { releaseTwins } from './release-twins.ts'
import { markKey, releasedHonestly } from './released-honestly.ts'

export interface ReleaseStory {
  readonly name: string
  readonly weather: Weather
  readonly eagerness: number
  /** If the plan with the tag is completed. */
  readonly isDelivered: boolean
  /** The production playbook, unless a test shows that a broken one is found out. */
  readonly playbook?: Playbook<ReleaseInput, ReleaseState, Command>
}

const mostResumptions = 10
const surface = 'src/shop.js'

/** It calls no agent. */
const agents = {
  turnOf: () => {
    throw new Error('a release gate calls no agent')
  },
}

export const releaseScenario = (story: ReleaseStory): Scenario<ReleaseInput, ReleaseState> => ({
  name: story.name,
  playbook: story.playbook ?? releasePlaybook,
  runId: plainInput.runId,
  input: plainInput,
  until: null,
  attended: false,
  ofEveryRun: everyRun,
  open(stage) {
    const site = openSite(plainInput.baseBranch, surface, { [surface]: 'export const shop = 1' })
    const texts: TextFiles = new Map(filesInLane(story.isDelivered))
    site.documents = textDocuments(
      texts,
      { release: releaseFactsCodec as AnyCodec, 'release-report': releaseReportCodec as AnyCodec },
      () => true,
    )
    const disturb = meddlingWith(stage, story.eagerness, {})
    let resumptions = 0
    return {
      manners: {
        repliesTo: () => [],
        prepare() {},
        resume() {
          return ++resumptions > mostResumptions ? null : { afterMs: 60_000, until: null }
        },
      },
      checkers: [baseGrows(site), releasedHonestly(texts, plainInput)],
      performers: (process) =>
        simPerformers(releaseTwins, { process, stage, site, agents, weather: story.weather }, disturb),
      traces: () => [texts.has(markKey)],
      visited({ at }) {
        stage.tally.note(`phase: ${at.phase}`)
        if (at.phase === 'over' && at.report !== null)
          stage.tally.note(at.report.isReady ? 'ready' : 'not ready')
      },
    }
  },
})
