/** The rooms in which a plan is executed, task by task: checkpoints, attempts, and what a person does after the last one. */
import type { LaneCommitted } from '../../effects/commit-lane.ts'
import { nextId } from '../../work/dispatch.ts'
import { failedLogs } from '../../work/failed-logs.ts'
import { changedLane, laneOf, runChecks } from '../../work/lane.ts'
import type { Room, Rooms } from '../../work/rooms.ts'
import type { TaskAnswer } from './answers.ts'
import { asks, withWords } from './asking.ts'
import { call } from './calls.ts'
import type { CheckpointKind } from './documents.ts'
import type { AgentFinished, Command } from './effects.ts'
import { executorSlices } from './envelopes.ts'
import {
  checkpointKey,
  failJob,
  firstTry,
  handOver,
  jobDone,
  jobTitle,
  mostAttempts,
  passCheckpoint,
  phaseNow,
  readPlan,
  scratchpadPath,
  startPlanning,
  stepTask,
  subjectOf,
  titleNow,
} from './moves.ts'
import { failuresFile, noteFailure } from './notes.ts'
import { rigorOf } from './rigor.ts'
import { type AutopilotState, go, type In, inWork, type Job, type Place, type Scope, say } from './state.ts'

export const executingRooms = {
  checkpoint: asks('checkpoint', {
    name: 'checkpoint',
    question: (state, at) =>
      `${titleNow(state)}, task ${at.task.id} (${at.task.title}): ${kinds[kindAt(at)].asks}`,
    detail: (state, { task, nth, executed }) =>
      [
        task.checkpoints[nth]?.text ?? '',
        executed ? (state.handoff?.summary ?? '') : '',
        `The work is in ${state.laneFolder}. What you change there is committed with your answer.`,
      ]
        .filter((text) => text !== '')
        .join('\n\n'),
    hides: (_state, at) => kinds[kindAt(at)].hides,
    more: (_state, at) =>
      Object.fromEntries(
        optionsAt(at).map((one, index) => [
          `option-${index + 1}`,
          [
            [one, `passed_checkpoint decision: ${one}`, 'optional', 'the task is done so'],
            (state, at, words) => passCheckpoint(state, at, words === '' ? one : `${one}: ${words}`),
          ],
        ]),
      ),
    deeds: { other: passCheckpoint, done: passCheckpoint, yes: passCheckpoint, no: rejected },
  }),
  /** What a person did in the lane belongs to the checkpoint, and they may have edited the plan. */
  mark: commits<'mark'>({
    does: 'checkpoint',
    takesFiles: true,
    message: (_state, { label }) => `[autopilot] ${label}`,
    next: (state, { task, executed }) => (executed ? stepTask(state, task, true) : readPlan(state)),
  }),
  execute: {
    wants: (state, at) =>
      call(state, 'task-executor', {
        does: 'execute',
        subject: jobSubject(state, at.job),
        slices: executorSlices(state, at),
        commitMessage: commitMessage(state, at.job),
        session: subjectOf(state, scopeOf(at.job)),
        document: rigorOf(state, 'scratchpad') === 'skip' || isFinal(at.job) ? null : scratchpadPath(state),
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
    wants: (state, at) =>
      runChecks(nextId(state, 'diagnose', jobSubject(state, at.job)), laneOf(state), state.input.checks),
    outcomes: {
      ChecksFinished: (state, at, event) => go(state, { ...at, phase: 'execute', logs: failedLogs(event) }),
    },
  },
  fail: {
    wants: (state, at) =>
      noteFailure(
        state,
        jobSubject(state, at.job),
        `${jobTitle(state, at.job)}: ${at.errors.at(-1) ?? 'it failed'}`,
      ),
    outcomes: { DocumentsEdited: (state, at) => go(state, { ...at, phase: 'recover' }) },
  },
  recover: commits<'recover'>({
    does: 'recover',
    message: (state, { job, attempt }) =>
      `[autopilot][recovery] ${jobTitle(state, job)}: not done after ${attempt} retries`,
    next: (state, at) => go(state, { ...at, phase: 'exhausted' }),
  }),
  exhausted: asks('exhausted', {
    name: 'attempts-exhausted',
    question: (state, { job }) => `${jobTitle(state, job)} failed after ${mostAttempts} retries. What now?`,
    detail: (state, { errors }) =>
      [
        ...errors.map((error, index) => `${index === 0 ? 'First attempt' : `Retry ${index}`}: ${error}`),
        `It is recorded in ${failuresFile}. To fix it by hand, work in ${state.laneFolder}, then answer "continue".`,
        ...(state.failedInRow === 0
          ? []
          : [
              `Two phases in a row ran out of attempts. Look at ${state.input.specPath}: the spec itself may be wrong.`,
            ]),
      ].join('\n'),
    hides: (_state, { job }) => (job.kind === 'task' ? [] : ['revise', 'skip-phase']),
    deeds: {
      continue: (state, at) => go(state, { ...at, phase: 'by-hand' }),
      revise(state, { job, errors }, words) {
        const why = withWords([`${jobTitle(state, job)} could not be done:`, ...errors], words)
        return startPlanning(state, why.join('\n'))
      },
    },
  }),
  'by-hand': commits<'by-hand'>({
    does: 'by-hand',
    takesFiles: true,
    message: (state, { job }) => `[autopilot] ${jobTitle(state, job)}: fixed by hand`,
    next(state, { job }, { changedFiles }) {
      const what = changedFiles.length === 0 ? 'nothing was changed' : changedFiles.join(', ')
      return jobDone(say(state, `${jobTitle(state, job)}: done by hand, ${what}`), job)
    },
  }),
  /** The branch is reset to the first commit of the phase, so that nothing of the phase is merged. */
  skip: commits<'skip'>({
    does: 'skip',
    message: (state) => `[autopilot] ${titleNow(state)}: skipped`,
    next: (state) => go(state, { phase: 'assess' }),
  }),
} satisfies Partial<Rooms<AutopilotState, Command>>

interface Committing<At extends Place> {
  readonly does: string
  readonly takesFiles?: boolean
  message(state: AutopilotState, at: At): string
  next(state: AutopilotState, at: At, event: LaneCommitted): AutopilotState
}

function commits<Phase extends 'mark' | 'recover' | 'by-hand' | 'skip'>({
  does,
  takesFiles = false,
  message,
  next,
}: Committing<In<Phase>>): Room<AutopilotState, In<Phase>, Command> {
  return {
    wants: (state, at) => ({
      type: 'CommitLane',
      id: nextId(state, does, workSubject(state, at)),
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

/** What a person is asked at each kind of checkpoint, and which choices are none of it. */
const kinds = {
  'human-verify': { asks: 'please verify. Is it right?', hides: ['other', 'done'] },
  decision: { asks: 'please decide.', hides: ['done', 'yes', 'no'] },
  'human-action': { asks: 'please do this. Is it done?', hides: ['other', 'yes', 'no'] },
}

const kindAt = ({ task, nth }: In<'checkpoint'>): CheckpointKind =>
  task.checkpoints[nth]?.kind ?? 'human-verify'

const optionsAt = (at: In<'checkpoint'>): readonly string[] =>
  kindAt(at) === 'decision' ? (at.task.checkpoints[at.nth]?.options ?? []) : []

/** What they have verified of the task before is another work by then. */
function rejected(state: AutopilotState, { task }: In<'checkpoint'>, words: string): AutopilotState {
  const verified = task.checkpoints.flatMap(({ kind }, nth) =>
    kind === 'human-verify' ? [checkpointKey(task, nth)] : [],
  )
  const again = inWork(state, { passed: state.work.passed.filter(({ key }) => !verified.includes(key)) })
  return failJob(again, firstTry(again, { kind: 'task', task }), `a person rejected it: ${words}`)
}

/** The subject of what is committed: a job, the task of a checkpoint, or the phase. */
const workSubject = (state: AutopilotState, at: Place): string => {
  if ('job' in at) return jobSubject(state, at.job)
  return 'task' in at ? jobSubject(state, { kind: 'task', task: at.task }) : subjectOf(state)
}

const scopeOf = (job: Job): Scope => (job.kind === 'fix' ? job.scope : 'phase')
const isFinal = (job: Job): boolean => scopeOf(job) === 'final'

const jobSubject = (state: AutopilotState, job: Job): string => {
  const subject = subjectOf(state, scopeOf(job))
  if (isFinal(job)) return subject
  return job.kind === 'task' ? `${subject}-task-${job.task.id}` : `${subject}-fix`
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
  const state = heard({ ...before, lane: changedLane(laneOf(before), event) }, at.job, event, answer)
  if (violation !== null) {
    const files = violation.files.join(', ')
    return failJob(state, at, `it changed ${files}, which is not its own; the change was put back`)
  }
  if (answer.status === 'blocked') return failJob(state, at, answer.problem ?? answer.summary)
  if (mustChange(at.job) && laneOf(state).commit === at.from)
    return failJob(state, at, 'it reported the work done and changed nothing')
  return jobDone(say(state, `${jobTitle(state, at.job)} done: ${answer.summary}`), at.job)
}

/** What an executor leaves for others. */
function heard(
  state: AutopilotState,
  job: Job,
  { artifacts = {}, suspicions = [] }: AgentFinished,
  { summary, problem, concerns, decisions, learnings }: TaskAnswer,
): AutopilotState {
  const scratchpad = isFinal(job) ? '' : (artifacts[scratchpadPath(state)] ?? '')
  const known = inWork(state, {
    suspicions,
    decisions: [...state.work.decisions, ...decisions],
    scratchpad: scratchpad === '' ? state.work.scratchpad : scratchpad,
  })
  const title = isFinal(job) ? 'Final review' : titleNow(state)
  const others = state.learnings.filter((one) => one.title !== title)
  const here = [...(state.learnings.find((one) => one.title === title)?.learnings ?? []), ...learnings]
  const learned = learnings.length === 0 ? state.learnings : [...others, { title, learnings: here }]
  return handOver({ ...known, learnings: learned }, 'autopilot/task-executor', {
    summary,
    concerns,
    decisions: known.work.decisions,
    blockers: problem === null ? [] : [problem],
  })
}
