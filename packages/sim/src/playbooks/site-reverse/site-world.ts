/** Owns the world in which a site is read: a repository, its documents, people, analysts, and what must be true. */
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/site-reverse/effects'
import type { SiteInput } from '@harness/core/playbooks/site-reverse/input'
import { siteReversePlaybook } from '@harness/core/playbooks/site-reverse/playbook'
import type { SiteState } from '@harness/core/playbooks/site-reverse/state'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { newSpecCodec } from '@harness/formats/documents/site/new-spec-codec'
import { everyRun } from '../../checkers/every-run.ts'
import type { Scenario } from '../../engine/scenario.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite } from '../../world/ground.ts'
import { meddlingWith } from '../../world/meddling.ts'
import { type TextFiles, textDocuments } from '../../world/text-documents.ts'
import { simPerformers } from '../../world/twin.ts'
import type { Weather } from '../../world/weather.ts'
import { plainInput } from './input.ts'
import { type Moods, siteAgents } from './site-agents.ts'
import { siteTwins } from './site-twins.ts'
import { fileKeys, wholeSpec } from './whole-spec.ts'

export interface SiteStory {
  readonly name: string
  readonly moods: Moods
  readonly weather: Weather
  /** How likely each deed of people is with each command that starts. */
  readonly eagerness: number
  /** The production playbook and codec, unless a test shows that a broken one is found out. */
  readonly playbook?: Playbook<SiteInput, SiteState, Command>
  readonly codec?: AnyCodec
}

const mostResumptions = 10
const surface = 'src/shop.js'

export const siteScenario = (story: SiteStory): Scenario<SiteInput, SiteState> => ({
  name: story.name,
  playbook: story.playbook ?? siteReversePlaybook,
  runId: plainInput.runId,
  input: plainInput,
  until: null,
  attended: false,
  ofEveryRun: everyRun,
  open(stage) {
    const site = openSite(plainInput.baseBranch, surface, { [surface]: 'export const shop = 1' })
    const texts: TextFiles = new Map()
    const theirs = new Map<string, string>()
    const codec = story.codec ?? (newSpecCodec as AnyCodec)
    site.documents = textDocuments(texts, { 'new-spec': codec }, () => true)
    const agents = siteAgents(stage, story.moods)
    const disturb = meddlingWith(stage, story.eagerness, {
      'writes a spec': (_luck, key) => {
        const [place = ''] = fileKeys
        if (texts.has(place)) return
        texts.set(place, `# Of a person, ${key}`)
        theirs.set(place, `# Of a person, ${key}`)
      },
    })
    let resumptions = 0
    return {
      manners: {
        repliesTo: ({ id, gate }) => {
          const luck = stage.random.about(`${id} replies`)
          const { name } = luck.pick(gate.choices)
          return [{ where: 'inbox', choice: name, afterMs: luck.int(0, 90) * 60_000 }]
        },
        prepare() {},
        resume() {
          if (++resumptions > mostResumptions) return null
          // The person does what the run asked for, and moves the file away.
          for (const key of theirs.keys()) texts.delete(key)
          theirs.clear()
          return { afterMs: 60_000, until: null }
        },
      },
      checkers: [baseGrows(site), wholeSpec(texts, theirs)],
      performers: (process) =>
        simPerformers(siteTwins, { process, stage, site, agents, weather: story.weather }, disturb),
      traces: () => [...texts.keys()],
      visited: ({ at }) => stage.tally.note(`phase: ${at.phase}`),
    }
  },
})
