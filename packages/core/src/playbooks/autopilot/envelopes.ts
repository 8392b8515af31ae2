/** Owns what the personas of an autopilot are told. The spec and the words of people have authority; all else is data. */
import { actOnIt, fenced, type Slice } from '../../kernel/envelope.ts'
import { describeResults } from '../../work/report-sections.ts'
import { scratchpadPath } from './calls.ts'
import { describeFinding, mostAttempts, phaseNow, planNow, rigorOf, titleNow, truthsNow } from './moves.ts'
import type { AutopilotState, In, Job, Trying } from './state.ts'

type Part = (state: AutopilotState) => readonly Slice[]

const slice = (label: string, text: string, stability: Slice['stability'] = 'run'): readonly Slice[] =>
  text === '' ? [] : [{ label, stability, text }]

const listed = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n')

const spec: Part = ({ spec: { text }, input }) =>
  slice('Spec', fenced(`the approved spec ${input.specPath}`, text, actOnIt))

const session: Part = ({ input, phases }) =>
  slice(
    'Session',
    [
      `Session: ${input.slug}. Rigor: ${input.rigor}.`,
      'Phases:',
      ...phases.map(
        ({ number, name, complexity, status }) => `${number}. ${name} (${complexity}, ${status})`,
      ),
    ].join('\n'),
    'pass',
  )

const phase: Part = (state) => {
  const { text, complexity } = phaseNow(state)
  return slice(
    'Phase',
    `${titleNow(state)}. Complexity: ${complexity}.${text === '' ? '' : `\n\n${fenced('what the spec says of it', text, actOnIt)}`}`,
    'pass',
  )
}

const learned: Part = ({ learned: text, learnings }) => {
  const here = learnings.flatMap((phase) => phase.learnings.map((one) => `[${one.outcome}] ${one.text}`))
  return [
    ...slice('Learnings', text === '' ? '' : fenced('what earlier sessions learned', text), 'pass'),
    ...slice('Learnings of this session', here.length === 0 ? '' : fenced('notes', listed(here)), 'pass'),
  ]
}

const handoff: Part = ({ handoff: last }) =>
  slice(
    'Handoff',
    last === null ? '' : fenced(`what the ${last.fromSkill} left`, JSON.stringify(last, null, 2)),
    'call',
  )

const plan: Part = (state) =>
  slice(
    'Plan',
    fenced(`the approved plan ${planNow(state).paths.join(', ')}`, planNow(state).plan.text, actOnIt),
    'pass',
  )

const skeletons = {
  skip: 'Write no skeleton.',
  default: 'Write the section Skeleton if the plan has 8 tasks or more.',
  approved: 'Always write the section Skeleton.',
}

const planForm = [
  'The plan is one Markdown file:',
  '# Plan: <name>',
  '**Date:** <date> | **Spec:** <path> | **Tasks:** <N> | **Time:** <N> min',
  'Sections in this order: ## Goal, ## Observable Truths (Acceptance Criteria), ## File Map, ## Skeleton, ## Tasks.',
  'Each task is a heading `### Task <n>: <name>` with the line `**Depends on:** … | **Files:** … | **Owns:** …` below it.',
  'A task takes two to five minutes. `**Files:** none` says that a task changes no file.',
  'A line that begins with [checkpoint:human-verify], [checkpoint:decision] or [checkpoint:human-action] makes a person look, choose or act. Options of a decision are a list below it.',
].join('\n')

export function plannerSlices(
  state: AutopilotState,
  { words, skeleton }: Pick<In<'plan'>, 'words' | 'skeleton'>,
  writes: 'plan' | 'skeleton',
  path: string,
): readonly Slice[] {
  const seen = state.work.plan
  const isSkeleton = writes === 'skeleton'
  return [
    ...spec(state),
    ...slice('Form of a plan', `${planForm}\n${skeletons[rigorOf(state).skeleton]}`),
    ...session(state),
    ...phase(state),
    ...learned(state),
    ...handoff(state),
    ...slice(
      'Plan so far',
      seen === null ? '' : fenced('the plan that the person saw', seen.plan.text),
      'call',
    ),
    ...slice(
      'What the person wants otherwise',
      words === null ? '' : fenced('the words of the person', words, actOnIt),
      'call',
    ),
    ...slice(
      isSkeleton ? 'Skeleton so far' : 'Approved skeleton',
      skeleton === null ? '' : fenced('the skeleton', skeleton, actOnIt),
      'call',
    ),
    ...slice(
      'Where to write',
      `Write ${isSkeleton ? 'only the skeleton, the tasks as one line each,' : 'the plan'} to ${path}, relative to the folder that you work in. Write nothing else.`,
      'call',
    ),
  ]
}

const scratchpads = {
  skip: '',
  long: 'If your research takes more than 500 words, write it there and keep your answer short.',
  verbose: 'Write all of your research and your reasons there.',
}

function scratchpad(state: AutopilotState): readonly Slice[] {
  const rule = scratchpads[rigorOf(state).scratchpad]
  const { scratchpad: text } = state.work
  const there = text === '' ? '' : `\n\n${fenced('what is there', text)}`
  return slice('Scratchpad', rule === '' ? '' : `${scratchpadPath(state)}: ${rule}${there}`, 'call')
}

/** Each retry knows more than the one before. */
export function executorSlices(state: AutopilotState, { job, attempt, errors }: Trying): readonly Slice[] {
  const { done, passed } = state.work
  const isFinal = job.kind === 'fix' && job.scope === 'final'
  return [
    ...spec(state),
    ...(isFinal ? [] : [...phase(state), ...plan(state)]),
    ...slice('Tasks that are done', listed(done.map(({ id, title }) => `Task ${id}: ${title}`)), 'call'),
    ...slice(
      'What people decided',
      listed(passed.flatMap(({ words }) => (words === '' ? [] : [words]))),
      'call',
    ),
    ...slice('Your job', jobText(job), 'call'),
    ...(attempt === 0 ? [] : retrySlices(state, job, attempt, errors)),
    ...(isFinal ? [] : scratchpad(state)),
  ]
}

const jobText = (job: Job): string =>
  job.kind === 'task'
    ? `Do task ${job.task.id} of the plan, and nothing else: ${job.task.title}\n\n${fenced('the task', job.task.text, actOnIt)}`
    : `Fix this, each point by itself, and nothing else:\n${fenced('what is wrong', listed(job.problems), actOnIt)}`

function retrySlices(
  state: AutopilotState,
  job: Job,
  attempt: number,
  errors: readonly string[],
): readonly Slice[] {
  const files = job.kind === 'task' ? (job.task.files ?? []) : []
  const related = [...new Set([...files, ...(attempt < 2 ? [] : filesOf(state))])]
  return [
    ...slice(
      'Retry',
      `This is retry ${attempt} of ${mostAttempts}. What failed before:\n${fenced('errors', listed(errors))}`,
      'call',
    ),
    ...(attempt < 2 ? [] : slice('Related files', `Read these files first:\n${listed(related)}`, 'call')),
    ...(attempt < 2 ? [] : learned(state)),
    ...(attempt < mostAttempts
      ? []
      : slice(
          'Full context',
          'The harness ran all checks; their logs are shown. Follow the imports of the files you change, read the plan again, and say what you assumed wrongly.',
          'call',
        )),
  ]
}

const filesOf = ({ work }: AutopilotState): readonly string[] =>
  (work.plan?.plan.tasks ?? []).flatMap(({ files }) => files ?? [])

const truths = (label: string, items: readonly string[]): readonly Slice[] =>
  slice(label, items.length === 0 ? '' : fenced('what must be true', listed(items), actOnIt), 'pass')

const results: Part = ({ work: { evidence } }) =>
  slice('Results of the checks', evidence.length === 0 ? '' : describeResults(evidence), 'call')

export const verifierSlices = (state: AutopilotState): readonly Slice[] => [
  ...spec(state),
  ...phase(state),
  ...plan(state),
  ...truths('Observable truths', truthsNow(state)),
  ...slice(
    'Depth',
    rigorOf(state).verification === 'expanded'
      ? 'Expanded: try wrong, empty and large input, and every file of the file map, beside the observable truths.'
      : 'Full: every observable truth of the plan, and that each file of the file map exists, has substance and is used.',
  ),
  ...results(state),
]

export const reviewerSlices = (state: AutopilotState): readonly Slice[] => [
  ...spec(state),
  ...phase(state),
  ...plan(state),
  ...slice(
    'Earlier findings of this phase',
    listed((state.reviews[phaseNow(state).number] ?? []).map(describeFinding)),
    'call',
  ),
  ...results(state),
]

export const finalReviewerSlices = (state: AutopilotState): readonly Slice[] => [
  ...spec(state),
  ...session(state),
  ...slice(
    'Focus',
    'This is the final review across all phases. Look for what no single phase shows: names that differ, utilities that exist twice, architecture that drifted.',
  ),
  ...slice(
    'Findings of the phases',
    listed(
      state.phases.flatMap(({ number }) =>
        (state.reviews[number] ?? []).map((finding) => `Phase ${number}: ${describeFinding(finding)}`),
      ),
    ),
    'pass',
  ),
  ...slice(
    'Earlier findings of the final review',
    listed(state.finalReview.findings.map(describeFinding)),
    'call',
  ),
]

export const evaluatorSlices = (state: AutopilotState): readonly Slice[] => [
  ...spec(state),
  ...session(state),
  ...truths('Observable truths of the spec', state.spec.truths),
  ...results(state),
]
