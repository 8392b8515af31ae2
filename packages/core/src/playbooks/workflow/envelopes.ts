/**
 * Owns what the agents of a workflow are told. Proposals never see one another. The evaluator gets the spec and the paths of
 * the change: no reasons, no plan, no review, and no word of who made the change. This text is for agents: English.
 */
import { actOnIt, fenced, type Slice } from '../../kernel/envelope.ts'
import { languageNames } from '../../work/voice.ts'
import { artifactPath } from './artifacts.ts'
import { pointedFiles } from './pointed-files.ts'
import type { WorkName, WorkSeat } from './seats.ts'
import type { Texts, WorkflowState } from './state.ts'

const slice = (label: string, text: string, stability: Slice['stability'] = 'run'): Slice => ({
  label,
  stability,
  text,
})

/** Data in a fence; `nothing` if it is empty. */
const data = (
  label: string,
  what: string,
  text: string,
  nothing = '(none)',
  stability?: Slice['stability'],
): Slice => slice(label, text.trim() === '' ? nothing : fenced(what, text), stability)

export function slicesFor(state: WorkflowState, work: WorkName, seat: WorkSeat): readonly Slice[] {
  const ends = [language(state), ...output(state, seat)]
  switch (work) {
    case 'scan':
      return [project(state), ...ends]
    case 'plan':
      return [task(state), project(state), ...discovery(state), ...wanted(state), ...ends]
    case 'proposals':
      return [task(state), project(state), ...discovery(state), ...ends]
    case 'critiques':
      return [
        task(state),
        slice('Your persona', `You criticise as the ${seat.subject}.`, 'call'),
        ...texts('Proposal', others(state.proposals, seat.subject)),
        ...ends,
      ]
    case 'synthesis':
      return [
        task(state),
        ...texts('Proposal', state.proposals),
        ...texts('Critique', state.critiques),
        ...wanted(state),
        ...ends,
      ]
    case 'lead':
      return [spec(state), feedback(state), project(state), limits(state), ...ends]
    case 'reviews':
      return [spec(state), plan(state), project(state), ...ends]
    case 'implement':
      return [
        spec(state),
        ...(state.plan === null ? [] : [plan(state)]),
        ...texts('Review of the plan', state.reviews),
        feedback(state),
        project(state),
        limits(state),
        ...failure(state),
        ...ends,
      ]
    case 'word':
      return [facts(state), language(state)]
    case 'evaluate':
      return [spec(state), change(state), facts(state), ...ends]
    case 'propose':
      return [spec(state), pointers(state), facts(state), ...ends]
  }
}

const task = ({ input }: WorkflowState): Slice =>
  slice('Task', fenced('what the person wants', input.task, actOnIt))

function project({ input, conventionsText }: WorkflowState): Slice {
  const { lang, scope, commands } = input
  const lines = [
    `Language of the project: ${lang}`,
    `Scope: ${scope ?? '(no limit)'}`,
    `Build: ${commands.build ?? '(none)'}`,
    `Test: ${commands.test ?? '(none)'}`,
  ]
  const conventions =
    conventionsText === '' ? '' : `\n\n${fenced('the conventions of the project', conventionsText)}`
  return slice('Project', lines.join('\n') + conventions)
}

/** Only the first proposals get it: later readers find it in them. */
const discovery = ({ notes, input }: WorkflowState): readonly Slice[] => [
  data('Discovery notes from the spec phase', 'what was asked and answered', notes.qa),
  data('Findings of the critic from the spec phase', 'what a critic found', notes.critic),
  ...(input.draft === null
    ? []
    : [slice('Spec to refine', fenced(`the draft ${input.draft.path}`, input.draft.text, actOnIt))]),
]

const wanted = ({ spec }: WorkflowState): readonly Slice[] =>
  spec?.wanted == null
    ? []
    : [
        slice('Spec so far', fenced('the spec that the person saw', spec.text), 'call'),
        slice(
          'What the person wants otherwise',
          fenced('the words of the person', spec.wanted, actOnIt),
          'call',
        ),
      ]

const others = (all: Texts, own: string): Texts =>
  Object.fromEntries(Object.entries(all).filter(([persona]) => persona !== own))

const texts = (label: string, all: Texts): readonly Slice[] =>
  Object.entries(all).map(([author, text]) =>
    slice(`${label}: ${author}`, fenced(`what the ${author} wrote`, text), 'pass'),
  )

const spec = ({ spec: known }: WorkflowState): Slice =>
  slice('Spec', fenced('the approved spec', known?.text ?? '', actOnIt))

const plan = (state: WorkflowState): Slice =>
  slice('Implementation plan', fenced('the plan', state.plan ?? ''), 'pass')

const feedback = ({ round, qa }: WorkflowState): Slice =>
  slice(
    'QA feedback',
    round === 1 || qa === null ? '(First round)' : fenced('the QA report of the last round', qa.text),
    'pass',
  )

const limits = ({ input, round }: WorkflowState): Slice =>
  slice(
    'Limits',
    `Round ${round}. Change at most ${input.maxFiles} files${input.scope === null ? '' : `, only in ${input.scope}`}. The harness measures the real diff.`,
    'pass',
  )

const failure = ({ failure: why }: WorkflowState): readonly Slice[] =>
  why === null
    ? []
    : [
        slice(
          'What failed',
          `${why.line}\n\n${fenced(why.from === 'verify' ? 'the report of the checks' : 'the QA report', why.report)}`,
          'call',
        ),
      ]

/** Paths only. */
const change = ({ changed, input, round, layer1 }: WorkflowState): Slice =>
  slice(
    'Change to evaluate',
    [
      `Round ${round}.`,
      fenced(
        'the scope, and the commands of the project',
        [
          `Scope: ${input.scope ?? '(no limit)'}`,
          `Build: ${input.commands.build ?? '(none)'}`,
          `Test: ${input.commands.test ?? '(none)'}`,
        ].join('\n'),
      ),
      layer1.result === 'PASS'
        ? 'Layer 1 PASSED: build, test, lint and type check were verified.'
        : layer1.result === 'FAIL'
          ? 'Layer 1 FAILED, and the person proceeded despite the failures. Pay extra attention to build and test correctness.'
          : 'Layer 1 was not executed for this session.',
      'Changed files:',
      fenced('a list of paths', changed.map(({ path, how }) => `${path} (${how})`).join('\n')),
    ].join('\n'),
    'call',
  )

function facts({ report }: WorkflowState): Slice {
  if (report === null) return slice('Facts of the checks', '(no report)', 'call')
  const lines = report.sections.map(
    ({ name, command, result, summary }) =>
      `${name}: ${result}${summary === '' ? '' : ` (${summary})`} ${command ?? ''}`,
  )
  const outputs = report.sections
    .filter(({ result }) => result === 'FAIL')
    .map(({ name, output: text }) => fenced(`the output of ${name}`, text))
  const facts = [report.line, ...lines, `Scan: ${report.scan.count} marks`, ...report.limits].join('\n')
  return slice(
    'Facts of the checks',
    [fenced('what the checks showed', facts), ...outputs].join('\n'),
    'call',
  )
}

/** Paths only: the proposer reads the files itself. */
function pointers(state: WorkflowState): Slice {
  const { files } = pointedFiles(state)
  return slice(
    'Failing files',
    files.length === 0 ? '(none found)' : fenced('a list of paths', files.join('\n')),
    'call',
  )
}

const language = ({ userLang }: WorkflowState): Slice =>
  slice(
    'Language of your texts',
    `Write prose for people in ${languageNames[userLang]}. Keep the first line of your message, file names, and lines that programs read in English.`,
  )

/** An agent that is asked once more hears what was missing. */
function output({ input }: WorkflowState, { artifact, retries }: WorkSeat): readonly Slice[] {
  if (artifact === null) return []
  const path = artifactPath(artifact, input.docsPath)
  const again =
    retries.again.used === 0
      ? ''
      : ` The last answer does not count: ${path} was missing, other files were changed, or it quotes what stands in no output.`
  return [
    slice(
      'Where to write',
      `Write your document to ${path}, relative to the folder that you work in. Create its folders if they are missing. Write no other document.${again}`,
      'call',
    ),
  ]
}
