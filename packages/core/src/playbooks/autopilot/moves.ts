/** Owns how an autopilot goes from place to place. Each function is one transition; none looks at an event. */
import type { Suspicion } from '../../effects/run-agent.ts'
import { counted } from '../../kernel/counted.ts'
import { asCommitHash, type CommitHash } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import { isoTime } from '../../kernel/iso-time.ts'
import { option } from '../../work/gate-rooms.ts'
import type { LaneAt } from '../../work/lane.ts'
import type { FindingsAnswer } from './answers.ts'
import { type Choice, record } from './asking.ts'
import type { Checkpoint, Handoff, PlanTask, ReviewFinding, StateName } from './documents.ts'
import { isBlocking } from './documents.ts'
import { type Rigor, rigorTable } from './rigor.ts'
import {
  type AutopilotState,
  go,
  inPhaseNow,
  inWork,
  type Job,
  type Move,
  type NumberedPhase,
  type Result,
  type SeenPlan,
  say,
  type Trying,
} from './state.ts'

export const mostAttempts = 3
export const mostFinalFixes = 3

export const rigorOf = ({ input }: AutopilotState): Rigor => rigorTable[input.rigor]

export function laneOf({ lane }: AutopilotState): LaneAt {
  invariant(lane !== null, 'the lane is open')
  return lane
}

export function phaseNow({ phases, current }: AutopilotState): NumberedPhase {
  const phase = phases[current]
  invariant(phase !== undefined, `there is a phase ${current}`)
  return phase
}

export function planNow({ work }: AutopilotState): SeenPlan {
  invariant(work.plan !== null, 'the phase has a plan')
  return work.plan
}

/** What must be true of the phase: as its plan says, else as the spec says, else that its tasks are done. */
export function truthsNow(state: AutopilotState): readonly string[] {
  const { truths, tasks } = planNow(state).plan
  if (truths.length > 0) return truths
  return state.spec.truths.length > 0 ? state.spec.truths : tasks.map(({ title }) => `Done: ${title}`)
}

export const titleOf = ({ number, name }: Pick<NumberedPhase, 'number' | 'name'>): string =>
  `Phase ${number}: ${name}`

export const titleNow = (state: AutopilotState): string => titleOf(phaseNow(state))

/** `Resuming from PLAN, phase 2: Rule Engine.` */
export const resumingFrom = (state: AutopilotState, name: StateName): string =>
  `Resuming from ${name}, ${whereOf(state)}.`

export const whereOf = ({ phases, current }: AutopilotState): string => {
  const phase = phases[current]
  return phase === undefined ? 'after the last phase' : `phase ${phase.number}: ${phase.name}`
}

/** A phase needs a plan: at the highest rigor a person approves its skeleton first. */
export const startPlanning = (state: AutopilotState, words: string | null = null): AutopilotState =>
  go(words === null ? state : inWork(state, { isRevised: true }), {
    phase: rigorOf(state).skeleton === 'approved' && words === null ? 'skeleton' : 'plan',
    again: 0,
    words,
    skeleton: null,
  })

/** Before each task the plan is read again: a person may have edited it. */
export const readPlan: Move = (state) => go(state, { phase: 'read', paths: planNow(state).paths })

const isSame = (one: Pick<PlanTask, 'id' | 'title' | 'text'>, other: typeof one): boolean =>
  one.id === other.id && one.title === other.title && one.text === other.text

/** The tasks that are still to do, or that a person has changed since they were done. */
const tasksLeft = ({ work }: AutopilotState): readonly PlanTask[] =>
  (work.plan?.plan.tasks ?? []).filter((task) => !work.done.some((done) => isSame(done, task)))

export function nextTask(before: AutopilotState): AutopilotState {
  const { commit, tree } = laneOf(before)
  const state = before.work.start === null ? inWork(before, { start: { commit, tree } }) : before
  const [task] = tasksLeft(state)
  return task === undefined ? go(state, { phase: 'checks', scope: 'phase' }) : stepTask(state, task, false)
}

export const checkpointKey = (task: PlanTask, nth: number): string =>
  [task.id, task.title, nth, task.checkpoints[nth]?.text].join('\n')

/** Decisions and actions of people come before a task, their verification after it. */
export function stepTask(state: AutopilotState, task: PlanTask, executed: boolean): AutopilotState {
  const nth = task.checkpoints.findIndex(
    ({ kind }, index) =>
      (kind === 'human-verify') === executed &&
      !state.work.passed.some(({ key }) => key === checkpointKey(task, index)),
  )
  const checkpoint = task.checkpoints[nth]
  if (checkpoint !== undefined) return atCheckpoint(state, task, nth, checkpoint, executed)
  if (!executed) return startJob(state, { kind: 'task', task })
  const { id, title, text } = task
  const done = inWork(state, {
    done: [...state.work.done.filter((one) => one.id !== id), { id, title, text }],
  })
  return readPlan({ ...done, handoff: done.handoff && { ...done.handoff, ...progressOf(done) } })
}

function atCheckpoint(
  state: AutopilotState,
  task: PlanTask,
  nth: number,
  { kind }: Checkpoint,
  executed: boolean,
): AutopilotState {
  if (rigorOf(state).checkpoints.includes(kind))
    return go(state, { phase: 'checkpoint', task, nth, executed })
  const told = record(state, {
    what: 'auto_passed_checkpoint_fast',
    why: `${kind} of task ${task.id}: the rigor is fast`,
  })
  const words = kind === 'decision' ? 'Choose the option that you recommend, and say which.' : ''
  return passCheckpoint(told, task, nth, executed, words)
}

/** A commit marks each checkpoint that is passed. */
export function passCheckpoint(
  state: AutopilotState,
  task: PlanTask,
  nth: number,
  executed: boolean,
  words: string,
): AutopilotState {
  const kind = task.checkpoints[nth]?.kind ?? 'human-verify'
  const passed = [...state.work.passed, { key: checkpointKey(task, nth), words }]
  return go(inWork(state, { passed }), {
    phase: 'mark',
    task,
    label: `${titleNow(state)}, task ${task.id}: ${kind} passed`,
    executed,
  })
}

export const firstTry = (state: AutopilotState, job: Job, logs: Trying['logs'] = []): Trying => ({
  job,
  from: laneOf(state).commit,
  attempt: 0,
  errors: [],
  logs,
})

export const startJob = (state: AutopilotState, job: Job, logs: Trying['logs'] = []): AutopilotState =>
  go(state, { phase: 'execute', ...firstTry(state, job, logs) })

/** Each retry knows more; before the last one the checks run. After it a person decides. */
export function failJob(state: AutopilotState, trying: Trying, error: string): AutopilotState {
  const { job, from, attempt, logs } = trying
  const failed = { job, from, logs, errors: [...trying.errors, error] }
  const told = say(state, `${jobTitle(state, job)} failed: ${error}`)
  if (attempt >= mostAttempts)
    return go(inWork(told, { hasFailed: true }), { phase: 'fail', attempt, ...failed })
  const next = attempt + 1
  const counting = inWork(say(told, `Retry ${next}/${mostAttempts}`), { retries: told.work.retries + 1 })
  return go(counting, { phase: next === mostAttempts ? 'diagnose' : 'execute', attempt: next, ...failed })
}

export const jobTitle = (state: AutopilotState, job: Job): string =>
  job.kind === 'task'
    ? `${titleNow(state)}, task ${job.task.id} (${job.task.title})`
    : `Fixing ${job.scope === 'final' ? 'the whole change' : titleNow(state)}`

export const jobDone = (state: AutopilotState, job: Job): AutopilotState =>
  job.kind === 'task' ? stepTask(state, job.task, true) : go(state, { phase: 'checks', scope: job.scope })

/** What the phase did to the lane is left out; a phase that is complete never comes here. */
function skipPhase(state: AutopilotState): AutopilotState {
  const { lane, work } = state
  const hasCommits = work.start !== null && lane?.commit !== work.start.commit
  const skipped = inPhaseNow(say(state, `${titleNow(state)} is skipped`), { status: 'skipped' })
  return go(
    {
      ...skipped,
      lane: lane !== null && work.start !== null ? { ...lane, ...work.start } : lane,
      failedInRow: work.hasFailed ? state.failedInRow + 1 : state.failedInRow,
    },
    { phase: hasCommits ? 'skip' : 'assess' },
  )
}

export const skipChoice: Choice = option(
  'Skip phase',
  'the phase is left out, with what was committed in it, and the next one begins',
  'skipped_phase',
  skipPhase,
  'optional',
)

/** In minutes, or in seconds if it is less than two. */
export const tookText = (ms: number): string =>
  ms < 120_000 ? counted(Math.round(ms / 1000), 'second') : counted(Math.round(ms / 60_000), 'minute')

const countsOf = (findings: readonly ReviewFinding[]) => ({
  critical: findings.filter(({ severity }) => severity === 'critical').length,
  important: findings.filter(({ severity }) => severity === 'important').length,
  suggestion: findings.filter(({ severity }) => severity === 'suggestion').length,
})

export const suspicionKey = ({ file, detail }: Suspicion): string => `${file}: ${detail}`

/** What is suspicious in the change now was judged: later phases do not ask about it again. */
export const acceptSuspicions: Move = (state) => ({
  ...state,
  accepted: [...new Set([...state.accepted, ...state.work.suspicions.map(suspicionKey)])],
})

/** The phase is verified and reviewed, or a person passed over what was found. */
export function completePhase(state: AutopilotState): AutopilotState {
  const { work, current } = state
  const phase = phaseNow(state)
  const findings = state.reviews[phase.number] ?? []
  const entry = {
    phase: current,
    name: phase.name,
    startedAt: isoTime(work.startedAt),
    completedAt: isoTime(state.updatedAt),
    tasksCompleted: work.done.length,
    retriesUsed: work.retries,
    verificationPassed: work.verified === true,
    reviewFindings: countsOf(findings),
  }
  const summary = [
    `${titleOf(phase)} complete`,
    counted(entry.tasksCompleted, 'task'),
    counted(entry.retriesUsed, 'retry', 'retries'),
    entry.verificationPassed ? 'verified' : 'not verified',
    counted(findings.length, 'finding'),
    tookText(state.updatedAt - work.startedAt),
  ].join(' | ')
  const done = inPhaseNow(inWork(acceptSuspicions(say(state, summary)), { scratchpad: '' }), {
    status: 'complete',
  })
  const failedInRow = work.hasFailed ? state.failedInRow + 1 : 0
  return go({ ...done, history: [...done.history, entry], failedInRow }, { phase: 'complete' })
}

/** What people hear of a review. */
export function reviewLines(name: string, { findings, notes }: FindingsAnswer): readonly string[] {
  const { critical, important, suggestion } = countsOf(findings)
  return [...notes, `${name}: ${critical + important} blocking, ${suggestion} to consider`]
}

/** If the fix cycles of the whole change are used up. */
export const isUsedUp = ({ finalReview }: AutopilotState): boolean => finalReview.retryCount >= mostFinalFixes

/** If another tool calls tasks of this phase complete: their work is in the base. */
export const hasAdoptedTasks = (state: AutopilotState): boolean =>
  state.input.adoptedTasks.length > 0 &&
  phaseNow(state).number === (state.input.adopted?.currentPhase ?? -1) + 1

/** What the whole change is measured from. */
export const startingCommitOf = (state: AutopilotState): CommitHash => {
  const began = state.input.adopted?.startingCommit ?? null
  return began === null ? laneOf(state).baseCommit : asCommitHash(began)
}

/** A fix of the whole change uses up one of its cycles. */
export const countFix: Move = ({ finalReview, ...state }) => ({
  ...state,
  finalReview: { ...finalReview, retryCount: finalReview.retryCount + 1 },
})

export const problemsOf = (findings: readonly ReviewFinding[]): readonly string[] =>
  findings.filter(isBlocking).map(describeFinding)

export const describeFinding = ({ severity, title, detail, file, line }: ReviewFinding): string => {
  const place = file === null ? '' : ` (${file}${line === null ? '' : `:${line}`})`
  return `[${severity}] ${title}${place}${detail === '' ? '' : `: ${detail}`}`
}

/** All phases are over. Nothing is reviewed if nothing was done. */
export function toFinalReview(state: AutopilotState): AutopilotState {
  const { commit, baseCommit } = laneOf(state)
  if (commit === baseCommit && !state.phases.some(({ status }) => status === 'complete'))
    return go(say(state, 'No phase was completed'), { phase: 'close', result: { how: 'nothing' } })
  return go(
    { ...state, finalReview: { ...state.finalReview, status: 'in_progress' } },
    { phase: 'final-review', again: 0 },
  )
}

const progressOf = (state: AutopilotState): Pick<Handoff, 'completed' | 'pending'> => ({
  completed: state.work.done.map(({ id, title }) => `Task ${id}: ${title}`),
  pending: tasksLeft(state).map(({ id, title }) => `Task ${id}: ${title}`),
})

export const handOver = (
  state: AutopilotState,
  fromSkill: string,
  handoff: Pick<Handoff, 'summary'> & Partial<Handoff>,
): AutopilotState => ({
  ...state,
  handoff: {
    timestamp: isoTime(state.updatedAt),
    fromSkill,
    phase: state.phases[state.current] === undefined ? '' : titleNow(state),
    ...progressOf(state),
    concerns: [],
    decisions: [],
    blockers: [],
    contextKeywords: [],
    ...handoff,
  },
})

/** With nothing to ask, the branch is left as it is. */
export function toDelivery(state: AutopilotState): AutopilotState {
  if (rigorOf(state).asksOn) return go(state, { phase: 'deliver', refused: null })
  return prove(record(state, { what: 'left_branch', why: 'the rigor is fast' }), 'leave')
}

/** A tree that the checks have passed on needs no other run. */
export function prove(state: AutopilotState, how: 'merge' | 'pull' | 'leave'): AutopilotState {
  if (state.proven !== laneOf(state).tree) return go(state, { phase: 'prove', how })
  return how === 'leave' ? finish(state, { how: 'left' }) : go(state, { phase: how, how })
}

/** The last handoff tells of the whole session. */
export const finish = (state: AutopilotState, result: Result): AutopilotState =>
  go(
    handOver(state, 'autopilot', {
      summary: `${counted(state.history.length, 'phase')} complete, final review ${state.finalReview.status}`,
      completed: state.history.map(
        ({ name, tasksCompleted }) => `${name}: ${counted(tasksCompleted, 'task')}`,
      ),
      pending: state.phases.filter(({ status }) => status !== 'complete').map(titleOf),
      decisions: state.decisions.map(({ what, why }) => ({ what, why })),
    }),
    { phase: 'finish', result },
  )
