/** Owns the world in which a spec is planned: a repository, its plans, people, planners, and what must be true. */
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/planning/effects'
import type { PlanningInput } from '@harness/core/playbooks/planning/input'
import { planningPlaybook } from '@harness/core/playbooks/planning/playbook'
import type { PlanningState } from '@harness/core/playbooks/planning/state'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { newPlansCodec } from '@harness/formats/documents/planning/new-plans-codec'
import { everyRun } from '../../checkers/every-run.ts'
import type { Scenario } from '../../engine/scenario.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite } from '../../world/ground.ts'
import { meddlingWith } from '../../world/meddling.ts'
import { type TextFiles, textDocuments } from '../../world/text-documents.ts'
import { simPerformers } from '../../world/twin.ts'
import type { Weather } from '../../world/weather.ts'
import { plainInput, planDir } from './input.ts'
import { type Moods, planningAgents } from './planning-agents.ts'
import { planningTwins } from './planning-twins.ts'
import { keyOfPlan, wholePlans } from './whole-plans.ts'

export interface PlanningStory {
  readonly name: string
  readonly moods: Moods
  readonly weather: Weather
  /** How likely each deed of people is with each command that starts. */
  readonly eagerness: number
  /** The production playbook and codec, unless a test shows that a broken one is found out. */
  readonly playbook?: Playbook<PlanningInput, PlanningState, Command>
  readonly codec?: AnyCodec
}

const mostResumptions = 10
const surface = 'src/shop.js'

export const planningScenario = (story: PlanningStory): Scenario<PlanningInput, PlanningState> => ({
  name: story.name,
  playbook: story.playbook ?? planningPlaybook,
  runId: plainInput.runId,
  input: plainInput,
  until: null,
  attended: false,
  ofEveryRun: everyRun,
  open(stage) {
    const site = openSite(plainInput.baseBranch, surface, { [surface]: 'export const shop = 1' })
    const texts: TextFiles = new Map([[keyOfPlan('0001-begin.md'), '# 0001 Begin']])
    const theirs = new Map(texts)
    const codec = story.codec ?? (newPlansCodec as AnyCodec)
    site.documents = textDocuments(texts, { 'new-plans': codec }, () => true)
    const agents = planningAgents(stage, story.moods)
    const disturb = meddlingWith(stage, story.eagerness, {
      'writes a plan': (_luck, key) => {
        const place = keyOfPlan('0003-refund.md')
        if (texts.has(place)) return
        texts.set(place, `# 0003 Of a person, ${key}`)
        theirs.set(place, `# 0003 Of a person, ${key}`)
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
          return ++resumptions > mostResumptions ? null : { afterMs: 60_000, until: null }
        },
      },
      checkers: [baseGrows(site), wholePlans(texts, theirs)],
      performers: (process) =>
        simPerformers(planningTwins, { process, stage, site, agents, weather: story.weather }, disturb),
      traces: () => [...texts.keys()].filter((key) => key.includes(planDir)),
      visited: ({ at }) => stage.tally.note(`phase: ${at.phase}`),
    }
  },
})
