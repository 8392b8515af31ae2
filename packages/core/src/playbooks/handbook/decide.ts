/**
 * A handbook's choices: what each piece of work under way wants done next. Asks a person only about boxes that no record
 * explains. Pure and total.
 */

import { counted } from '../../kernel/counted.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { asLaneName } from '../../kernel/ids.ts'
import { invariant } from '../../kernel/invariant.ts'
import { timestampOf } from '../../kernel/iso-time.ts'
import { type Decision, end, perform } from '../../kernel/playbook.ts'
import { agentCall } from '../../work/agent-call.ts'
import { firstStop } from '../../work/attempts.ts'
import { byHandText } from '../../work/by-hand.ts'
import { nextId } from '../../work/dispatch.ts'
import { closeLane, mergeLane, runChecks } from '../../work/lane.ts'
import { wakeAt } from '../../work/wakes.ts'
import type { Answer } from './answers.ts'
import { boxOf } from './box.ts'
import { byHandIn } from './by-hand.ts'
import { handbookOf } from './choosing.ts'
import { readHandbook, tickBox } from './documents.ts'
import { doubtCommand } from './doubt.ts'
import type { Command, RunAgent } from './effects.ts'
import { slicesFor } from './envelopes.ts'
import { nextWake } from './evolve.ts'
import { designFile } from './handbook-document.ts'
import { critiqueContract, finalCritique, type HandbookRole, handbookDuties, promptReport } from './input.ts'
import { isLimit, timeIsUpAfter } from './limits.ts'
import { judgedIssues } from './punch-list.ts'
import { isReady, needsWorktree } from './reading.ts'
import { handbookReport } from './report.ts'
import {
  type Ending,
  type Flight,
  type HandbookState,
  isStopped,
  type Part,
  type PromptLane,
  subjectOf,
} from './state.ts'
import { isDocument, isReporting, roleOf } from './verbs.ts'
import { checksOf } from './verification.ts'

export function decide(state: HandbookState): Decision<Command> {
  const { doubt, hurdle } = state
  if (doubt !== null && hurdle === null) return perform(doubtCommand(state, doubt))
  const reading = readIfDue(state)
  const commands =
    state.isUnread === true
      ? reading
      : [...reading, ...state.flights.flatMap((flight) => commandOf(state, flight))]
  if (commands.length > 0 && doubt === null) return perform(...commands)
  if (isUnseen(state)) return perform(read(state))
  const stopped = firstStop([state, ...state.flights])
  if (stopped !== null) return end({ ...stopped.end, report: handbookReport(state, stopped.end.reason) })
  if (state.ending !== null) return over(state, state.ending)
  const wake = nextWake(state)
  invariant(wake !== null, 'a handbook that is not over wants something')
  return perform(wakeAt(nextId(state, 'wait', 'handbook'), wake))
}

/** Before every dispatch and every merge, when a run is taken up again, and whenever nothing is under way. */
function readIfDue(state: HandbookState): readonly Command[] {
  const isIdle = state.flights.length === 0 && state.ending === null && !isStopped(state)
  const isDue = isIdle || state.isUnread === true || state.flights.some(isReady)
  if (state.hurdle !== null || !isDue) return []
  return [read(state)]
}

const read = (state: HandbookState): Command =>
  readHandbook(nextId(state, 'read', 'handbook'), state.input.baseBranch, state.documents?.digests)

/** If a program worked since the last look: the run looks once more before it ends or sleeps. */
const isUnseen = ({ watched, documents, hurdle }: HandbookState): boolean =>
  watched.length > 0 && documents !== null && hurdle === null

function commandOf(state: HandbookState, flight: Flight): readonly Command[] {
  const { step, task, lane } = flight
  if (flight.hurdle !== null || step.type === 'ready') return []
  const id = nextId(state, step.type === 'agent' ? step.part : step.type, subjectOf(task))
  const { baseBranch } = state.input
  if (step.type === 'open')
    return [
      {
        type: 'OpenLane',
        id,
        baseBranch,
        ...placeFor(state, flight, step.part),
        ...(flight.isLittered === true ? { anew: true } : {}),
      },
    ]
  if (step.type === 'tick') {
    const known = state.documents?.digests.handbook ?? null
    return [tickBox(id, baseBranch, known, boxOf(task))]
  }
  invariant(lane !== null, `${step.type} needs a lane`)
  switch (step.type) {
    case 'agent':
      return [agent(state, flight, lane, step.part, id)]
    case 'measure':
      return [{ type: 'MeasureChange', id, lane: lane.lane, from: lane.start, to: lane.commit }]
    case 'verify':
      return [runChecks(id, lane, checksOf(state.input, flight))]
    case 'merge':
      return [
        mergeLane(id, lane, {
          baseBranch,
          message: `Merge prompt ${subjectOf(task)} of the handbook`,
          checks: checksOf(state.input, flight),
        }),
      ]
    case 'shut':
      return [closeLane(id, lane, baseBranch)]
  }
}

/** `.worktrees/impeccable-<phase>-<prompt>-<timestamp>`, or out of sight on what the main tree has committed. */
function placeFor({ input }: HandbookState, { task, since, nth }: Flight, part: Part) {
  const subject = subjectOf(task)
  const moment = `${momentOf(input.runId, since)}${nth === undefined ? '' : `-${nth}`}`
  if (task.type !== 'prompt' || !needsWorktree(task, part)) {
    const name = `${subject}-${moment}`
    return { lane: asLaneName(`impeccable-${name}`), branch: `impeccable/${name}` }
  }
  const name = `impeccable-${task.prompt.phase}-${subject}-${moment}`
  return { lane: asLaneName(name), branch: `impeccable/${name}`, worktree: `.worktrees/${name}` }
}

/** A run is named after a second in which no earlier one has opened a lane: before that, both tell them apart. */
function momentOf(runId: string, since: number): string {
  const moment = timestampOf(since)
  return moment < runId ? `${runId}-${moment}` : moment
}

/** Who documents the design writes one file. */
const writing = ({ task }: Flight) =>
  task.type === 'prompt' && isDocument(task.prompt) ? { mayWrite: [designFile] } : {}

function agent(
  state: HandbookState,
  flight: Flight,
  lane: PromptLane,
  part: Part,
  id: Command['id'],
): RunAgent {
  const role = roleFor(flight, part)
  const { mode } = handbookDuties[role]
  const { tier, limits } = state.input.roles[role]
  const call = agentCall<Answer>({
    id,
    role,
    duties: { mode, contract: contractFor(flight, part, role) },
    settings: { tier, limits: { ...limits, wallMs: Math.min(limits.wallMs, timeLeft(state, flight)) } },
    lane: { ...lane, commit: lane.start },
    slices: slicesFor(state, flight, part),
    commitMessage: mode === 'exec' ? `Prompt ${subjectOf(flight.task)} of the handbook` : null,
  })
  return { ...call, ...writing(flight) }
}

/** By role; a prompt that looks for something also says what was found, and its prose is kept. */
function contractFor({ task }: Flight, part: Part, role: HandbookRole): string | null {
  if (part === 'work' && task.type === 'prompt') {
    if (isReporting(task.prompt)) return promptReport
    if (role === 'prompt-reader') return critiqueContract
  }
  return part === 'final' ? finalCritique : handbookDuties[role].contract
}

/** No agent works longer than the run may take; the next dispatch then finds the limit reached. */
const timeLeft = (state: HandbookState, { readAt }: Flight): number =>
  Math.max(60_000, timeIsUpAfter(state) - readAt)

function roleFor({ task }: Flight, part: Part): HandbookRole {
  switch (part) {
    case 'work':
      return task.type === 'prompt' ? roleOf(task.prompt) : 'prompt-reader'
    case 'craft':
      return 'prompt-worker'
    case 'self-critique':
      return 'brief-critic'
    case 'close':
      return 'phase-closer'
    case 'final':
      return 'prompt-reader'
  }
}

function over(state: HandbookState, ending: Ending): Decision<Command> {
  const isDone = ending.reason === 'all_done'
  const how = isDone
    ? ending.isOld === true
      ? 'Every prompt of the handbook was done before: nothing was run.'
      : `Every prompt of the handbook is done.${unresolvedText(state)}`
    : `Halted (${ending.reason})${ending.promptId === null ? '' : ` at ${ending.promptId}`}: ${ending.failureMode}`
  const reason = `${how}${byHandText(byHandIn(handbookOf(state), state))}`
  return end({
    outcome: isDone ? 'done' : 'halted',
    exitCode: isDone ? exitCode.done : isLimit(ending.reason) ? exitCode.limitReached : exitCode.halted,
    reason,
    next:
      isDone && ending.isOld !== true
        ? 'Read .impeccable-shipreport.md and .impeccable-calibration.md.'
        : ending.suggestion,
    resumable: false,
    report: handbookReport(state, reason),
  })
}

function unresolvedText(state: HandbookState): string {
  const issues = judgedIssues(state)
  const left = issues.filter(({ fate }) => fate !== 'changed and no longer seen').length
  return left === 0
    ? ''
    : ` Of ${counted(issues.length, 'issue')} of Phase 1, ${left} not shown to be resolved.`
}
