/** Owns the world in which a spec is made: a repository, its documents, people, agents, and what must be true. */
import { inCheckout } from '@harness/core/effects/document-file'
import { minuteMs } from '@harness/core/kernel/minute'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/spec/effects'
import type { SpecInput } from '@harness/core/playbooks/spec/input'
import { specPlaybook } from '@harness/core/playbooks/spec/playbook'
import type { SpecState } from '@harness/core/playbooks/spec/state'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import { specCodec } from '@harness/formats/documents/spec/spec-codec'
import { specVoice } from '@harness/formats/documents/spec/spec-voice'
import { everyRun } from '../../checkers/every-run.ts'
import type { Manners } from '../../engine/manners.ts'
import type { Scenario, Stage } from '../../engine/scenario.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite } from '../../world/ground.ts'
import { meddlingWith } from '../../world/meddling.ts'
import { type TextFiles, textDocuments } from '../../world/text-documents.ts'
import { simPerformers } from '../../world/twin.ts'
import type { Weather } from '../../world/weather.ts'
import { independent } from './independent.ts'
import { keptToItsFolder } from './kept-to-its-folder.ts'
import { type Moods, specAgents } from './spec-agents.ts'
import { specTwins } from './spec-twins.ts'

export interface SpecStory {
  readonly name: string
  readonly input: SpecInput
  readonly moods: Moods
  readonly weather: Weather
  /** How likely each deed of people is with each command that starts. */
  readonly eagerness: number
  /** What people say to a gate; drawn from its choices if absent. */
  readonly choice?: string
  /** The production playbook and codec, unless a test shows that a broken one is found out. */
  readonly playbook?: Playbook<SpecInput, SpecState, Command>
  readonly codec?: AnyCodec
}

export const production = specPlaybook(specVoice)

const mostResumptions = 10
const surface = 'src/notes.js'

export const specScenario = (story: SpecStory): Scenario<SpecInput, SpecState> => ({
  name: story.name,
  playbook: story.playbook ?? production,
  runId: story.input.runId,
  input: story.input,
  until: null,
  attended: false,
  ofEveryRun: everyRun,
  open(stage) {
    const site = openSite(story.input.baseBranch, surface, { [surface]: 'export const notes = []' })
    const texts: TextFiles = new Map()
    const theirs = new Map<string, string>()
    const codec = story.codec ?? (specCodec as AnyCodec)
    site.documents = textDocuments(texts, { spec: codec }, () => true)
    const agents = specAgents(stage, story.moods)
    const draft = keyOf(inCheckout(`${story.input.docsPath}spec_draft.md`))
    const disturb = meddlingWith(stage, story.eagerness, {
      'writes a draft': (_luck, key) => {
        if (texts.has(draft)) return
        texts.set(draft, `# Of a person, ${key}`)
        theirs.set(draft, `# Of a person, ${key}`)
      },
    })
    let resumptions = 0
    return {
      manners: {
        repliesTo: repliesOf(stage, story.choice),
        prepare() {},
        resume() {
          if (++resumptions > mostResumptions) return null
          // A person who resumes has moved their own file away.
          for (const key of theirs.keys()) texts.delete(key)
          theirs.clear()
          return { afterMs: minuteMs, until: null }
        },
      },
      checkers: [baseGrows(site), independent(), keptToItsFolder(texts, theirs, story.input)],
      performers: (process) =>
        simPerformers(specTwins, { process, stage, site, agents, weather: story.weather }, disturb),
      traces: () => [...texts.keys()],
      visited: ({ phase }) => stage.tally.note(`phase: ${phase}`),
    }
  },
})

const repliesOf =
  (stage: Stage, choice: string | undefined): Manners['repliesTo'] =>
  ({ id, gate }) => {
    const luck = stage.random.about(`${id} replies`)
    const names = gate.choices.map(({ name }) => name)
    const chosen = choice !== undefined && names.includes(choice) ? choice : luck.pick(names)
    stage.tally.note(`person answers ${chosen}`)
    return [{ where: 'inbox', choice: chosen, afterMs: luck.int(0, 90) * minuteMs }]
  }
