import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { CommandId } from '@harness/core/kernel/ids'
import type { Command } from '@harness/core/playbooks/delivery/effects'
import type { WithBase } from '@harness/core/work/base-first'
import type { Acts } from '@harness/shell/test-support/acts'
import { describe, expect, it } from 'vitest'
import { crashesAt, surveyOf } from '../../engine/crash-plan.ts'
import { simulate } from '../../engine/simulate.ts'
import { brokenDelivery } from '../../test-support/told-delivery.ts'

const failed = (commandId: CommandId): CommandFailed => ({
  type: 'CommandFailed',
  at: 0,
  commandId,
  code: 'disk-full',
  detail: 'no space',
  next: 'free some',
})

/** Whatever is repeated fails, and is asked for again under another id. */
const failing = (acts: Acts<WithBase<Command>>): Acts<WithBase<Command>> => ({
  ...acts,
  openLane: (command, attempt) =>
    attempt.repeated ? Promise.resolve(failed(command.id)) : acts.openLane(command, attempt),
  runAgent: (command, attempt) =>
    attempt.repeated ? Promise.resolve(failed(command.id)) : acts.runAgent(command, attempt),
  syncLane: (command, attempt) =>
    attempt.repeated ? Promise.resolve(failed(command.id)) : acts.syncLane(command, attempt),
  mergeLane: (command, attempt) =>
    attempt.repeated ? Promise.resolve(failed(command.id)) : acts.mergeLane(command, attempt),
  completePlan: (command, attempt) =>
    attempt.repeated ? Promise.resolve(failed(command.id)) : acts.completePlan(command, attempt),
  closeLane: (command, attempt) =>
    attempt.repeated ? Promise.resolve(failed(command.id)) : acts.closeLane(command, attempt),
})

describe('QA-01 a command that took effect, died, and failed when it was repeated', () => {
  it('takes effect no second time under its next id, wherever it died', async () => {
    const scenario = () => brokenDelivery({ acts: failing })
    const boundaries: string[] = []
    await simulate(scenario(), { seed: 1, crashes: surveyOf(boundaries) })
    for (const [index, boundary] of boundaries.entries()) {
      const result = await simulate(scenario(), { seed: 1, crashes: crashesAt([index]) })
      expect(result.violation, `crash at boundary ${index}, ${boundary}`).toBeNull()
      expect(result.ending).toBe('ended: done (0)')
    }
  })
})
