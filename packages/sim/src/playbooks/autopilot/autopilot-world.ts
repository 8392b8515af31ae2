/** Owns the world of a simulated autopilot: a repository, its documents, people and agents, and what must be true. */
import { inCheckout } from '@harness/core/effects/document-file'
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { AutopilotInput } from '@harness/core/playbooks/autopilot/input'
import { autopilotPlaybook } from '@harness/core/playbooks/autopilot/playbook'
import { notesCodec } from '@harness/formats/documents/autopilot/notes-codec'
import { wishesCodec } from '@harness/formats/documents/autopilot/phase-wishes'
import { planCodec } from '@harness/formats/documents/autopilot/plan-codec'
import { roadmapCodec } from '@harness/formats/documents/autopilot/roadmap-codec'
import { specCodec } from '@harness/formats/documents/autopilot/spec-codec'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import { everyRun } from '../../checkers/every-run.ts'
import type { Scenario } from '../../engine/scenario.ts'
import { baseGrows } from '../../world/base-grows.ts'
import { openSite } from '../../world/ground.ts'
import { testsJudged } from '../../world/tests-judged.ts'
import { type TextFiles, textDocuments } from '../../world/text-documents.ts'
import { turnsOnce } from '../../world/turns-once.ts'
import { simPerformers } from '../../world/twin.ts'
import type { Weather } from '../../world/weather.ts'
import { approvedPlans } from './approved-plans.ts'
import { autopilotAgents, reservedPath } from './autopilot-agents.ts'
import { type Answers, autopilotMeddling, autopilotPeople, type Surroundings } from './autopilot-people.ts'
import type { AutopilotPlaybook, AutopilotRun } from './autopilot-run.ts'
import { autopilotTwins } from './autopilot-twins.ts'
import { checkpointsTakeTheirs, type InLane } from './checkpoints-take-theirs.ts'
import { decisionsKept } from './decisions-kept.ts'
import { delivered } from './delivered.ts'
import { phasesOf, type Start } from './input.ts'
import { judged } from './judged.ts'
import { limitsHold } from './limits-hold.ts'
import type { Moods } from './moods.ts'
import { neverAgain } from './never-again.ts'
import { peopleKeepTheirs, type Theirs } from './people-keep-theirs.ts'
import { tasksDone } from './tasks-done.ts'

export interface AutopilotStory extends Start {
  readonly name: string
  readonly moods: Moods
  /** What is special about some calls, by what their id says: `plan/phase-1/1`. */
  readonly moments?: Readonly<Record<string, Partial<Moods>>>
  readonly weather: Weather
  /** How likely each deed of people is with each command that starts. */
  readonly eagerness: number
  /** What a person answers at a gate; the seed draws the others. */
  readonly answers?: Answers
  /** The production playbook and codec, unless a test shows that a broken one is found out. */
  readonly playbook?: AutopilotPlaybook
  readonly codec?: AnyCodec
}

const roadmapText = [
  '---\nproject: sums\nversion: 1\nlast_synced: 2026-11-01T00:00:00Z\nlast_manual_edit: 2026-11-01T00:00:00Z\n---',
  '# Roadmap',
  '## Milestone',
  '### Feature\n\n- **Status:** planned\n- **Spec:** docs/spec.md',
  '',
].join('\n\n')

export const autopilotScenario = (story: AutopilotStory): Scenario<AutopilotInput, AutopilotRun> => ({
  name: story.name,
  playbook: story.playbook ?? autopilotPlaybook,
  runId: story.input.runId,
  input: story.input,
  until: null,
  attended: false,
  ofEveryRun: everyRun,
  open(stage) {
    const { input, files, weather, playbook = autopilotPlaybook } = story
    const site = openSite(input.baseBranch, 'README.md', { 'README.md': 'hello' })
    site.reserved.add(reservedPath)
    const theirs: Theirs = new Map(
      Object.entries({ ...files, [input.specPath]: input.spec.text }).map(([path, text]) => [
        keyOf(inCheckout(path)),
        text,
      ]),
    )
    const texts: TextFiles = new Map([...theirs, [keyOf(inCheckout('docs/roadmap.md')), roadmapText]])
    site.papers = texts
    site.documents = textDocuments(texts, codecsWith(story.codec), () => true)
    const phases = [...phasesOf(input).values()]
    const inLane: InLane = new Map()
    const surroundings: Surroundings = { stage, site, texts, theirs, inLane, phases }
    const agents = autopilotAgents(stage, momentOf(story))
    const disturb = autopilotMeddling(surroundings, story.eagerness)
    return {
      manners: autopilotPeople(surroundings, story.answers ?? {}),
      checkers: [
        baseGrows(site),
        testsJudged(site),
        turnsOnce(site),
        approvedPlans(input),
        tasksDone(input),
        judged(playbook, input),
        limitsHold(input),
        neverAgain(playbook, input),
        decisionsKept(playbook, input),
        delivered(input, site),
        peopleKeepTheirs(texts, theirs),
        checkpointsTakeTheirs(site, inLane),
      ],
      performers: (process) =>
        simPerformers(autopilotTwins, { process, stage, site, agents, weather }, disturb),
      traces: () => ({
        files: Object.keys(site.repository.tipOf(input.baseBranch)?.files ?? {}).sort(),
        texts: [...texts.keys()].sort(),
      }),
      visited({ at, finalReview }) {
        stage.tally.note(`place: ${at.phase}`)
        stage.tally.note(`final review: ${finalReview.status}`)
        if (at.phase === 'over') stage.tally.note(`result: ${at.result.how}`)
      },
    }
  },
})

const momentOf =
  ({ moods, moments = {} }: AutopilotStory) =>
  ({ id }: Pick<RunAgent, 'id'>): Moods => ({ ...moods, ...moments[id.split('/').slice(1).join('/')] })

const codecsWith = (plan: AnyCodec | undefined): Readonly<Record<string, AnyCodec>> => ({
  spec: specCodec as AnyCodec,
  wishes: wishesCodec as AnyCodec,
  plan: plan ?? (planCodec as AnyCodec),
  roadmap: roadmapCodec as AnyCodec,
  learnings: notesCodec('Learnings') as AnyCodec,
  failures: notesCodec('Failures') as AnyCodec,
})
