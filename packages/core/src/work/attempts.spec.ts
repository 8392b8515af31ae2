import { describe, expect, it } from 'vitest'
import type { ContractBroken } from '../effects/run-agent.ts'
import { exitCode } from '../kernel/exit-code.ts'
import { agentRetries, type Hurdle, stop } from '../kernel/hurdle.ts'
import { asRunId, commandId } from '../kernel/ids.ts'
import { retryBudget, spendRetry } from '../kernel/retry-budget.ts'
import { spending } from '../test-support/outcomes.ts'
import { firstStop, haltOnContract, haltWith, liftStop, refillAll } from './attempts.ts'

const stopFor = (reason: string): Hurdle => stop({ exitCode: exitCode.halted, reason, next: 'fix it' })
const sleep: Hurdle = { type: 'sleep', until: 5, why: 'rate limit' }
const spent = {
  ...agentRetries,
  transient: spendRetry(agentRetries.transient),
  guard: spendRetry(retryBudget(2)),
}
const state = { retries: spent, hurdle: null as Hurdle | null }

describe('a stop', () => {
  it('the first one in the list counts', () =>
    expect(firstStop([{ hurdle: sleep }, { hurdle: stopFor('one') }, { hurdle: stopFor('two') }])).toEqual(
      stopFor('one'),
    ))

  it('a wait is no stop', () => expect(firstStop([{ hurdle: null }, { hurdle: sleep }])).toBeNull())

  it('says what the outcome said', () =>
    expect(haltWith(state, { detail: 'disk full', next: 'free space' })).toEqual({
      retries: spent,
      hurdle: stop({ exitCode: exitCode.halted, reason: 'disk full', next: 'free space' }),
    }))

  it('names the broken contract and the call that broke it', () => {
    const event: ContractBroken = {
      type: 'ContractBroken',
      at: 1,
      commandId: commandId(asRunId('20261117-080000'), 'review', '0001', 2),
      role: 'reviewer',
      contract: 'review',
      problems: ['no verdict', 'no findings'],
      text: '',
      spending: spending(),
    }
    expect(haltOnContract(state, event, '0001').hurdle).toEqual(
      stop({
        exitCode: exitCode.contractBroken,
        reason: 'The reviewer broke its output contract “review”: no verdict; no findings',
        next: 'See its answer: harness show 0001 review/0001/2; then: harness resume',
      }),
    )
  })
})

describe('what is given back', () => {
  it('a resume lifts a stop and refills the retries of agents and of the named kinds', () => {
    const stopped = { ...state, hurdle: stopFor('disk full') }
    expect(liftStop(stopped)).toEqual({ retries: { ...agentRetries, guard: spent.guard }, hurdle: null })
    expect(liftStop(stopped, 'guard')).toEqual({
      retries: { ...agentRetries, guard: retryBudget(2) },
      hurdle: null,
    })
  })

  it('a resume leaves a wait as it is', () => {
    const waiting = { ...state, hurdle: sleep }
    expect(liftStop(waiting, 'guard')).toBe(waiting)
  })

  it('a grant refills every budget', () =>
    expect(refillAll(spent)).toEqual({ ...agentRetries, guard: retryBudget(2) }))
})
