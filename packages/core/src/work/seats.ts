/**
 * Owns the calls of agents that a playbook makes together. A seat is one role that writes one document. Seats side by side
 * have a lane each, so that none sees what another writes. Each waits, stops and puts its lane away by itself.
 */
import type { AskHuman } from '../effects/ask-human.ts'
import type { CloseLane } from '../effects/close-lane.ts'
import type { OpenLane } from '../effects/open-lane.ts'
import type { AgentFinished, RunAgent } from '../effects/run-agent.ts'
import type { WakeAt } from '../effects/wake-at.ts'
import type { AnyCommand, AnyOutcome, OutcomeOf } from '../kernel/effect.ts'
import type { RunEnd } from '../kernel/event.ts'
import { exitCode } from '../kernel/exit-code.ts'
import { type GateAnswer, isGranted } from '../kernel/gate-answer.ts'
import { type AgentRetries, agentRetries, forgeRole, type Hurdle } from '../kernel/hurdle.ts'
import { type CommandId, subjectIn } from '../kernel/ids.ts'
import { pausedEnd } from '../kernel/paused-end.ts'
import { type Decision, end, perform } from '../kernel/playbook.ts'
import { isExhausted, type RetryBudget, retryBudget } from '../kernel/retry-budget.ts'
import { failed, recovered, spend } from '../kernel/retrying.ts'
import { haltWith, refillAll } from './attempts.ts'
import { closeLane, type LaneAt, laneAt } from './lane.ts'
import { firstSleep, wake, wakeAt } from './wakes.ts'

/** `Answer` is what its message says. */
export interface Seat<Artifact extends string, Answer> {
  /** Names the call in ids and lanes. */
  readonly subject: string
  readonly role: string
  /** The document that it writes; null if only its message counts. */
  readonly artifact: Artifact | null
  /** Its own lane; null if it has none yet, works in the main lane, or has put it away. */
  readonly lane: LaneAt | null
  /** What it wrote; null while it is not done. */
  readonly text: string | null
  readonly answer: Answer | null
  /** `again`: answers that do not count. */
  readonly retries: AgentRetries & { readonly again: RetryBudget }
  readonly hurdle: Hurdle | null
  /** Why its latest answer does not count, if it is not asked again. */
  readonly objection: string | null
}

/** `mostAgain`: how often it is asked again if its answer does not count. */
export const newSeat = <Artifact extends string>(
  { subject, role, artifact }: Pick<Seat<Artifact, unknown>, 'subject' | 'role' | 'artifact'>,
  mostAgain: number,
): Seat<Artifact, never> => ({
  subject,
  role,
  artifact,
  lane: null,
  text: null,
  answer: null,
  retries: { ...agentRetries, again: retryBudget(mostAgain) },
  hurdle: null,
  objection: null,
})

type AnySeat = Seat<string, unknown>

/** True if every seat has written, and its lane is put away. */
export const areDone = (seats: readonly AnySeat[]): boolean =>
  seats.every(({ text, lane }) => text !== null && lane === null)

export interface Seating<One extends AnySeat, Command extends AnyCommand> {
  /** True if even a single seat has a lane of its own. */
  readonly isApart?: boolean
  idFor(phase: string, subject: string): CommandId
  laneFor(one: One): Omit<OpenLane, 'type' | 'id'>
  call(one: One): Command
  /** How the run pauses if the answer of this seat does not count. */
  endOf(one: One): Pick<RunEnd, 'reason' | 'next'>
}

type Wanted<Command> = Command | OpenLane | CloseLane | WakeAt | AskHuman

/** Every seat that can go on does; what stops one stops the run only when the others rest. */
export function decideSeats<One extends AnySeat, Command extends AnyCommand>(
  seats: readonly One[],
  seating: Seating<One, Command>,
): Decision<Wanted<Command>> {
  const { idFor, isApart = false } = seating
  const commands = seats.flatMap((one) => commandOf(one, seating, isApart || seats.length > 1))
  const sleep = firstSleep(seats)
  const waits = sleep === null ? [] : [wakeAt(idFor('wait', String(sleep.until)), sleep)]
  if (commands.length > 0 || waits.length > 0) return perform<Wanted<Command>>(...commands, ...waits)
  const stopped = seats.find(({ hurdle, objection }) => hurdle?.type === 'stop' || objection !== null)
  if (stopped?.hurdle?.type === 'stop') return end(stopped.hurdle.end)
  if (stopped !== undefined)
    return end(pausedEnd({ exitCode: exitCode.contractBroken, ...seating.endOf(stopped) }))
  const asks = seats.flatMap(({ hurdle, subject }): readonly AskHuman[] =>
    hurdle?.type === 'gate' ? [{ type: 'AskHuman', id: idFor('ask', subject), gate: hurdle.gate }] : [],
  )
  return perform(...asks)
}

function commandOf<One extends AnySeat, Command extends AnyCommand>(
  one: One,
  { idFor, laneFor, call }: Seating<One, Command>,
  hasOwnLane: boolean,
): readonly (Command | OpenLane | CloseLane)[] {
  const { subject, lane } = one
  if (one.hurdle !== null || one.objection !== null) return []
  if (one.text !== null)
    return lane === null ? [] : [closeLane(idFor('close', subject), lane, laneFor(one).baseBranch)]
  return hasOwnLane && lane === null
    ? [{ type: 'OpenLane', id: idFor('open', subject), ...laneFor(one) }]
    : [call(one)]
}

export interface SeatRules<Artifact, Answer> {
  pathOf(artifact: Artifact): string
  /** Why what it wrote does not count; null if it does. */
  objectionTo?(event: AgentFinished<Answer>, written: string): string | null
  /** True if its words are welcome, but not needed. */
  readonly mayFail?: boolean
}

type SeatOutcome<Answer> = OutcomeOf<OpenLane | CloseLane | RunAgent<Answer> | WakeAt | AskHuman>

/** An outcome of no seat changes nothing. */
export function evolveSeats<Artifact extends string, Answer>(
  seats: readonly Seat<Artifact, Answer>[],
  event: AnyOutcome,
  rules: SeatRules<Artifact, Answer>,
): readonly Seat<Artifact, Answer>[] {
  if (event.type === 'TimerFired') return seats.map((one) => wake(one, event.at))
  const subject = subjectIn(event.commandId)
  return seats.map((one) =>
    one.subject === subject ? evolveSeat(one, event as SeatOutcome<Answer>, rules) : one,
  )
}

function evolveSeat<Artifact extends string, Answer>(
  one: Seat<Artifact, Answer>,
  event: SeatOutcome<Answer>,
  rules: SeatRules<Artifact, Answer>,
): Seat<Artifact, Answer> {
  switch (event.type) {
    case 'LaneOpened':
      return { ...one, lane: laneAt(event) }
    case 'LaneClosed':
      return { ...one, lane: null }
    case 'AgentFinished':
      return answered(one, event, rules)
    case 'ContractBroken':
      return askAgain(one, 'missing')
    case 'AgentFailed':
      return rules.mayFail === true ? { ...one, text: '' } : failed(one, event)
    case 'ForgeFailed':
      return failed(one, { ...event, role: forgeRole })
    case 'CommandFailed':
      return haltWith(one, event)
    case 'GateAnswered':
      return isGranted(event.answer) ? refreshed(one) : { ...one, hurdle: refused(event.answer) }
    default:
      return one
  }
}

function answered<Artifact extends string, Answer>(
  one: Seat<Artifact, Answer>,
  event: AgentFinished<Answer>,
  { pathOf, objectionTo = () => null }: SeatRules<Artifact, Answer>,
): Seat<Artifact, Answer> {
  const heard = { ...recovered(one), hurdle: null, answer: event.answer }
  if (one.artifact === null) return { ...heard, text: event.text }
  const written = event.artifacts?.[pathOf(one.artifact)] ?? ''
  const objection = written.trim() === '' ? 'missing' : objectionTo(event, written)
  return objection === null ? { ...heard, text: written } : askAgain(heard, objection)
}

/** Asked once more while that is allowed, then a person has to look. */
const askAgain = <One extends AnySeat>(one: One, objection: string): One =>
  isExhausted(one.retries.again) ? { ...one, objection } : spend(one, 'again')

function refused({ by, reason }: GateAnswer): Hurdle {
  const why = `${by}: ${reason}`
  const end = { exitCode: exitCode.halted, reason: why, next: '', resumable: false, report: why }
  return { type: 'stop', end: { outcome: 'blocked', ...end } }
}

/** A person granted more tries. */
const refreshed = <One extends AnySeat>(one: One): One => ({
  ...one,
  hurdle: null,
  objection: null,
  retries: refillAll(one.retries),
})

/** A person resumed the run: what stopped is tried again. */
export const liftStops = <One extends AnySeat>(seats: readonly One[]): readonly One[] =>
  seats.map((one) => (one.hurdle?.type === 'stop' || one.objection !== null ? refreshed(one) : one))
