/** What must be true of the base is found out when it is not: each test breaks one thing on purpose. */
import { isBaseChecked } from '@harness/core/effects/check-base'
import type { AnyEvent } from '@harness/core/kernel/effect'
import { asTreeHash } from '@harness/core/kernel/ids'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { DeliveryState } from '@harness/core/playbooks/delivery/state'
import { describe, expect, it } from 'vitest'
import { type Breakage, violationIn } from '../../test-support/told-delivery.ts'

const before = { told: { baseCheck: 'before' } } as const
const goesOn: Partial<Breakage> = { reply: { where: 'inbox', choice: 'go-on', afterMs: 60_000 } }

/** The production evolve, with something done to what it keeps of the base. */
const evolveThen =
  (change: (state: DeliveryState) => DeliveryState): typeof delivery.evolve =>
  (state, event) =>
    change(delivery.evolve(state, event))

describe('TR-04 the base first', () => {
  it('nothing is found in what is not broken: green, red and let stand, abandoned', async () => {
    expect(await violationIn(before)).toBeNull()
    expect(await violationIn({ ...before, redBase: true, ...goesOn })).toBeNull()
    const reply = { where: 'inbox', choice: 'abandon', afterMs: 60_000 } as const
    const ending = 'ended: blocked (1)'
    expect(await violationIn({ ...before, redBase: true, reply, ending })).toBeNull()
  })
  it('finds a playbook that forgets its base', async () => {
    const forgetful = (state: DeliveryState): DeliveryState => {
      const { baseFirst: _, ...rest } = state as DeliveryState & { readonly baseFirst?: unknown }
      return rest as DeliveryState
    }
    expect(await violationIn({ ...before, playbook: { evolve: evolveThen(forgetful) } })).toMatchObject({
      checker: 'base first',
      problem: expect.stringContaining('the base is unchecked'),
    })
  })
  it('finds an agent that is called over a red base', async () => {
    const blind: typeof delivery.evolve = (state, event) => {
      const seen: AnyEvent = event
      return delivery.evolve(state, isBaseChecked(seen) ? ({ ...seen, evidence: [] } as never) : event)
    }
    expect(await violationIn({ ...before, redBase: true, playbook: { evolve: blind } })).toMatchObject({
      checker: 'base first',
      problem: expect.stringContaining('the base is red'),
    })
  })
  it('finds a memory that calls a tree green on which nothing ever passed', async () => {
    const violation = await violationIn({
      ...before,
      acts: (acts) => ({
        ...acts,
        checkBase: async (command) => ({
          type: 'BaseChecked',
          at: 0,
          commandId: command.id,
          commit: command.commit,
          tree: asTreeHash('another tree'),
          evidence: [],
          known: command.checks.map(({ name }) => name),
        }),
      }),
    })
    expect(violation).toMatchObject({ checker: 'known base', problem: expect.stringContaining('never did') })
  })
  it('finds a check that is excused, and that no person let stand', async () => {
    const excuse: typeof delivery.decide = (state) => {
      const decision = delivery.decide(state)
      return decision.type === 'end'
        ? decision
        : {
            ...decision,
            commands: decision.commands.map((command) =>
              command.type === 'RunChecks'
                ? {
                    ...command,
                    checks: command.checks.map((check) => ({ ...check, redOnBase: true as const })),
                  }
                : command,
            ),
          }
    }
    expect(await violationIn({ ...before, playbook: { decide: excuse } })).toMatchObject({
      checker: 'base first',
      problem: expect.stringContaining('excuses'),
    })
  })
})
