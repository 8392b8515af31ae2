/**
 * Owns what the agents of a workflow are told. Proposals never see one another. The evaluator gets the spec and the paths of
 * the change: no reasons, no plan, no review, and no word of who made the change. This text is for agents: English.
 */
import { actOnIt, fenced, type Slice } from '../../kernel/envelope.ts'
import { pointedFiles } from '../../work/failing-files.ts'
import { fencedSlice, slice } from '../../work/slices.ts'
import { describeFacts, describeFailures } from '../../work/verify-report.ts'
import { languageNames } from '../../work/voice.ts'
import type { WorkName, WorkSeat } from './seats.ts'
import { pathIn, type Texts, type WorkflowState } from './state.ts'

type Part = (state: WorkflowState, seat: WorkSeat) => Slice | readonly Slice[]

export const slicesFor = (state: WorkflowState, work: WorkName, seat: WorkSeat): readonly Slice[] =>
  [...parts[work], language, output].flatMap((part) => part(state, seat))

const task: Part = ({ input }) => slice('Task', fenced('what the person wants', input.task, actOnIt), 'run')

const commandLines = ({ input: { scope, commands } }: WorkflowState): readonly string[] => [
  `Scope: ${scope ?? '(no limit)'}`,
  `Build: ${commands.build ?? '(none)'}`,
  `Test: ${commands.test ?? '(none)'}`,
]

const project: Part = (state) => {
  const { input, conventionsText } = state
  const lines = [`Language of the project: ${input.lang}`, ...commandLines(state)]
  const conventions =
    conventionsText === '' ? '' : `\n\n${fenced('the conventions of the project', conventionsText)}`
  return slice('Project', lines.join('\n') + conventions, 'run')
}

const note = (label: string, what: string, text: string): Slice =>
  slice(label, text.trim() === '' ? '(none)' : fenced(what, text), 'run')

/** Only the first proposals get it: later readers find it in them. */
const discovery: Part = ({ notes, input: { draft } }) => [
  note('Discovery notes from the spec phase', 'what was asked and answered', notes.qa),
  note('Findings of the critic from the spec phase', 'what a critic found', notes.critic),
  ...(draft === null
    ? []
    : fencedSlice('Spec to refine', `the draft ${draft.path}`, draft.text, 'run', actOnIt)),
]

const wanted: Part = ({ spec: known }) =>
  known?.wanted == null
    ? []
    : [
        slice('Spec so far', fenced('the spec that the person saw', known.text)),
        slice('What the person wants otherwise', fenced('the words of the person', known.wanted, actOnIt)),
      ]

const persona: Part = (_state, { subject }) => slice('Your persona', `You criticise as the ${subject}.`)

const texts = (label: string, all: Texts = {}): readonly Slice[] =>
  Object.entries(all).map(([author, text]) =>
    slice(`${label}: ${author}`, fenced(`what the ${author} wrote`, text), 'pass'),
  )

const proposals: Part = ({ drafts }) => texts('Proposal', drafts.proposals)

const proposalsOfOthers: Part = ({ drafts }, { subject }) => {
  const { [subject]: _own, ...others } = drafts.proposals ?? {}
  return texts('Proposal', others)
}

const critiques: Part = ({ drafts }) => texts('Critique', drafts.critiques)

const spec: Part = (state) =>
  slice('Spec', fenced('the approved spec', state.spec?.text ?? '', actOnIt), 'run')

const plan: Part = ({ drafts }) =>
  Object.values(drafts.lead ?? {}).map((text) =>
    slice('Implementation plan', fenced('the plan', text), 'pass'),
  )

const reviews: Part = ({ drafts }) => texts('Review of the plan', drafts.reviews)

const feedback: Part = ({ round, qa }) =>
  slice(
    'QA feedback',
    round === 1 || qa === null ? '(First round)' : fenced('the QA report of the last round', qa.text),
    'pass',
  )

const limits: Part = ({ input: { maxFiles, scope }, round }) =>
  slice(
    'Limits',
    `Round ${round}. Change at most ${maxFiles} files${scope === null ? '' : `, only in ${scope}`}. The harness measures the real diff.`,
    'pass',
  )

const failure: Part = ({ failed, report, qa }) => {
  const [line = '', text] =
    failed === 'verify'
      ? [report?.line, fenced('the report of the checks', report === null ? '' : describeFailures(report))]
      : [qa?.line, fenced('the QA report', qa?.text ?? '')]
  return failed === null ? [] : slice('What failed', `${line}\n\n${text}`)
}

const layer1Words = {
  PASS: 'Layer 1 PASSED: build, test, lint and type check were verified.',
  FAIL: 'Layer 1 FAILED, and the person proceeded despite the failures. Pay extra attention to build and test correctness.',
}

/** Paths only. */
const change: Part = (state) => {
  const { changed, round, layer1 } = state
  return slice(
    'Change to evaluate',
    [
      `Round ${round}.`,
      fenced('the scope, and the commands of the project', commandLines(state).join('\n')),
      layer1.result === null ? 'Layer 1 was not executed for this session.' : layer1Words[layer1.result],
      'Changed files:',
      fenced('a list of paths', changed.map(({ path, how }) => `${path} (${how})`).join('\n')),
    ].join('\n'),
  )
}

const facts: Part = ({ report }) =>
  slice('Facts of the checks', report === null ? '(no report)' : describeFacts(report))

/** Paths only: the proposer reads the files itself. */
const pointers: Part = ({ report, changed }) => {
  const { files } = pointedFiles(report, changed)
  return slice(
    'Failing files',
    files.length === 0 ? '(none found)' : fenced('a list of paths', files.join('\n')),
  )
}

const language: Part = ({ userLang }) =>
  slice(
    'Language of your texts',
    `Write prose for people in ${languageNames[userLang]}. Keep the first line of your message, file names, and lines that programs read in English.`,
    'run',
  )

/** An agent that is asked once more hears what was missing. */
const output: Part = (state, { artifact, retries }) => {
  if (artifact === null) return []
  const path = pathIn(state, artifact)
  const again =
    retries.again.used === 0
      ? ''
      : ` The last answer does not count: ${path} was missing, other files were changed, or it quotes text that is in no output.`
  return slice(
    'Where to write',
    `Write your document to ${path}, relative to the folder that you work in. Create its folders if they are missing. Write no other document.${again}`,
  )
}

const parts: Readonly<Record<WorkName, readonly Part[]>> = {
  scan: [project],
  plan: [task, project, discovery, wanted],
  proposals: [task, project, discovery],
  critiques: [task, persona, proposalsOfOthers],
  synthesis: [task, proposals, critiques, wanted],
  lead: [spec, feedback, project, limits],
  reviews: [spec, plan, project],
  implement: [spec, plan, reviews, feedback, project, limits, failure],
  word: [facts],
  evaluate: [spec, change, facts],
  propose: [spec, pointers, facts],
}
