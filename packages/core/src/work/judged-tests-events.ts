/** Owns what becomes of tests in doubt: the judge's ruling, a person's answer, and what the playbook hears then. Pure. */
import type { GateAnswered } from '../effects/ask-human.ts'
import type { CommandFailed } from '../effects/command-failed.ts'
import type { AgentFailed, AgentFinished, ContractBroken } from '../effects/run-agent.ts'
import type { ChecksFinished, RunChecks } from '../effects/run-checks.ts'
import type { TimerFired } from '../effects/wake-at.ts'
import type { Evidence } from '../kernel/evidence.ts'
import { letStand } from '../kernel/gate-choices.ts'
import { recovered } from '../kernel/retrying.ts'
import { hinderedBy } from './attempts.ts'
import { countEnd } from './dispatch.ts'
import {
  countFailures,
  failuresOf,
  type JudgedTests,
  openDoubts,
  type PendingChecks,
  pendingChecks,
  type RuledDoubt,
  rulingOn,
  type SeenTests,
  type Unjustified,
} from './judged-tests-state.ts'
import { doubtIn, doubtKey, failedFor, justifiedBy, type TestDoubt } from './test-doubts.ts'
import { objectionTo, rulingsOn, type TestRulingsAnswer, testJudge } from './test-judge.ts'

export type JudgeOutcome =
  | AgentFinished
  | AgentFailed
  | ContractBroken
  | CommandFailed
  | GateAnswered
  | TimerFired

export interface Heard {
  readonly judged: JudgedTests
  /** What the playbook hears now; null if it hears nothing yet. */
  readonly tells: ChecksFinished | CommandFailed | null
}

/** Checks go to the playbook as they are if one failed, if nothing changed, or if nothing is in doubt. */
export function checksCame(
  judged: JudgedTests,
  command: RunChecks,
  finished: ChecksFinished,
  isFine: (item: Evidence) => boolean,
): Heard {
  const isJudged = command.commit !== command.baseCommit && finished.evidence.every(isFine)
  if (isJudged && openDoubts(judged, command, finished.evidence).length > 0)
    return {
      judged: { ...judged, pending: [...judged.pending, pendingChecks(command, finished)] },
      tells: null,
    }
  return told(judged, pendingChecks(command, finished), finished.at, isJudged ? [] : null)
}

/** `words` are the plan's own at this moment. */
export function outcomeOfJudge(
  before: JudgedTests,
  pending: PendingChecks,
  event: JudgeOutcome,
  words: string,
): Heard {
  const judged = { ...before, dispatched: countEnd(before.dispatched, event.commandId) }
  switch (event.type) {
    case 'AgentFinished':
      return ruledBy(judged, pending, event, words)
    case 'ContractBroken':
      return voided(judged, pending, event.at)
    case 'GateAnswered':
      return answered(judged, pending, event)
    case 'CommandFailed':
      // The playbook knows what to do about a lane that is gone: its checks could not be shown.
      return {
        judged: without(judged, pending),
        tells: { ...event, commandId: pending.command.id },
      }
    default:
      return { judged: replaced(judged, hinderedBy(pending, event) ?? pending), tells: null }
  }
}

function ruledBy(judged: JudgedTests, before: PendingChecks, event: AgentFinished, words: string): Heard {
  const pending = recovered(before)
  const doubts = openDoubts(judged, pending.command, pending.finished.evidence)
  const answer = event.answer as TestRulingsAnswer
  const rulings =
    event.violation === null && answer.kind === 'test-rulings' ? rulingsOn(answer, doubts) : null
  if (rulings === null) return voided(judged, pending, event.at)
  const unjustified = rulings.flatMap((ruling): readonly Unjustified[] => {
    const why = objectionTo(ruling, words)
    return why === null ? [] : [{ check: ruling.check, why: `The test judge: ${why}` }]
  })
  const justified = doubts.flatMap((doubt): readonly RuledDoubt[] => {
    const ruling = rulings.find(({ check }) => check === doubt.check)
    if (ruling === undefined || unjustified.some(({ check }) => check === doubt.check)) return []
    return [ruledDoubt(pending, doubt, { by: testJudge, words: ruling.quote, at: event.at })]
  })
  return judgedSo(withRuled(judged, justified), pending, unjustified, event.at)
}

const withRuled = (judged: JudgedTests, more: readonly RuledDoubt[]): JudgedTests => ({
  ...judged,
  ruled: [...judged.ruled, ...more],
})

/** A judge has seen one tree. A person rules on the touched files as they are now, and so does a judge on a number. */
const ruledDoubt = (
  { command: { lane, tree } }: PendingChecks,
  doubt: TestDoubt,
  how: Pick<RuledDoubt, 'by' | 'words' | 'at'> & { readonly isPerson?: true },
): RuledDoubt => ({
  lane,
  key: doubtKey(doubt),
  tree: how.isPerson === true || doubt.second === null ? null : tree,
  isPerson: false,
  ...how,
})

const mostVoids = 2

/** Without a usable ruling nothing is justified. */
function voided(judged: JudgedTests, pending: PendingChecks, at: number): Heard {
  const voids = pending.voids + 1
  if (voids < mostVoids) return { judged: replaced(judged, { ...pending, voids }), tells: null }
  const why = 'The test judge gave no usable ruling twice.'
  const doubts = openDoubts(judged, pending.command, pending.finished.evidence)
  return judgedSo(
    judged,
    pending,
    doubts.map(({ check }) => ({ check, why })),
    at,
  )
}

/** How often the same doubt goes back to the playbook before a person is asked. */
const mostFailures = 2

function judgedSo(
  judged: JudgedTests,
  pending: PendingChecks,
  unjustified: readonly Unjustified[],
  at: number,
): Heard {
  const { lane } = pending.command
  const isForPerson = doubtsOf(pending, unjustified).some(
    (doubt) => failuresOf(judged, lane, doubt) >= mostFailures,
  )
  return isForPerson
    ? { judged: replaced(judged, { ...pending, asked: unjustified }), tells: null }
    : told(judged, pending, at, unjustified)
}

function answered(judged: JudgedTests, pending: PendingChecks, { at, answer }: GateAnswered): Heard {
  const { by, reason, choice } = answer
  const asked = pending.asked ?? []
  if (choice === letStand) {
    const waived = doubtsOf(pending, asked).map((doubt) =>
      ruledDoubt(pending, doubt, { by, words: reason, at, isPerson: true }),
    )
    return told(withRuled(judged, waived), pending, at, [])
  }
  const said = reason.trim() === '' ? '' : `\n\n${by}: ${reason}`
  return told(
    judged,
    pending,
    at,
    asked.map(({ check, why }) => ({ check, why: `${why}${said}` })),
  )
}

const doubtsOf = ({ finished }: PendingChecks, unjustified: readonly Unjustified[]): readonly TestDoubt[] =>
  finished.evidence.flatMap((item) => {
    const doubt = doubtIn(item)
    return doubt !== null && unjustified.some(({ check }) => check === doubt.check) ? [doubt] : []
  })

/** `unjustified` is null if nothing was to be ruled on. */
function told(
  judged: JudgedTests,
  pending: PendingChecks,
  at: number,
  unjustified: readonly Unjustified[] | null,
): Heard {
  const { command, finished } = pending
  const seen = finished.evidence.flatMap((item) => seenIn(judged, command, item))
  const evidence = finished.evidence.map((item) => {
    const doubt = doubtIn(item)
    if (doubt === null || unjustified === null) return item
    const ruled = rulingOn(judged, command, doubt)
    if (ruled !== null) return justifiedBy(item, { by: ruled.by, words: ruled.words })
    const why = unjustified.find(({ check }) => check === item.check)?.why ?? ''
    return failedFor(item, doubt, why)
  })
  const isOther = (one: SeenTests): boolean =>
    one.lane !== command.lane || finished.evidence.every(({ check }) => check !== one.check)
  return {
    judged: {
      ...without(judged, pending),
      seen: [...judged.seen.filter(isOther), ...seen],
      failed: countFailures(judged, command.lane, doubtsOf(pending, unjustified ?? [])),
    },
    tells: { ...finished, at, evidence },
  }
}

function seenIn(judged: JudgedTests, command: RunChecks, item: Evidence): readonly SeenTests[] {
  const { check, run, tests } = item
  const doubt = doubtIn(item)
  if (doubt === null && tests === undefined) return []
  const ruled = doubt === null ? null : rulingOn(judged, command, doubt)
  return [{ lane: command.lane, check, run, ...(tests === undefined ? {} : { tests }), doubt, ruled }]
}

const without = (judged: JudgedTests, { command }: PendingChecks): JudgedTests => ({
  ...judged,
  pending: judged.pending.filter((one) => one.command.id !== command.id),
})

const replaced = (judged: JudgedTests, pending: PendingChecks): JudgedTests => ({
  ...judged,
  pending: judged.pending.map((one) => (one.command.id === pending.command.id ? pending : one)),
})
