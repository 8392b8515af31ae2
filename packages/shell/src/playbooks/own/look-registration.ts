/**
 * Owns what is known of a run of a user's own playbook without the playbook. Commands that only look use it: they never
 * execute code of the repository.
 */
import { type AskHuman, isAskHuman } from '@harness/core/effects/ask-human'
import type { Spending } from '@harness/core/kernel/agent'
import { type BudgetLedger, emptyBudget, settle } from '@harness/core/kernel/budget-ledger'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { isOutcome, isRunEvent, type RunEnd } from '@harness/core/kernel/event'
import { end, perform } from '@harness/core/kernel/playbook'
import type { Registration } from '../../engine/registration.ts'
import type { RunReport } from '../../engine/run-report.ts'
import type { RunRef, RunStore } from '../../store/port/run-store.ts'

export interface LookedAt {
  readonly spent: BudgetLedger
  readonly open: readonly AskHuman[]
  readonly ended: RunEnd | null
}

/** Null if no user's own playbook started the run. */
export async function lookRegistration(
  runs: RunStore,
  run: RunRef,
): Promise<Registration<unknown, LookedAt> | null> {
  const journal = await runs.peek(run)
  if (journal?.type !== 'readable' || !isRunEvent(journal.first, 'RunStarted')) return null
  const { playbook: name, playbookVersion: version, own } = journal.first
  if (own?.program === undefined) return null
  const stored = await runs.reportOf<RunReport>(run)
  const { gate, sleep, ...report } = stored?.report ?? { title: name, phase: 'unknown' }
  /** A gate that the playbook does not ask any more stays unanswered: the stored report says which ones it asks. */
  const asked = (open: readonly AskHuman[]): readonly AskHuman[] => {
    const wanted = open.filter(({ id }) => stored?.gates.some((one) => one.id === id) === true)
    return wanted.length === 0 ? open : wanted
  }
  return {
    playbook: {
      name,
      version,
      initialState: () => ({ spent: emptyBudget, open: [], ended: null }),
      decide: ({ open, ended }) => (ended === null ? perform(...asked(open)) : end(ended)),
      evolve,
    },
    report: ({ ended }) => ({ ...report, isOver: ended !== null }),
  }
}

function evolve(state: LookedAt, event: AnyEvent): LookedAt {
  if (isOutcome(event)) {
    const { spending } = event as { readonly spending?: Spending }
    return {
      ...state,
      spent: spending === undefined ? state.spent : settle(state.spent, spending),
      open: state.open.filter(({ id }) => id !== event.commandId),
    }
  }
  switch (event.type) {
    case 'CommandIssued':
      return isAskHuman(event.command) ? { ...state, open: [...state.open, event.command] } : state
    case 'RunInterrupted':
      return {
        ...state,
        spent: event.spent.reduce((sum, { spending }) => settle(sum, spending), state.spent),
      }
    case 'RunResumed':
      return { ...state, ended: null }
    case 'RunEnded':
      return { ...state, ended: event.end }
    case 'RunStarted':
      return state
  }
}
