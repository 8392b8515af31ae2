/**
 * Owns what plans came to against what was expected of them: passes, tokens, minutes, lines and files, per plan, phase
 * and role. Folds journals and decides nothing; waiting for people, limits and the next start is not counted as work.
 */

import type { ChangeSize } from '../../effects/merge-lane.ts'
import { type Spending, tokensOf } from '../../kernel/agent.ts'
import { tokensPerPass } from '../../kernel/budget-ledger.ts'
import { isOutcome, type RunEnd } from '../../kernel/event.ts'
import { type CommandId, phaseOf } from '../../kernel/ids.ts'
import type { Command, Event } from './effects.ts'
import type { DeliveryInput } from './input.ts'

export interface Effort {
  readonly calls: number
  readonly tokens: number
  readonly ms: number
}

export interface RunCalibration {
  readonly planId: string
  readonly title: string
  readonly estimated: Estimate
  /** Null if the run has not ended for good. */
  readonly outcome: RunEnd['outcome'] | null
  /** Reviews that gave a verdict. */
  readonly passes: number
  /** What was merged; null if nothing was, or if it cannot be told. */
  readonly size: ChangeSize | null
  readonly merged: boolean
  readonly total: Effort
  readonly phases: Readonly<Record<string, Effort>>
  readonly roles: Readonly<Record<string, Effort>>
}

export interface Estimate {
  readonly passes: number
  readonly tokens: number
  readonly lines: number | null
  readonly files: number | null
}

const noEffort: Effort = { calls: 0, tokens: 0, ms: 0 }

/** Null if it is no delivery's journal. */
export function calibrateRun(events: Iterable<Event>): RunCalibration | null {
  let run: RunCalibration | null = null
  let lastAt = 0
  const known = new Map<CommandId, Command>()
  /** Since when each command is under way in this process. */
  const since = new Map<CommandId, number>()
  for (const event of events) {
    // Other playbooks have no plan that anything was estimated in.
    if (event.type === 'RunStarted' && event.playbook === 'delivery')
      run = begun(event.input as DeliveryInput)
    if (run === null) return null
    if (event.type === 'CommandIssued') {
      known.set(event.command.id, event.command)
      since.set(event.command.id, event.at)
    }
    // A process that left the run, even by a crash, counts until its last event.
    if (event.type === 'RunInterrupted' || event.type === 'RunResumed')
      for (const [id, from] of since) {
        run = worked(run, known.get(id), { ms: (event.type === 'RunResumed' ? lastAt : event.at) - from })
        since.set(id, event.at)
      }
    for (const { commandId, spending } of spentIn(event))
      run = worked(run, known.get(commandId), { calls: 1, tokens: tokensOf(spending.usage) })
    if (isOutcome(event)) {
      const from = since.get(event.commandId)
      if (from !== undefined) run = worked(run, known.get(event.commandId), { ms: event.at - from })
      since.delete(event.commandId)
    }
    run = told(run, event)
    lastAt = event.at
  }
  return run
}

const begun = ({ plan, budget }: DeliveryInput): RunCalibration => ({
  planId: plan.id,
  title: plan.title,
  estimated: {
    passes: Math.max(1, Math.round(budget.planTokens / tokensPerPass)),
    tokens: budget.planTokens,
    lines: plan.expected?.lines ?? null,
    files: plan.expected?.files ?? null,
  },
  outcome: null,
  passes: 0,
  size: null,
  merged: false,
  total: noEffort,
  phases: {},
  roles: {},
})

function told(run: RunCalibration, event: Event): RunCalibration {
  switch (event.type) {
    case 'AgentFinished':
      return phaseOf(event.commandId) === 'review' && event.violation === null
        ? { ...run, passes: run.passes + 1 }
        : run
    case 'LaneMerged':
      return { ...run, merged: true, size: event.size }
    case 'RunEnded':
      return { ...run, outcome: event.end.resumable ? null : event.end.outcome }
    default:
      return run
  }
}

function spentIn(event: Event): readonly { readonly commandId: CommandId; readonly spending: Spending }[] {
  if (event.type === 'RunInterrupted') return event.spent
  return 'spending' in event ? [event] : []
}

/** Waiting is no work. */
const waits: ReadonlySet<Command['type']> = new Set(['AskHuman', 'WakeAt'])

function worked(run: RunCalibration, command: Command | undefined, more: Partial<Effort>): RunCalibration {
  if (command === undefined || waits.has(command.type)) return run
  return {
    ...run,
    total: plus(run.total, more),
    phases: added(run.phases, phaseOf(command.id), more),
    roles: command.type === 'RunAgent' ? added(run.roles, command.role, more) : run.roles,
  }
}

const plus = (effort: Effort, { calls = 0, tokens = 0, ms = 0 }: Partial<Effort>): Effort => ({
  calls: effort.calls + calls,
  tokens: effort.tokens + tokens,
  ms: effort.ms + Math.max(0, ms),
})

const added = (
  efforts: Readonly<Record<string, Effort>>,
  name: string,
  more: Partial<Effort>,
): Readonly<Record<string, Effort>> => ({ ...efforts, [name]: plus(efforts[name] ?? noEffort, more) })

/** All finished runs of one plan together: one that was blocked and begun again has cost both. */
export interface PlanCalibration extends Omit<RunCalibration, 'outcome'> {
  readonly runs: number
}

/** By plan id. Runs that have not ended for good are left out. */
export function calibratePlans(runs: Iterable<RunCalibration>): readonly PlanCalibration[] {
  const plans = new Map<string, PlanCalibration>()
  for (const { outcome, ...run } of runs) {
    if (outcome === null) continue
    const before = plans.get(run.planId)
    plans.set(run.planId, before === undefined ? { ...run, runs: 1 } : together(before, run))
  }
  return [...plans.values()].sort((a, b) => (a.planId < b.planId ? -1 : 1))
}

const together = (before: PlanCalibration, run: Omit<RunCalibration, 'outcome'>): PlanCalibration => ({
  ...before,
  // What was expected of the run that got there counts: the plan may have been changed meanwhile.
  ...(run.merged ? { title: run.title, estimated: run.estimated, size: run.size, merged: true } : {}),
  runs: before.runs + 1,
  passes: before.passes + run.passes,
  total: plus(before.total, run.total),
  phases: sum([before.phases, run.phases]),
  roles: sum([before.roles, run.roles]),
})

export function sum(all: readonly Readonly<Record<string, Effort>>[]): Readonly<Record<string, Effort>> {
  return all
    .flatMap((efforts) => Object.entries(efforts))
    .reduce((total, [name, effort]) => added(total, name, effort), {} as Readonly<Record<string, Effort>>)
}

/** How far off estimates are: the medians of actual divided by estimated, over merged plans. Null if none says. */
export interface CalibrationSummary {
  readonly plans: number
  readonly passes: number | null
  readonly tokens: number | null
  readonly lines: number | null
  readonly files: number | null
  readonly msPerPass: number | null
}

export function summarizeCalibration(plans: readonly PlanCalibration[]): CalibrationSummary {
  const merged = plans.filter((plan) => plan.merged)
  const ratios = (pick: (plan: PlanCalibration) => readonly [number | null, number | null]): number | null =>
    median(
      merged
        .map(pick)
        .flatMap(([actual, estimated]) => (actual === null || !estimated ? [] : [actual / estimated])),
    )
  return {
    plans: merged.length,
    passes: ratios((plan) => [plan.passes, plan.estimated.passes]),
    tokens: ratios((plan) => [plan.total.tokens, plan.estimated.tokens]),
    lines: ratios((plan) => [linesOf(plan.size), plan.estimated.lines]),
    files: ratios((plan) => [plan.size?.files ?? null, plan.estimated.files]),
    msPerPass: ratios((plan) => [plan.total.ms, plan.passes]),
  }
}

export const linesOf = (size: ChangeSize | null): number | null =>
  size === null ? null : size.added + size.removed

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

const rounded = (ratio: number): string => String(Number(ratio.toPrecision(2)))

/** One line, for people and for the next planner. */
export function describeCalibration(summary: CalibrationSummary): string {
  if (summary.plans === 0) return 'No plan has been merged yet, so nothing can be said about estimates.'
  const parts = (['passes', 'tokens', 'lines', 'files'] as const).flatMap((measure) => {
    const ratio = summary[measure]
    return ratio === null ? [] : [`${measure} ${rounded(ratio)}×`]
  })
  const pace =
    summary.msPerPass === null ? '' : `; ${rounded(summary.msPerPass / 60_000)} minutes of work a pass`
  const over = summary.plans === 1 ? 'one merged plan' : `${summary.plans} merged plans`
  return `Actual against estimated, median over ${over}: ${parts.join(', ')}${pace}.`
}
