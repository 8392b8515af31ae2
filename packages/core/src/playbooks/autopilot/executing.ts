/** The rooms in which a plan is executed, task by task: checkpoints, attempts, and what a person does after the last one. */
import type { LaneCommitted } from '../../effects/commit-lane.ts'
import { isoTime } from '../../kernel/iso-time.ts'
import { editTexts } from '../../work/checkout-documents.ts'
import { nextId } from '../../work/dispatch.ts'
import { failedLogs } from '../../work/failed-logs.ts'
import { option } from '../../work/gate-rooms.ts'
import { changedLane, runChecks } from '../../work/lane.ts'
import type { Room, Rooms } from '../../work/rooms.ts'
import type { TaskAnswer } from './answers.ts'
import { asks, type Choice, stop, withWords } from './asking.ts'
import { call, scratchpadPath } from './calls.ts'
import type { Checkpoint, PlanTask } from './documents.ts'
import type { AgentFinished, Command, Edit } from './effects.ts'
import { executorSlices } from './envelopes.ts'
import {
  checkpointKey,
  failJob,
  firstTry,
  handOver,
  jobDone,
  jobTitle,
  laneOf,
  mostAttempts,
  passCheckpoint,
  phaseNow,
  readPlan,
  rigorOf,
  skipChoice,
  startPlanning,
  stepTask,
  titleNow,
} from './moves.ts'
import {
  type AutopilotState,
  go,
  type In,
  inWork,
  type Job,
  type PhaseLearnings,
  type Place,
  say,
  type Trying,
} from './state.ts'

export const failuresFile = '.harness/failures.md'

export const executingRooms = {
  checkpoint: asks<'checkpoint'>({
    name: 'checkpoint',
    question: (state, { task, nth }) => {
      const kind = task.checkpoints[nth]?.kind ?? 'human-verify'
      return `${titleNow(state)}, task ${task.id} (${task.title}): ${asked[kind]}`
    },
    detail: (state, { task, nth, executed }) =>
      [
        task.checkpoints[nth]?.text ?? '',
        ...(executed ? [state.handoff?.summary ?? ''] : []),
        `The work is in ${state.laneFolder}. What you change there is committed with your answer.`,
      ]
        .filter((text) => text !== '')
        .join('\n\n'),
    options: (_state, { task, nth }) => ({ ...passing(task.checkpoints[nth]), stop }),
  }),
  mark: commits<'mark'>({
    does: 'checkpoint',
    // What a person did in the lane meanwhile belongs to the checkpoint.
    takesFiles: true,
    subject: (state, { task }) => jobSubject(state, { kind: 'task', task }),
    message: (_state, { label }) => `[autopilot] ${label}`,
    // A person may have edited the plan while they were asked.
    next: (state, { task, executed }) => (executed ? stepTask(state, task, true) : readPlan(state)),
  }),
  execute: {
    wants: (state, at) =>
      call(state, 'task-executor', {
        does: 'execute',
        subject: jobSubject(state, at.job),
        slices: executorSlices(state, at),
        commitMessage: commitMessage(state, at.job),
        session: isFinal(at.job) ? 'final' : `phase-${phaseNow(state).number}`,
        ...(rigorOf(state).scratchpad === 'skip' || isFinal(at.job)
          ? {}
          : { document: scratchpadPath(state) }),
        ...(at.logs.length === 0 ? {} : { shows: { logs: at.logs } }),
      }),
    outcomes: {
      AgentFinished: executed,
      ContractBroken: (state, at, { problems }) =>
        failJob(state, at, `the executor gave no usable report: ${problems.join('; ')}`),
    },
  },
  /** The last attempt sees what the checks say. */
  diagnose: {
    wants: (state, { job }) =>
      runChecks(nextId(state, 'diagnose', jobSubject(state, job)), laneOf(state), state.input.checks),
    outcomes: {
      ChecksFinished: (state, at, event) => go(state, { ...at, phase: 'execute', logs: failedLogs(event) }),
    },
  },
  fail: {
    wants: (state, { job, errors }) =>
      editTexts<Edit>(nextId(state, 'fail', jobSubject(state, job)), [
        { name: 'failures', path: failuresFile, edit: { block: failure(state, job, errors) } },
      ]),
    outcomes: { DocumentsEdited: (state, at) => go(state, { ...at, phase: 'recover' }) },
  },
  recover: commits<'recover'>({
    does: 'recover',
    subject: (state, { job }) => jobSubject(state, job),
    message: (state, { job, attempt }) =>
      `[autopilot][recovery] ${jobTitle(state, job)}: not done after ${attempt} retries`,
    next: (state, at) => go(state, { ...at, phase: 'exhausted' }),
  }),
  exhausted: asks<'exhausted'>({
    name: 'attempts-exhausted',
    question: (state, { job }) => `${jobTitle(state, job)} failed after ${mostAttempts} retries. What now?`,
    detail: (state, { errors }) =>
      [
        ...errors.map((error, index) => `${index === 0 ? 'First attempt' : `Retry ${index}`}: ${error}`),
        `It is recorded in ${failuresFile}. To fix it by hand, work in ${state.laneFolder}, then answer "continue".`,
        ...(state.failedInRow > 0
          ? [
              `Two phases in a row ran out of attempts. Look at ${state.input.specPath}: the spec itself may be wrong.`,
            ]
          : []),
      ].join('\n'),
    options: (_state, { job }) => ({
      continue: option(
        'Fix manually and continue',
        'what you changed in the lane is committed, and the work goes on after it',
        'fixed_manually',
        (state, at) => go(state, { ...at, phase: 'by-hand' }),
        'optional',
      ),
      ...(job.kind === 'task' ? { revise: revisePlan, 'skip-phase': skipChoice } : {}),
      stop,
    }),
  }),
  'by-hand': commits<'by-hand'>({
    does: 'by-hand',
    subject: (state, { job }) => jobSubject(state, job),
    takesFiles: true,
    message: (state, { job }) => `[autopilot] ${jobTitle(state, job)}: fixed by hand`,
    next: (state, { job }, { changedFiles }) => {
      const what = changedFiles.length === 0 ? 'nothing was changed' : changedFiles.join(', ')
      return jobDone(say(state, `${jobTitle(state, job)}: done by hand, ${what}`), job)
    },
  }),
  /** The branch goes back to where the phase began, so that nothing of it is merged. */
  skip: commits<'skip'>({
    does: 'skip',
    subject: (state) => `phase-${phaseNow(state).number}`,
    message: (state) => `[autopilot] ${titleNow(state)}: skipped`,
    next: (state) => go(state, { phase: 'assess' }),
  }),
} satisfies Partial<Rooms<AutopilotState, Command>>

interface Committing<At extends Place> {
  readonly does: string
  readonly takesFiles?: boolean
  subject(state: AutopilotState, at: At): string
  message(state: AutopilotState, at: At): string
  next(state: AutopilotState, at: At, event: LaneCommitted): AutopilotState
}

function commits<Phase extends Place['phase']>({
  does,
  takesFiles = false,
  subject,
  message,
  next,
}: Committing<In<Phase>>): Room<AutopilotState, In<Phase>, Command> {
  return {
    wants: (state, at) => ({
      type: 'CommitLane',
      id: nextId(state, does, subject(state, at)),
      lane: laneOf(state).lane,
      commit: laneOf(state).commit,
      message: message(state, at),
      takesFiles,
    }),
    outcomes: {
      LaneCommitted: (state, at, event) =>
        next({ ...state, lane: { ...laneOf(state), commit: event.commit, tree: event.tree } }, at, event),
    },
  }
}

const asked = {
  'human-verify': 'please verify. Is it right?',
  decision: 'please decide.',
  'human-action': 'please do this. Is it done?',
}

/** The choices of a checkpoint beside stop. */
function passing(checkpoint: Checkpoint | undefined): Readonly<Record<string, Choice<In<'checkpoint'>>>> {
  const pass = (label: string, leadsTo: string, words: 'optional' | 'required' = 'optional', said = '') =>
    option<AutopilotState, In<'checkpoint'>>(
      label,
      leadsTo,
      `passed_checkpoint ${checkpoint?.kind}${said === '' ? '' : `: ${said}`}`,
      (state, { task, nth, executed }, { reason }) =>
        passCheckpoint(state, task, nth, executed, [said, reason].filter((one) => one !== '').join(': ')),
      words,
    )
  switch (checkpoint?.kind) {
    case 'decision':
      return {
        ...Object.fromEntries(
          checkpoint.options.map((one, index) => [
            `option-${index + 1}`,
            pass(one, 'the task is done so', 'optional', one),
          ]),
        ),
        other: pass('Something else', 'the task is done as you say', 'required'),
      }
    case 'human-action':
      return { done: pass('Done', 'the task begins') }
    default:
      return { yes: pass('Yes', 'the next task begins'), no: rejected }
  }
}

const rejected: Choice<In<'checkpoint'>> = option(
  'No',
  'the executor tries again with your words; it counts as a retry',
  'rejected_checkpoint human-verify',
  (state, { task }, { reason }) => {
    // What they have verified of it before is another work by then.
    const verified = task.checkpoints.map((_, nth) => checkpointKey(task, nth))
    const passed = state.work.passed.filter(({ key }) => !verified.includes(key) || isBefore(task, key))
    const again = inWork(state, { passed })
    return failJob(again, firstTry(again, { kind: 'task', task }), `a person rejected it: ${reason}`)
  },
  'required',
)

const isBefore = (task: PlanTask, key: string): boolean =>
  task.checkpoints.some(({ kind }, nth) => kind !== 'human-verify' && checkpointKey(task, nth) === key)

const revisePlan: Choice<In<'exhausted'>> = option(
  'Revise plan',
  'the planner changes the plan; tasks that are done stay done',
  'revised_plan',
  (state, { job, errors }, { reason }) =>
    startPlanning(
      state,
      withWords([`${jobTitle(state, job)} could not be done:`, ...errors], reason).join('\n'),
    ),
  'optional',
)

const isFinal = (job: Job): boolean => job.kind === 'fix' && job.scope === 'final'

const jobSubject = (state: AutopilotState, job: Job): string => {
  if (isFinal(job)) return 'final'
  const phase = `phase-${phaseNow(state).number}`
  return job.kind === 'task' ? `${phase}-task-${job.task.id}` : `${phase}-fix`
}

const commitMessage = (state: AutopilotState, job: Job): string => {
  if (isFinal(job)) return 'Fix what the final review found'
  const { number } = phaseNow(state)
  return job.kind === 'task'
    ? `${job.task.title} (phase ${number}, task ${job.task.id})`
    : `Fix what was found in phase ${number}`
}

/** A task that names no file, or has a checkpoint, may leave the code as it is. Any other must change something. */
const mustChange = (job: Job): boolean =>
  job.kind === 'fix' ||
  (job.task.files === null ? job.task.checkpoints.length === 0 : job.task.files.length > 0)

function executed(before: AutopilotState, at: In<'execute'>, event: AgentFinished): AutopilotState {
  const { answer, violation } = event
  if (answer.kind !== 'task') return failJob(before, at, 'the executor gave no usable report')
  const state = heard({ ...before, lane: changedLane(laneOf(before), event) }, at, event, answer)
  if (violation !== null)
    return failJob(
      state,
      at,
      `it changed ${violation.files.join(', ')}, which is not its own; the change was put back`,
    )
  if (answer.status === 'blocked') return failJob(state, at, answer.problem ?? answer.summary)
  if (mustChange(at.job) && laneOf(state).commit === at.from)
    return failJob(state, at, 'it reported the work done and changed nothing')
  return jobDone(say(state, `${jobTitle(state, at.job)} done: ${answer.summary}`), at.job)
}

/** What an executor leaves for others. */
function heard(
  state: AutopilotState,
  { job }: Trying,
  event: AgentFinished,
  answer: TaskAnswer,
): AutopilotState {
  const { summary, problem, concerns, decisions, learnings } = answer
  const scratchpad = isFinal(job) ? '' : (event.artifacts?.[scratchpadPath(state)] ?? '')
  const known = inWork(state, {
    suspicions: event.suspicions ?? [],
    decisions: [...state.work.decisions, ...decisions],
    scratchpad: scratchpad === '' ? state.work.scratchpad : scratchpad,
  })
  const title = isFinal(job) ? 'Final review' : titleNow(state)
  return handOver(
    { ...known, learnings: withLearnings(state.learnings, { title, learnings }) },
    'autopilot/task-executor',
    { summary, concerns, decisions: known.work.decisions, blockers: problem === null ? [] : [problem] },
  )
}

function withLearnings(
  known: readonly PhaseLearnings[],
  { title, learnings }: PhaseLearnings,
): readonly PhaseLearnings[] {
  if (learnings.length === 0) return known
  const last = known.find((one) => one.title === title)
  return [
    ...known.filter((one) => one !== last),
    { title, learnings: [...(last?.learnings ?? []), ...learnings] },
  ]
}

const failure = (state: AutopilotState, job: Job, errors: readonly string[]): string =>
  failureLine(state, `${jobTitle(state, job)}: ${errors.at(-1) ?? 'it failed'}`)

/** One line of `.harness/failures.md`. */
export const failureLine = ({ updatedAt }: AutopilotState, text: string): string =>
  `- **${isoTime(updatedAt).slice(0, 10)} [skill:autopilot] [type:attempts-exhausted]:** ${text.replace(/\s+/g, ' ').trim()}`
