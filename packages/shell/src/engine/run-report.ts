/** Owns what a playbook tells of a state, in one shape for the summary, `show`, `runs` and progress. */
import { type AskHuman, isAskHuman } from '@harness/core/effects/ask-human'
import { isWakeAt } from '@harness/core/effects/wake-at'
import type { BudgetLedger } from '@harness/core/kernel/budget-ledger'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import { isRunEvent, type RunEnd } from '@harness/core/kernel/event'
import type { Gate } from '@harness/core/kernel/gate'
import { commandsOf, type Playbook } from '@harness/core/kernel/playbook'
import type { Project } from '../store/layout/run-projections.ts'
import type { RunSummary } from '../store/layout/run-summary.ts'
import type { SpendingState } from '../store/sidecars/run-sidecars.ts'
import { withBaseReport } from './base-report.ts'
import { withTestsReport } from './tests-report.ts'

export interface RunReport {
  /** What the runs of one lease are about: a plan's id, or the playbook's name. */
  readonly subject: string
  /** What lists call the run: `Greet by name`. */
  readonly title: string
  /** What the run is about: `0001 Greet by name`. */
  readonly about: string
  /** What `show` calls the subject: `plan`. */
  readonly label: string
  /** What `show` says of the subject. */
  readonly heading: string
  /** In a word. */
  readonly phase: string
  /** The word of lists for a run that is over; the phase if absent. */
  readonly phaseInLists?: string
  /** Null if the run has none, or several. */
  readonly branch: string | null
  readonly baseBranch: string
  /** True if the run needs its lanes no more. */
  readonly isOver: boolean
  /** The step that starts now; null if the run waits, is over, or does several things at once. */
  readonly follows: string | null
  /** The step after that; null if it is unknown. */
  readonly next: string | null
  /** The open gate; null if there is none. */
  readonly gate: Gate | null
  readonly sleep: Sleep | null
  readonly warnings: readonly string[]
  /** The column of progress that shows the warnings. */
  readonly warningsIn: string
  /** For people. */
  readonly sections: readonly ReportSection[]
  /** For programs. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The commit of a merged change whose plan file could not be moved. */
  readonly mergedUnmoved?: string
}

export interface Sleep {
  readonly until: number
  readonly why: string
}

export interface ReportSection {
  readonly title: string
  readonly lines: readonly string[]
}

/** What a playbook must say; the engine knows a default for the rest. */
export type GivenReport = Pick<RunReport, 'title' | 'phase'> & Partial<RunReport>

export interface ReportedPlaybook<Input, State> {
  readonly playbook: Playbook<Input, State, AnyCommand>
  report(state: State, pathOf: PathOf): GivenReport
}

/** Finds a place of the repository that a state names. */
export type PathOf = (name: string) => string

const asNamed: PathOf = (name) => name

export function reportOf<Input, State>(
  { playbook, report }: ReportedPlaybook<Input, State>,
  state: State,
  pathOf: PathOf = asNamed,
): RunReport {
  const given = withBaseReport(withTestsReport(report(state, pathOf), state), state)
  const waits = given.gate === undefined || given.sleep === undefined ? waitsOf(playbook, state) : null
  return {
    subject: playbook.name,
    about: given.title,
    label: playbook.name,
    heading: given.title,
    branch: null,
    baseBranch: '',
    isOver: false,
    follows: null,
    next: null,
    gate: waits?.gate ?? null,
    sleep: waits?.sleep ?? null,
    warnings: [],
    warningsIn: 'budget',
    sections: [],
    fields: {},
    ...given,
  }
}

/** The commands that a state wants in flight. */
export function wantedIn<Input, State>(
  playbook: Playbook<Input, State, AnyCommand>,
  state: State,
): readonly AnyCommand[] {
  return commandsOf(playbook.decide(state))
}

/** A run sleeps if a timer is all it waits for. */
function waitsOf<Input, State>(
  playbook: Playbook<Input, State, AnyCommand>,
  state: State,
): Pick<RunReport, 'gate' | 'sleep'> {
  const wanted = wantedIn(playbook, state)
  const [ask] = wanted.filter(isAskHuman)
  const wakes = wanted.filter(isWakeAt)
  const [first] = wakes.length === wanted.length ? [...wakes].sort((a, b) => a.at - b.at) : []
  return { gate: ask?.gate ?? null, sleep: first === undefined ? null : { until: first.at, why: first.why } }
}

interface ReportedRun {
  readonly subject: string
  readonly runId: string
  readonly startedAt: number
}

/** What the engine stores of a run after each event. */
export const projectionsOf =
  <Input, State extends SpendingState>(
    reported: ReportedPlaybook<Input, State>,
    run: { readonly subject: string; readonly runId: string },
    pathOf: PathOf = asNamed,
  ): Project<State> =>
  (event, state, { startedAt, events }) => {
    const report = reportOf(reported, state, pathOf)
    const { name } = reported.playbook
    return {
      summary: summaryOf(name, report, event, state.spent, { ...run, startedAt }),
      shown: { events, report, spent: state.spent, gates: openGates(reported.playbook, report, state) },
    }
  }

const openGates = <Input, State>(
  playbook: Playbook<Input, State, AnyCommand>,
  { gate }: RunReport,
  state: State,
): readonly AskHuman[] => (gate === null ? [] : wantedIn(playbook, state).filter(isAskHuman))

/** The line of a run in lists. */
function summaryOf(
  playbook: string,
  report: RunReport,
  event: AnyEvent,
  spent: BudgetLedger,
  { subject, runId, startedAt }: ReportedRun,
): RunSummary {
  const { gate } = report
  const sleep = gate === null ? report.sleep : null
  const end: RunEnd | null = isRunEvent(event, 'RunEnded') ? event.end : null
  return {
    playbook,
    runId,
    subject,
    title: report.title,
    branch: report.branch ?? '',
    phase: report.phaseInLists ?? report.phase,
    status: statusOf(event, report),
    startedAt,
    updatedAt: event.at,
    tokens: spent.tokens,
    usd: spent.usd,
    unpricedCalls: spent.unpricedCalls,
    waitingFor: gate?.question ?? sleep?.why ?? null,
    gate: gate?.name ?? null,
    ...(gate === null
      ? {}
      : { gateExitCode: gate.exitCode, gateChoices: gate.choices.map(({ name }) => name) }),
    sleepsUntil: sleep?.until ?? null,
    reason: end?.reason ?? null,
    next: end?.next ?? null,
    exitCode: end?.exitCode ?? null,
    ...(report.mergedUnmoved === undefined ? {} : { mergedUnmoved: report.mergedUnmoved }),
  }
}

function statusOf(event: AnyEvent, { gate, sleep }: RunReport): RunSummary['status'] {
  if (isRunEvent(event, 'RunEnded')) return event.end.outcome
  if (isRunEvent(event, 'RunInterrupted')) return 'interrupted'
  if (gate !== null) return 'waiting'
  const woke = event.type === 'TimerFired'
  return sleep === null || woke ? 'working' : 'sleeping'
}
