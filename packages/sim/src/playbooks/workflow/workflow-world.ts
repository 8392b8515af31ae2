/** Owns the world of a simulated workflow: a repository, its documents, people and agents, and what must be true. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import { minuteMs } from '@harness/core/kernel/minute'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/workflow/effects'
import { stepNames, type WorkflowInput } from '@harness/core/playbooks/workflow/input'
import { workflowPlaybook } from '@harness/core/playbooks/workflow/playbook'
import type { WorkflowState } from '@harness/core/playbooks/workflow/state'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { artifactCodec } from '@harness/formats/documents/workflow/artifact-codec'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { everyRun } from '../../checkers/every-run.ts'
import type { Manners } from '../../engine/manners.ts'
import type { Scenario, Stage } from '../../engine/scenario.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite } from '../../world/ground.ts'
import { meddlingWith } from '../../world/meddling.ts'
import { testsJudged } from '../../world/tests-judged.ts'
import { type TextFiles, textDocuments } from '../../world/text-documents.ts'
import { type Disturb, simPerformers } from '../../world/twin.ts'
import type { Weather } from '../../world/weather.ts'
import { doneHonestly } from './done-honestly.ts'
import { documentNames, specKey } from './input.ts'
import { limitsHold } from './limits-hold.ts'
import { orderKept } from './order-kept.ts'
import { peopleKeepTheirs, type Theirs } from './people-keep-theirs.ts'
import { type Moods, workflowAgents } from './workflow-agents.ts'
import { workflowTwins } from './workflow-twins.ts'

export const workflow = workflowPlaybook(workflowVoice)

export interface WorkflowStory {
  readonly name: string
  readonly input: WorkflowInput
  readonly moods: Moods
  readonly weather: Weather
  /** How likely each deed of people is with each command that starts. */
  readonly eagerness: number
  /** What a person answers at a gate; absent if the seed draws it. */
  readonly answers?: Readonly<Record<string, string>>
  /** The production playbook and codec, unless a test shows that a broken one is found out. */
  readonly playbook?: Playbook<WorkflowInput, WorkflowState, Command>
  readonly codec?: AnyCodec
}

const mostResumptions = 12

export const workflowScenario = (story: WorkflowStory): Scenario<WorkflowInput, WorkflowState> => ({
  name: story.name,
  playbook: story.playbook ?? workflow,
  runId: story.input.runId,
  input: story.input,
  until: null,
  attended: false,
  ofEveryRun: everyRun,
  open(stage) {
    const site = openSite(story.input.baseBranch, 'README.md', { 'README.md': 'hello' })
    const texts: TextFiles = new Map()
    const theirs: Theirs = { text: null }
    const codec = story.codec ?? (artifactCodec as AnyCodec)
    site.papers = texts
    site.documents = textDocuments(
      texts,
      Object.fromEntries(documentNames.map((name) => [name, codec])),
      () => true,
    )
    const agents = workflowAgents(stage, story.moods)
    const disturb = meddling(stage, texts, theirs, story.eagerness)
    return {
      manners: people(stage, story),
      checkers: [
        baseGrows(site),
        testsJudged(site),
        limitsHold(story.input),
        orderKept(story.input),
        doneHonestly(),
        peopleKeepTheirs(texts, theirs),
      ],
      performers: (process) =>
        simPerformers(workflowTwins, { process, stage, site, agents, weather: story.weather }, disturb),
      traces: () => ({
        files: Object.keys(site.repository.tipOf('harness/sum')?.files ?? {}).sort(),
        texts: [...texts.keys()].sort(),
      }),
      visited({ at, autofix, result }) {
        stage.tally.note(`phase: ${at.phase}`)
        stage.tally.note(`auto-fix: ${autofix}`)
        if (result !== null) stage.tally.note(`result: ${result}`)
      },
    }
  },
})

/** People who answer most gates, resume what rests, and sometimes name the step that they want. */
function people(stage: Stage, { answers = {}, eagerness }: WorkflowStory): Manners {
  let resumptions = 0
  const drawn = ({ id, gate }: AskHuman): string => {
    const luck = stage.random.about(`${id} replies`)
    return answers[gate.name] ?? luck.pick(gate.choices).name
  }
  return {
    repliesTo(question) {
      const luck = stage.random.about(`${question.id} patience`)
      const choice = drawn(question)
      stage.tally.note(`person answers ${question.gate.name} ${choice}`)
      return [{ where: 'inbox', choice, afterMs: luck.int(0, 90) * minuteMs }]
    },
    prepare() {},
    resume() {
      if (++resumptions > mostResumptions) return null
      const luck = stage.random.about(`resume ${resumptions}`)
      const until = luck.chance(Math.min(0.3, eagerness * 10)) ? luck.pick(stepNames) : null
      return { afterMs: 60_000, until }
    },
  }
}

const meddling = (stage: Stage, texts: TextFiles, theirs: Theirs, eagerness: number): Disturb =>
  meddlingWith(stage, eagerness, {
    'edits the spec': (_luck, key) => {
      if (!texts.has(specKey)) return
      theirs.text = `# The spec of a person, ${key}\n`
      texts.set(specKey, theirs.text)
    },
    'writes a spec first': (_luck, key) => {
      if (texts.has(specKey)) return
      theirs.text = `# A spec of a person, ${key}\n`
      texts.set(specKey, theirs.text)
    },
    'takes the spec away': () => {
      theirs.text = null
      texts.delete(specKey)
    },
  })
