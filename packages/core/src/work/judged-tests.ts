/**
 * Owns "a change to tests is judged": whatever a playbook does, checks that passed with a doubt reach it only after the
 * plan's own words, or a person, justify the doubt; otherwise it sees failed checks. It stands around a playbook, which
 * knows nothing of it. Pure.
 */
import type { AskHuman } from '../effects/ask-human.ts'
import type { OpenPull } from '../effects/open-pull.ts'
import { isAgentOutcome, type RunAgent } from '../effects/run-agent.ts'
import { isChecksFinished, type RunChecks } from '../effects/run-checks.ts'
import type { RoleSettings, Spending } from '../kernel/agent.ts'
import { type BudgetLedger, settle } from '../kernel/budget-ledger.ts'
import type { AnyCommand, AnyOutcome, EventOf } from '../kernel/effect.ts'
import { isOutcome, isRunEvent } from '../kernel/event.ts'
import { type Evidence, passed } from '../kernel/evidence.ts'
import type { CommandId } from '../kernel/ids.ts'
import { commandsOf, type Decision, end, type Playbook, perform } from '../kernel/playbook.ts'
import { afterWork, firstStop, liftStop } from './attempts.ts'
import { checksCame, type Heard, type JudgeOutcome, outcomeOfJudge } from './judged-tests-events.ts'
import {
  gateId,
  isJudging,
  type JudgedTests,
  judgedTestsOf,
  judgeId,
  nothingJudged,
  openDoubts,
  type PendingChecks,
  pendingFor,
  type SeenTests,
  waitId,
  withJudgedTests,
} from './judged-tests-state.ts'
import { quiet } from './quiet.ts'
import { fencedSlice } from './slices.ts'
import { testJudge, testJudgeCall, testJudgeSlices } from './test-judge.ts'
import { wakeAt } from './wakes.ts'
import { describeTouchedTests, testsWeakenedGate, touchedTestsSection, triedRule } from './weakened-tests.ts'

interface Around<State> {
  /** What the plan says of the change that these checks are about: the only words that can justify a doubt. */
  words(state: State, command: RunChecks): string
  /** If a check that ran counts as passed; `passed` if absent. */
  readonly isFine?: (item: Evidence) => boolean
  /** What a call of the judge costs; only added to `spent` if absent. */
  readonly charge?: (state: State, spending: Spending, id: CommandId) => State
  /** Holds the price of a call of the judge before it begins, if the playbook does so for its own calls. */
  readonly reserve?: (state: State, id: CommandId) => State
}

interface Judging {
  readonly input: { readonly roles: Readonly<Record<string, RoleSettings | undefined>> }
  readonly spent: BudgetLedger
}

export const judgedTests = <Input, State extends Judging, Command extends AnyCommand>(
  playbook: Playbook<Input, State, Command>,
  around: Around<State>,
): Playbook<Input, State, Command> => ({
  ...playbook,
  decide(state) {
    const judged = judgedTestsOf(state)
    const wanted = playbook.decide(state)
    return judged === null
      ? wanted
      : (decideWith(judged, wanted, (pending) =>
          ownCommand(judged, pending, state, around),
        ) as Decision<Command>)
  },
  evolve(state, event) {
    const judged = judgedTestsOf(state)
    if (isRunEvent(event, 'CommandIssued') && isJudging(event.command.id))
      return event.command.type === 'RunAgent' ? (around.reserve?.(state, event.command.id) ?? state) : state
    if (isOutcome<AnyOutcome>(event) && judged !== null && isJudging(event.commandId))
      return afterJudge(playbook, around, state, judged, event as JudgeOutcome)
    // Runs that began without a judge keep to that.
    const command =
      isChecksFinished(event) && judgeOf(state) !== undefined
        ? commandsOf(playbook.decide(state)).find(({ id }) => id === event.commandId)
        : undefined
    if (isChecksFinished(event) && command !== undefined)
      return hear(
        playbook,
        state,
        checksCame(judged ?? nothingJudged, command as RunChecks, event, around.isFine ?? passed),
      )
    const next = playbook.evolve(state, event)
    if (judged === null) return next
    return withJudgedTests(next, isRunEvent(event, 'RunResumed') ? resumed(judged) : judged)
  },
})

const judgeOf = ({ input }: Judging): RoleSettings | undefined => input.roles[testJudge]

const resumed = (judged: JudgedTests): JudgedTests => ({
  ...judged,
  pending: judged.pending.map((one) => liftStop(one)),
})

function hear<Input, State, Command extends AnyCommand>(
  playbook: Playbook<Input, State, Command>,
  state: State,
  { judged, tells }: Heard,
): State {
  const next = tells === null ? state : playbook.evolve(state, tells as AnyOutcome as EventOf<Command>)
  return isEmpty(judged) && judgedTestsOf(state) === null ? next : withJudgedTests(next, judged)
}

const isEmpty = ({ pending, seen }: JudgedTests): boolean => pending.length === 0 && seen.length === 0

function afterJudge<Input, State extends Judging, Command extends AnyCommand>(
  playbook: Playbook<Input, State, Command>,
  { words, charge = addSpending }: Around<State>,
  state: State,
  judged: JudgedTests,
  event: JudgeOutcome,
): State {
  const paid = isAgentOutcome(event) ? charge(state, event.spending, event.commandId) : state
  const pending = pendingFor(judged, event.commandId)
  return pending === undefined
    ? withJudgedTests(paid, judged)
    : hear(playbook, paid, outcomeOfJudge(judged, pending, event, words(state, pending.command)))
}

const addSpending = <State extends Judging>(state: State, spending: Spending): State => ({
  ...state,
  spent: settle(state.spent, spending),
})

/** The checks in doubt are not wanted again; their rulings are. */
function decideWith(
  judged: JudgedTests,
  wanted: Decision,
  ownOf: (pending: PendingChecks) => AnyCommand | null,
): Decision {
  if (wanted.type === 'end') return end({ ...wanted.end, report: withSection(wanted.end.report, judged) })
  const held = judged.pending.filter(({ command }) => wanted.commands.some(({ id }) => id === command.id))
  const commands = [
    ...wanted.commands
      .filter(({ id }) => !held.some(({ command }) => command.id === id))
      .map((command) => marked(command, judged)),
    ...held.map(ownOf).filter((command) => command !== null),
  ]
  const stop = firstStop(held)
  if (stop !== null) return afterWork(commands, end(stop.end))
  return held.length === 0 ? { ...wanted, commands } : perform(...commands)
}

/** Null if the run stops for it. */
function ownCommand<State extends Judging>(
  judged: JudgedTests,
  pending: PendingChecks,
  state: State,
  { words }: Around<State>,
): AnyCommand | null {
  const { command, finished, hurdle, asked, voids } = pending
  const settings = judgeOf(state)
  if (hurdle?.type === 'sleep') return wakeAt(waitId(judged, pending), hurdle)
  if (hurdle !== null || settings === undefined) return null
  if (asked !== null) return askHuman(judged, pending)
  const doubts = openDoubts(judged, command, finished.evidence)
  const slices = testJudgeSlices(words(state, command), doubts, voids > 0)
  const isAboutFiles = doubts.every(({ files }) => files.length > 0)
  const files = isAboutFiles ? [...new Set(doubts.flatMap((doubt) => doubt.files))] : []
  return testJudgeCall(judgeId(judged, pending), settings, command, slices, files)
}

const askHuman = (judged: JudgedTests, pending: PendingChecks): AskHuman => ({
  type: 'AskHuman',
  id: gateId(judged, pending),
  gate: testsWeakenedGate(pending),
})

function marked(command: AnyCommand, judged: JudgedTests): AnyCommand {
  if (command.type === 'RunAgent') return toldOfTests(command as RunAgent, judged)
  return command.type === 'OpenPull'
    ? ({ ...command, body: withSection((command as OpenPull).body, judged, quiet) } as AnyCommand)
    : command
}

/** AG-14: who judges a change hears what its tests show: beside the list of them, or in a slice of its own. */
function toldOfTests(command: RunAgent, { seen }: JudgedTests): RunAgent {
  const { shows, slices } = command
  const change = shows?.change
  if (change === undefined && !judges(command)) return command
  const own = seen.filter(({ lane }) => lane === command.lane)
  const about = own.length > 0 ? own : seen
  // A reader without the change gets no list: only what speaks against its tests.
  const tried = describeTouchedTests({ seen: change === undefined ? about.filter(speaksAgainst) : about })
  if (tried === '') return command
  return change === undefined
    ? {
        ...command,
        slices: [
          ...slices,
          ...fencedSlice(
            'Tests and settings that the change touches',
            'what was tried about these tests',
            tried,
            'pass',
            triedRule,
          ),
        ],
      }
    : { ...command, shows: { ...shows, change: { ...change, tried } } }
}

const speaksAgainst = ({ doubt, tests }: SeenTests): boolean => doubt !== null || tests?.failOnBase === false

/** A reader, or an agent that writes nothing but its report. */
const judges = ({ mode, artifacts = [], mayWrite }: RunAgent): boolean =>
  mode === 'review' || (mode === 'exec' && artifacts.length > 0 && mayWrite?.length === 0)

const withSection = (text: string, judged: JudgedTests, told = (section: string) => section): string =>
  [text, told(touchedTestsSection(judged))].filter((part) => part !== '').join('\n\n')
