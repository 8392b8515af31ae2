/** Owns the people around a simulated autopilot: what they answer, what they do before it, and how they meddle. */
import type { AskHuman } from '@harness/core/effects/ask-human'
import { inCheckout } from '@harness/core/effects/document-file'
import { minuteMs } from '@harness/core/kernel/minute'
import { printWishes } from '@harness/formats/documents/autopilot/phase-wishes'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'
import type { Manners } from '../../engine/manners.ts'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import { commitByPerson } from '../../world/disturbances.ts'
import type { Site } from '../../world/ground.ts'
import { type Deed, meddlingWith } from '../../world/meddling.ts'
import { sourceText } from '../../world/source-text.ts'
import type { TextFiles } from '../../world/text-documents.ts'
import type { Disturb } from '../../world/twin.ts'
import type { InLane } from './checkpoints-take-theirs.ts'
import { specPath, wishesPath } from './input.ts'
import type { Theirs } from './people-keep-theirs.ts'
import { planText, specText } from './plan-text.ts'

export interface Surroundings {
  readonly stage: Stage
  readonly site: Site
  readonly texts: TextFiles
  readonly theirs: Theirs
  readonly inLane: InLane
  readonly phases: Parameters<typeof specText>[0]
}

/** By the name of a gate, or for one time only by name and number: `approve-plan/1`. One that is not offered is drawn. */
export type Answers = Readonly<Record<string, string>>

const mostResumptions = 12
/** A run that asks more often than this waits for ever. */
const mostAnswers = 80
const plansFolder = keyOf(inCheckout('docs/plans/'))

/** People who answer most gates, resume what rests, and at times do what a gate asks for. */
export function autopilotPeople(surroundings: Surroundings, answers: Answers): Manners {
  const { stage } = surroundings
  let resumptions = 0
  let answered = 0
  const drawn = ({ id, gate }: AskHuman): string => {
    const nth = id.split('/').at(-1)
    const luck = stage.random.about(`${id} replies`)
    const wanted = answers[`${gate.name}/${nth}`] ?? answers[gate.name]
    return gate.choices.find(({ name }) => name === wanted)?.name ?? chosenIn(gate.choices, luck)
  }
  return {
    repliesTo(question) {
      if (++answered > mostAnswers) return []
      const luck = stage.random.about(`${question.id} patience`)
      const choice = drawn(question)
      stage.tally.note(`person answers ${question.gate.name} ${choice.replace(/^option-\d+$/, 'option')}`)
      const afterMs = luck.int(1, 90) * minuteMs
      stage.timeline.after(afterMs / 2, () => prepare(surroundings, question, choice, luck))
      return [{ where: 'inbox', choice, afterMs }]
    },
    prepare() {},
    resume: () => (++resumptions > mostResumptions ? null : { afterMs: 60_000, until: null }),
  }
}

/** Most people want the run to go on. */
function chosenIn(choices: AskHuman['gate']['choices'], luck: Random): string {
  const first = luck.pick(choices).name
  return first === 'skip-phase' || first === 'stop' ? luck.pick(choices).name : first
}

function prepare(
  { site, texts, theirs, inLane, stage }: Surroundings,
  { id, gate }: AskHuman,
  choice: string,
  luck: Random,
): void {
  if (gate.name === 'plan-needed' && choice === 'ready' && luck.chance(0.8)) {
    const [, number = '1', name = ''] = /Phase (\d+): (\w+)/.exec(gate.question) ?? []
    const key = `${plansFolder}mine-${name.toLowerCase()}.md`
    if (!texts.has(key)) write(texts, theirs, key, planOfPerson(`phase-${number}`, id))
  }
  const lane = site.lanes.onBranch('autopilot/spec')
  if (lane === null || !luck.chance(0.7)) return
  const text = sourceText({ version: id, bugs: [], clashes: [], flaws: [] })
  const edit = (path: string): void => {
    lane.edited = { ...site.lanes.filesOf(lane), [path]: text }
  }
  if (gate.name === 'attempts-exhausted' && choice === 'continue') {
    stage.tally.note('person fixes it by hand')
    edit('src/by-hand.js')
  }
  if (gate.name === 'checkpoint' && choice !== 'no' && choice !== 'stop') {
    stage.tally.note('person works in the lane')
    edit('src/by-person.js')
    inLane.set(id, { path: 'src/by-person.js', text })
  }
}

function write(texts: TextFiles, theirs: Theirs, key: string, text: string): void {
  texts.set(key, text)
  theirs.set(key, text)
}

const planOfPerson = (subject: string, version: string): string =>
  planText(subject, version, [{ files: 'own', checkpoints: [] }])

/** What people do while a command is under way. */
export function autopilotMeddling(
  { stage, site, texts, theirs, phases }: Surroundings,
  eagerness: number,
): Disturb {
  const onPlan =
    (deed: (key: string, text: string, mark: string) => void): Deed =>
    (luck, mark) => {
      const plans = [...texts].filter(([key]) => key.startsWith(plansFolder))
      if (plans.length === 0) return
      const [key, text] = luck.pick(plans)
      deed(key, text, mark)
    }
  const specKey = keyOf(inCheckout(specPath))
  return meddlingWith(stage, eagerness, {
    'edits the plan': onPlan((key, text, mark) => write(texts, theirs, key, `${text}\nAs ${mark} says.\n`)),
    'adds a task': onPlan((key, text, mark) =>
      write(texts, theirs, key, `${text}\n### Task 9: Added by ${mark}\n\n**Files:** none\n`),
    ),
    'empties the plan': onPlan((key, _text, mark) => write(texts, theirs, key, `# Only words of ${mark}\n`)),
    'takes the plan away': onPlan((key) => {
      texts.delete(key)
      theirs.delete(key)
    }),
    'writes a plan first': (luck, mark) => {
      const index = luck.int(0, phases.length - 1)
      const key = `${plansFolder}1970-01-01-${phases[index]?.name.toLowerCase()}-plan.md`
      if (!texts.has(key)) write(texts, theirs, key, planOfPerson(`phase-${index + 1}`, mark))
    },
    'wants other phases': (luck) => {
      const numbers = [...phases.keys()].map((index) => index + 1)
      const skip = numbers.filter(() => luck.chance(0.2))
      const order = [luck.pick([...numbers, 99])]
      write(texts, theirs, keyOf(inCheckout(wishesPath)), printWishes({ skip, order }))
    },
    'edits the spec': (_luck, mark) => write(texts, theirs, specKey, specText(phases, ` for ${mark}`)),
    'takes the spec away': () => {
      texts.delete(specKey)
      theirs.delete(specKey)
    },
    'moves the base': (luck, mark) => {
      const path = luck.pick(['docs/notes.md', 'src/phase-1-task-1.js'])
      const text = sourceText({ version: mark, bugs: [], clashes: [], flaws: [] })
      commitByPerson(stage, site, (files) => ({ ...files, [path]: text }), `Edit ${path}`)
    },
  })
}
