/** Owns what the personas of an autopilot are told. The spec and the words of people have authority; all else is data. */
import { actOnIt, fenced, type Slice } from '../../kernel/envelope.ts'
import { bulleted, describeResults } from '../../work/report-sections.ts'
import { fencedSlice, sliceOf } from '../../work/slices.ts'
import {
  describeFinding,
  findingsOfPhases,
  mostAttempts,
  phaseNow,
  planNow,
  scratchpadPath,
  titleNow,
  truthsNow,
} from './moves.ts'
import { rigorOf } from './rigor.ts'
import type { AutopilotState, In, Job, Trying } from './state.ts'

type Part = (state: AutopilotState) => readonly Slice[]

const spec: Part = ({ spec: { text }, input }) =>
  fencedSlice('Spec', `the approved spec ${input.specPath}`, text, 'run', actOnIt)

const session: Part = ({ input, phases }) => {
  const all = phases.map(
    ({ number, name, complexity, status }) => `${number}. ${name} (${complexity}, ${status})`,
  )
  const lines = [`Session: ${input.slug}. Rigor: ${input.rigor}.`, 'Phases:', ...all]
  return sliceOf('Session', lines.join('\n'), 'pass')
}

const phase: Part = (state) => {
  const { text, complexity } = phaseNow(state)
  const more = text === '' ? '' : `\n\n${fenced('what the spec says of it', text, actOnIt)}`
  return sliceOf('Phase', `${titleNow(state)}. Complexity: ${complexity}.${more}`, 'pass')
}

const learned: Part = ({ learned: text, learnings }) => {
  const here = learnings.flatMap((one) => one.learnings).map((one) => `[${one.outcome}] ${one.text}`)
  return [
    ...fencedSlice('Learnings', 'what earlier sessions learned', text, 'pass'),
    ...fencedSlice('Learnings of this session', 'notes', bulleted(here), 'pass'),
  ]
}

const handoff: Part = ({ handoff: last }) =>
  last === null
    ? []
    : fencedSlice('Handoff', `what the ${last.fromSkill} left`, JSON.stringify(last, null, 2))

const plan: Part = (state) => {
  const { paths, plan: known } = planNow(state)
  return fencedSlice('Plan', `the approved plan ${paths.join(', ')}`, known.text, 'pass', actOnIt)
}

/** The form of the answer says what each word about a skeleton means. */
export function plannerSlices(
  state: AutopilotState,
  { phase: writes, words, skeleton }: In<'plan' | 'skeleton'>,
  path: string,
): readonly Slice[] {
  const isSkeleton = writes === 'skeleton'
  const what = isSkeleton ? 'only the skeleton, the tasks as one line each,' : 'the plan'
  return [
    ...spec(state),
    ...sliceOf('Skeleton', rigorOf(state, 'skeleton'), 'run'),
    ...session(state),
    ...phase(state),
    ...learned(state),
    ...handoff(state),
    ...fencedSlice('Plan so far', 'the plan that the person saw', state.work.plan?.plan.text ?? ''),
    ...fencedSlice(
      'What the person wants otherwise',
      'the words of the person',
      words ?? '',
      'call',
      actOnIt,
    ),
    ...fencedSlice(
      isSkeleton ? 'Skeleton so far' : 'Approved skeleton',
      'the skeleton',
      skeleton ?? '',
      'call',
      actOnIt,
    ),
    ...sliceOf(
      'Where to write',
      `Write ${what} to ${path}, relative to the folder that you work in. Write nothing else.`,
    ),
  ]
}

const scratchpads = {
  skip: '',
  long: 'If your research takes more than 500 words, write it there and keep your answer short.',
  verbose: 'Write all of your research and your reasons there.',
}

const scratchpad: Part = (state) => {
  const rule = scratchpads[rigorOf(state, 'scratchpad')]
  const { scratchpad: text } = state.work
  const there = text === '' ? '' : `\n\n${fenced('what is there', text)}`
  return rule === '' ? [] : sliceOf('Scratchpad', `${scratchpadPath(state)}: ${rule}${there}`)
}

const fullContext =
  'The harness ran all checks; their logs are shown. Follow the imports of the files you change, read the plan again, and say what you assumed wrongly.'

/** Each retry knows more than the one before. */
export function executorSlices(state: AutopilotState, { job, attempt, errors }: Trying): readonly Slice[] {
  const { done, passed } = state.work
  const isFinal = job.kind === 'fix' && job.scope === 'final'
  const retry = `This is retry ${attempt} of ${mostAttempts}. What failed before:\n${fenced('errors', bulleted(errors))}`
  const decided = passed.flatMap(({ words }) => (words === '' ? [] : [words]))
  return [
    ...spec(state),
    ...(isFinal ? [] : [...phase(state), ...plan(state)]),
    ...sliceOf('Tasks that are done', bulleted(done.map(({ id, title }) => `Task ${id}: ${title}`))),
    ...sliceOf('What people decided', bulleted(decided)),
    ...sliceOf('Your job', jobText(job)),
    ...sliceOf('Retry', attempt === 0 ? '' : retry),
    ...(attempt < 2
      ? []
      : [
          ...sliceOf('Related files', `Read these files first:\n${bulleted(relatedFiles(state, job))}`),
          ...learned(state),
        ]),
    ...sliceOf('Full context', attempt < mostAttempts ? '' : fullContext),
    ...(isFinal ? [] : scratchpad(state)),
  ]
}

const jobText = (job: Job): string =>
  job.kind === 'task'
    ? `Do task ${job.task.id} of the plan, and nothing else: ${job.task.title}\n\n${fenced('the task', job.task.text, actOnIt)}`
    : `Fix this, each point by itself, and nothing else:\n${fenced('what is wrong', bulleted(job.problems), actOnIt)}`

/** Those of the task come first. */
const relatedFiles = ({ work }: AutopilotState, job: Job): readonly string[] => {
  const tasks = [...(job.kind === 'task' ? [job.task] : []), ...(work.plan?.plan.tasks ?? [])]
  return [...new Set(tasks.flatMap(({ files }) => files ?? []))]
}

const truths = (label: string, items: readonly string[]): readonly Slice[] =>
  fencedSlice(label, 'what must be true', bulleted(items), 'pass', actOnIt)

const results: Part = ({ work: { evidence } }) => sliceOf('Results of the checks', describeResults(evidence))

export const verifierSlices: Part = (state) => [
  ...spec(state),
  ...phase(state),
  ...plan(state),
  ...truths('Observable truths', truthsNow(state)),
  ...sliceOf('Depth', rigorOf(state, 'verification') === 'expanded' ? 'expanded' : 'full', 'run'),
  ...results(state),
]

export const reviewerSlices: Part = (state) => [
  ...spec(state),
  ...phase(state),
  ...plan(state),
  ...sliceOf(
    'Earlier findings of this phase',
    bulleted((state.reviews[phaseNow(state).number] ?? []).map(describeFinding)),
  ),
  ...results(state),
]

export const finalReviewerSlices: Part = (state) => [
  ...spec(state),
  ...session(state),
  ...sliceOf('Focus', 'This is the final review across all phases.', 'run'),
  ...sliceOf('Findings of the phases', bulleted(findingsOfPhases(state)), 'pass'),
  ...sliceOf(
    'Earlier findings of the final review',
    bulleted(state.finalReview.findings.map(describeFinding)),
  ),
]

export const evaluatorSlices: Part = (state) => [
  ...spec(state),
  ...session(state),
  ...truths('Observable truths of the spec', state.spec.truths),
  ...results(state),
]
