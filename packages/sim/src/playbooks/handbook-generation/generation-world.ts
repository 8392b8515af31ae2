/** Owns the world in which a handbook is made: a repository, its documents, people, planners, and what must be true. */
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/handbook-generation/effects'
import type { GenerationInput } from '@harness/core/playbooks/handbook-generation/input'
import { handbookGeneration } from '@harness/core/playbooks/handbook-generation/playbook'
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { plannedHandbookCodec } from '@harness/formats/documents/handbook/planned-handbook-codec'
import { everyRun } from '../../checkers/every-run.ts'
import type { Scenario, Stage } from '../../engine/scenario.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite } from '../../world/ground.ts'
import { meddlingWith } from '../../world/meddling.ts'
import { type TextFiles, textDocuments } from '../../world/text-documents.ts'
import { type Disturb, simPerformers } from '../../world/twin.ts'
import type { Weather } from '../../world/weather.ts'
import { generationAgents, type Moods } from './generation-agents.ts'
import { generationTwins } from './generation-twins.ts'
import { handbookKey, productKey, surface } from './input.ts'
import { peopleKeepTheirs } from './people-keep-theirs.ts'
import { writtenHonestly } from './written-honestly.ts'

export interface GenerationStory {
  readonly name: string
  readonly input: GenerationInput
  readonly moods: Moods
  readonly weather: Weather
  /** How likely each deed of people is with each command that starts. */
  readonly eagerness: number
  /** The production playbook and codec, unless a test shows that a broken one is found out. */
  readonly playbook?: Playbook<GenerationInput, GenerationState, Command>
  readonly codec?: AnyCodec
}

const mostResumptions = 10
const product = '# Product\n'

export const generationScenario = (story: GenerationStory): Scenario<GenerationInput, GenerationState> => ({
  name: story.name,
  playbook: story.playbook ?? handbookGeneration,
  runId: story.input.runId,
  input: story.input,
  until: null,
  attended: false,
  ofEveryRun: everyRun,
  open(stage) {
    const site = openSite(story.input.baseBranch, surface, { [surface]: '<main></main>' })
    const texts: TextFiles = new Map([[productKey, product]])
    const theirs = new Set<string>()
    const codec = story.codec ?? (plannedHandbookCodec as AnyCodec)
    site.documents = textDocuments(texts, { 'planned-handbook': codec }, (path) => path === surface)
    const agents = generationAgents(stage, story.moods)
    const disturb = meddling(stage, texts, theirs, story.eagerness)
    let resumptions = 0
    return {
      manners: {
        repliesTo: () => [],
        prepare() {},
        resume() {
          if (++resumptions > mostResumptions) return null
          // A person who resumes has put PRODUCT.md back.
          texts.set(productKey, product)
          return { afterMs: 60_000, until: null }
        },
      },
      checkers: [baseGrows(site), writtenHonestly(), peopleKeepTheirs(texts, theirs, story.input.replace)],
      performers: (process) =>
        simPerformers(generationTwins, { process, stage, site, agents, weather: story.weather }, disturb),
      traces: () => [...texts],
      visited: ({ phase }) => stage.tally.note(`phase: ${phase}`),
    }
  },
})

const meddling = (stage: Stage, texts: TextFiles, theirs: Set<string>, eagerness: number): Disturb =>
  meddlingWith(stage, eagerness, {
    'writes a handbook': (_luck, key) => {
      if (texts.has(handbookKey)) return
      const text = `# The handbook of a person, ${key}`
      theirs.add(text)
      texts.set(handbookKey, text)
    },
    'takes PRODUCT.md away': () => void texts.delete(productKey),
  })
