/** Owns how an autopilot goes from place to place. Each function is one transition; none looks at an event. */
import type { Suspicion } from '../../effects/run-agent.ts'
import { counted } from '../../kernel/counted.ts'
import type { GateAnswer } from '../../kernel/gate-answer.ts'
import { asCommitHash, type CommitHash } from '../../kernel/ids.ts'
import { present } from '../../kernel/invariant.ts'
import { isoTime } from '../../kernel/iso-time.ts'
import { laneOf } from '../../work/lane.ts'
import {
  type CheckpointKind,
  type Handoff,
  isBlocking,
  type PlanTask,
  type RecordedDecision,
  type ReviewFinding,
  type Signals,
} from './documents.ts'
import { rigorOf } from './rigor.ts'
import {
  type AutopilotState,
  type Checked,
  go,
  inPhaseNow,
  inWork,
  type Job,
  type Move,
  type NumberedPhase,
  type Result,
  type Scope,
  type SeenPlan,
  say,
  type Trying,
} from './state.ts'
import { stateNameOf } from './state-name.ts'

export const mostAttempts = 3
export const mostFinalFixes = 3

export const phaseNow = ({ phases, current }: Pick<AutopilotState, 'phases' | 'current'>): NumberedPhase =>
  present(phases[current], `there is a phase ${current}`)

export const planNow = ({ work }: AutopilotState): SeenPlan => present(work.plan, 'the phase has a plan')

export const titleOf = ({ number, name }: Pick<NumberedPhase, 'number' | 'name'>): string =>
  `Phase ${number}: ${name}`

export const titleNow = (state: AutopilotState): string => titleOf(phaseNow(state))

/** Names the commands about a phase, or about the whole change. */
export const subjectOf = (state: AutopilotState, scope: Scope = 'phase'): string =>
  scope === 'final' ? 'final' : `phase-${phaseNow(state).number}`

export const nameOf = (state: AutopilotState, scope: Scope): string =>
  scope === 'final' ? 'the whole change' : titleNow(state)

/** `Resuming from PLAN, phase 2: Rule Engine.` */
export const resumingFrom = (state: AutopilotState, name: string): string =>
  `Resuming from ${name}, ${whereOf(state)}.`

export const whereOf = ({ phases, current }: AutopilotState): string => {
  const phase = phases[current]
  return phase === undefined ? 'after the last phase' : `phase ${phase.number}: ${phase.name}`
}

/** Where executors write what the next ones need. */
export const scratchpadPath = (state: AutopilotState): string =>
  `${state.input.sessionDir}scratchpad/${subjectOf(state)}.md`

/** What must be true of the phase: as its plan says, else as the spec says, else that its tasks are done. */
export function truthsNow(state: AutopilotState): readonly string[] {
  const { truths, tasks } = planNow(state).plan
  if (truths.length > 0) return truths
  return state.spec.truths.length > 0 ? state.spec.truths : tasks.map(({ title }) => `Done: ${title}`)
}

export const record = (state: AutopilotState, decision: Omit<RecordedDecision, 'state'>): AutopilotState => ({
  ...state,
  decisions: [...state.decisions, { state: stateNameOf(state), ...decision }],
})

/** `signals` is what the person saw of a plan. */
export const recordAnswer = (
  state: AutopilotState,
  what: string,
  { by, reason }: GateAnswer,
  signals?: Signals,
): AutopilotState => {
  const why = reason === '' ? `answered by ${by}` : `${by}: ${reason}`
  return record(state, { what, why, ...(signals === undefined ? {} : { signals }) })
}

/** A phase needs a plan: at the highest rigor a person approves its skeleton first. */
export const startPlanning = (state: AutopilotState, words: string | null = null): AutopilotState =>
  go(words === null ? state : inWork(state, { isRevised: true }), {
    phase: rigorOf(state, 'skeleton') === 'approved' && words === null ? 'skeleton' : 'plan',
    again: 0,
    words,
    skeleton: null,
  })

/** Before each task the plan is read again: a person may have edited it. */
export const readPlan: Move = (state) => go(state, { phase: 'read', paths: planNow(state).paths })

/** The tasks that are still to do, or that a person has changed since they were done. */
const tasksLeft = ({ work }: AutopilotState): readonly PlanTask[] =>
  (work.plan?.plan.tasks ?? []).filter(
    ({ id, title, text }) =>
      !work.done.some((done) => done.id === id && done.title === title && done.text === text),
  )

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
  if (checkpoint !== undefined) return atCheckpoint(state, { task, nth, executed }, checkpoint.kind)
  if (!executed) return startJob(state, { kind: 'task', task })
  const { id, title, text } = task
  const others = state.work.done.filter((one) => one.id !== id)
  const done = inWork(state, { done: [...others, { id, title, text }] })
  return readPlan({ ...done, handoff: done.handoff && { ...done.handoff, ...progressOf(done) } })
}

function atCheckpoint(state: AutopilotState, at: Checked, kind: CheckpointKind): AutopilotState {
  if (rigorOf(state, 'checkpoints').includes(kind)) return go(state, { phase: 'checkpoint', ...at })
  const why = `${kind} of task ${at.task.id}: the rigor is fast`
  const words = kind === 'decision' ? 'Choose the option that you recommend, and say which.' : ''
  const told = record(state, { what: 'auto_passed_checkpoint_fast', why })
  return passCheckpoint(told, at, words)
}

/** A commit marks each checkpoint that is passed. */
export function passCheckpoint(
  state: AutopilotState,
  { task, nth, executed }: Checked,
  words: string,
): AutopilotState {
  const kind = task.checkpoints[nth]?.kind ?? 'human-verify'
  const passed = [...state.work.passed, { key: checkpointKey(task, nth), words }]
  const label = `${titleNow(state)}, task ${task.id}: ${kind} passed`
  return go(inWork(state, { passed }), { phase: 'mark', task, label, executed })
}

export const firstTry = (state: AutopilotState, job: Job, logs: Trying['logs'] = []): Trying => ({
  job,
  from: laneOf(state).commit,
  attempt: 0,
  errors: [],
  logs,
})

export const startJob = (state: AutopilotState, job: Job, logs?: Trying['logs']): AutopilotState =>
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
    : `Fixing ${nameOf(state, job.scope)}`

export const jobDone = (state: AutopilotState, job: Job): AutopilotState =>
  job.kind === 'task' ? stepTask(state, job.task, true) : go(state, { phase: 'checks', scope: job.scope })

/** What the phase did to the lane is left out; a phase that is complete never comes here. */
export function skipPhase(state: AutopilotState): AutopilotState {
  const { lane, work, failedInRow } = state
  const hasCommits = work.start !== null && lane?.commit !== work.start.commit
  const skipped = {
    ...inPhaseNow(say(state, `${titleNow(state)} is skipped`), { status: 'skipped' }),
    lane: lane && { ...lane, ...work.start },
    failedInRow: work.hasFailed ? failedInRow + 1 : failedInRow,
  }
  return go(skipped, { phase: hasCommits ? 'skip' : 'assess' })
}

/** In minutes, or in seconds if it is less than two. */
export const tookText = (ms: number): string =>
  ms < 120_000 ? counted(Math.round(ms / 1000), 'second') : counted(Math.round(ms / 60_000), 'minute')

export const suspicionKey = ({ file, detail }: Suspicion): string => `${file}: ${detail}`

/** What is suspicious in the change now was judged: later phases do not ask about it again. */
export const acceptSuspicions: Move = (state) => ({
  ...state,
  accepted: [...new Set([...state.accepted, ...state.work.suspicions.map(suspicionKey)])],
})

export const countsOf = (findings: readonly ReviewFinding[]): Record<ReviewFinding['severity'], number> => {
  const count = (wanted: string): number => findings.filter(({ severity }) => severity === wanted).length
  return { critical: count('critical'), important: count('important'), suggestion: count('suggestion') }
}

/** The phase is verified and reviewed, or a person passed over what was found. */
export function completePhase(state: AutopilotState): AutopilotState {
  const { work, current, updatedAt } = state
  const phase = phaseNow(state)
  const findings = state.reviews[phase.number] ?? []
  const entry = {
    phase: current,
    name: phase.name,
    startedAt: isoTime(work.startedAt),
    completedAt: isoTime(updatedAt),
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
    tookText(updatedAt - work.startedAt),
  ].join(' | ')
  const told = inWork(acceptSuspicions(say(state, summary)), { scratchpad: '' })
  const done = {
    ...inPhaseNow(told, { status: 'complete' }),
    history: [...state.history, entry],
    failedInRow: work.hasFailed ? state.failedInRow + 1 : 0,
  }
  return go(done, { phase: 'complete' })
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

export const problemsOf = (findings: readonly ReviewFinding[]): readonly string[] =>
  findings.filter(isBlocking).map(describeFinding)

export const describeFinding = ({ severity, title, detail, file, line }: ReviewFinding): string => {
  const place = file === null ? '' : ` (${file}${line === null ? '' : `:${line}`})`
  return `[${severity}] ${title}${place}${detail === '' ? '' : `: ${detail}`}`
}

/** A finding with the phase that it was found in. */
export const findingsOfPhases = ({ phases, reviews }: AutopilotState): readonly string[] =>
  phases.flatMap(({ number }) =>
    (reviews[number] ?? []).map((finding) => `Phase ${number}: ${describeFinding(finding)}`),
  )

/** All phases are over. Nothing is reviewed if nothing was done. */
export function toFinalReview(state: AutopilotState): AutopilotState {
  const { commit, baseCommit } = laneOf(state)
  if (commit === baseCommit && !state.phases.some(({ status }) => status === 'complete'))
    return go(say(state, 'No phase was completed'), { phase: 'close', result: { how: 'nothing' } })
  const finalReview = { ...state.finalReview, status: 'in_progress' } as const
  return go({ ...state, finalReview }, { phase: 'final-review', again: 0 })
}

const progressOf = (state: AutopilotState): Pick<Handoff, 'completed' | 'pending'> => {
  const named = (tasks: readonly Pick<PlanTask, 'id' | 'title'>[]): readonly string[] =>
    tasks.map(({ id, title }) => `Task ${id}: ${title}`)
  return { completed: named(state.work.done), pending: named(tasksLeft(state)) }
}

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

/** A tree that the checks have passed on needs no other run. */
export function prove(state: AutopilotState, how: 'merge' | 'pull' | 'leave'): AutopilotState {
  if (state.proven !== laneOf(state).tree) return go(state, { phase: 'prove', how })
  return how === 'leave' ? finish(state, { how: 'left' }) : go(state, { phase: how, how })
}

/** The last handoff tells of the whole session. */
export const finish = (state: AutopilotState, result: Result): AutopilotState => {
  const { history, phases, decisions, finalReview } = state
  const summary = `${counted(history.length, 'phase')} complete, final review ${finalReview.status}`
  const told = handOver(state, 'autopilot', {
    summary,
    completed: history.map(({ name, tasksCompleted }) => `${name}: ${counted(tasksCompleted, 'task')}`),
    pending: phases.filter(({ status }) => status !== 'complete').map(titleOf),
    decisions: decisions.map(({ what, why }) => ({ what, why })),
  })
  return go(told, { phase: 'finish', result })
}
