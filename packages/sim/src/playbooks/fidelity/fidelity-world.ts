/** Owns the world of an audit: a repository, its plans, its spec, auditors, and what must be true. */
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/fidelity/effects'
import type { FidelityInput } from '@harness/core/playbooks/fidelity/input'
import { fidelityPlaybook } from '@harness/core/playbooks/fidelity/playbook'
import type { FidelityState } from '@harness/core/playbooks/fidelity/state'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { lastChangeCodec, printLastChange } from '@harness/formats/documents/codec/last-change-codec'
import { filedCodec } from '@harness/formats/documents/fidelity/filed-codec'
import { specFactsCodec } from '@harness/formats/documents/fidelity/spec-facts-codec'
import { everyRun } from '../../checkers/every-run.ts'
import type { Scenario } from '../../engine/scenario.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite } from '../../world/ground.ts'
import { meddlingWith } from '../../world/meddling.ts'
import { type TextFiles, textDocuments } from '../../world/text-documents.ts'
import { simPerformers } from '../../world/twin.ts'
import type { Weather } from '../../world/weather.ts'
import { auditedHonestly } from './audited-honestly.ts'
import { fidelityAgents, type Moods } from './fidelity-agents.ts'
import { fidelityTwins } from './fidelity-twins.ts'
import { acceptingInput, filesInLane, historyKey, plainInput } from './input.ts'
import { somePlans } from './sim-plans.ts'

export interface FidelityStory {
  readonly name: string
  readonly moods: Moods
  readonly weather: Weather
  readonly eagerness: number
  /** If a review of an earlier audit blocks the plans. */
  readonly isUnderReview: boolean
  /** If a person accepts the latest report. */
  readonly accepts: boolean
  /** The production playbook, unless a test shows that a broken one is found out. */
  readonly playbook?: Playbook<FidelityInput, FidelityState, Command>
}

const mostResumptions = 10
const surface = 'src/shop.js'

export const fidelityScenario = (story: FidelityStory): Scenario<FidelityInput, FidelityState> => ({
  name: story.name,
  playbook: story.playbook ?? fidelityPlaybook,
  runId: plainInput.runId,
  input: story.accepts ? acceptingInput : plainInput,
  until: null,
  attended: false,
  ofEveryRun: everyRun,
  open(stage) {
    const site = openSite(plainInput.baseBranch, surface, { [surface]: 'export const shop = 1' })
    const plans = somePlans(story.isUnderReview)
    const texts: TextFiles = new Map(filesInLane(story.isUnderReview))
    texts.set(historyKey, printLastChange({ commit: 'spec', author: 'ada', subject: 'Say what it is' }))
    site.documents = textDocuments(
      texts,
      {
        spec: specFactsCodec as AnyCodec,
        change: lastChangeCodec as AnyCodec,
        filed: filedCodec as AnyCodec,
      },
      () => true,
    )
    const agents = fidelityAgents(stage, story.moods)
    const disturb = meddlingWith(stage, story.eagerness, {
      'clears the checkout': () => {
        site.checkoutInTheWay = false
      },
    })
    let resumptions = 0
    return {
      manners: {
        repliesTo: () => [],
        prepare() {
          site.checkoutInTheWay = false
        },
        resume() {
          return ++resumptions > mostResumptions ? null : { afterMs: 60_000, until: null }
        },
      },
      checkers: [baseGrows(site), auditedHonestly(texts, plans, story.accepts)],
      performers: (process) =>
        simPerformers(
          fidelityTwins(plans),
          { process, stage, site, agents, weather: story.weather },
          disturb,
        ),
      traces: () => [...plans.active, ...[...texts.keys()].filter((key) => key.startsWith('state:'))],
      visited({ at }) {
        stage.tally.note(`phase: ${at.phase}`)
        if (at.phase === 'over') stage.tally.note(`over: ${at.result.how}`)
      },
    }
  },
})
