import type { AskHuman } from '@harness/core/effects/ask-human'
import type { WakeAt } from '@harness/core/effects/wake-at'
import { emptyBudget } from '@harness/core/kernel/budget-ledger'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import type { CommandId } from '@harness/core/kernel/ids'
import { end, type Playbook, perform } from '@harness/core/kernel/playbook'
import { aGate } from '@harness/core/test-support/gates'
import { expect, it } from 'vitest'
import { type GivenReport, projectionsOf, reportOf } from './run-report.ts'

interface State {
  readonly wants: readonly AnyCommand[]
  readonly spent: typeof emptyBudget
}

const wake = (nth: number, at: number): WakeAt => ({
  type: 'WakeAt',
  id: `run/wake/x/${nth}` as CommandId,
  at,
  why: `until ${at}`,
})
const gate = aGate({ name: 'plan', question: 'Go?', exitCode: 8 })
const ask: AskHuman = { type: 'AskHuman', id: 'run/gate/x/1' as CommandId, gate }
const over = end({ outcome: 'done', exitCode: 0, reason: '', next: '', resumable: false, report: '' })

const playbook: Playbook<never, State, AnyCommand> = {
  name: 'errands',
  version: 1,
  initialState: () => ({ wants: [], spent: emptyBudget }),
  decide: ({ wants }) => (wants.length === 0 ? over : perform(...wants)),
  evolve: (state) => state,
}
const reporting = (given: Partial<GivenReport> = {}) => ({
  playbook,
  report: (): GivenReport => ({ title: 'Errands', phase: 'out', ...given }),
})
const wanting = (...wants: readonly AnyCommand[]): State => ({ wants, spent: emptyBudget })
const issued: AnyEvent = { type: 'CommandIssued', at: 5, command: wake(1, 9) }
const summaryOf = (state: State, event: AnyEvent = issued, given: Partial<GivenReport> = {}) => {
  const project = projectionsOf(reporting(given), { subject: 'errands', runId: '20261116-120000' })
  return project(event, state, { startedAt: 1, events: 2 }).summary
}

it('a report of title and phase has a default for the rest', () => {
  expect(reportOf(reporting(), wanting())).toEqual({
    subject: 'errands',
    title: 'Errands',
    about: 'Errands',
    label: 'errands',
    heading: 'Errands',
    phase: 'out',
    branch: null,
    baseBranch: '',
    isOver: false,
    follows: null,
    next: null,
    gate: null,
    sleep: null,
    warnings: [],
    warningsIn: 'budget',
    sections: [],
    fields: {},
  })
})

it('a run sleeps until its first timer if timers are all it wants', () => {
  const slept = { status: 'sleeping', sleepsUntil: 9, waitingFor: 'until 9', gate: null }
  expect(summaryOf(wanting(wake(1, 12), wake(2, 9)))).toMatchObject(slept)
  const works: AnyCommand = { type: 'Notify', id: 'run/notify/x/1' as CommandId }
  expect(summaryOf(wanting(wake(1, 9), works))).toMatchObject({ status: 'working', sleepsUntil: null })
})

it('a timer that fired lets the run work', () => {
  const fired: AnyEvent = { type: 'TimerFired', at: 9, commandId: 'run/wake/x/2' as CommandId }
  expect(summaryOf(wanting(wake(1, 12)), fired)).toMatchObject({ status: 'working' })
})

it('an open gate comes before a sleep', () => {
  expect(summaryOf(wanting(ask), issued, { sleep: { until: 9, why: 'limit' } })).toMatchObject({
    status: 'waiting',
    waitingFor: 'Go?',
    gate: 'plan',
    gateExitCode: 8,
    sleepsUntil: null,
  })
})

it('lists call a run that is over by a word of its own', () => {
  expect(summaryOf(wanting(), issued, { phaseInLists: 'delivered' }).phase).toBe('delivered')
  expect(summaryOf(wanting()).phase).toBe('out')
})
