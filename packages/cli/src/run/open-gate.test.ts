import type { AskHuman } from '@harness/core/effects/ask-human'
import type { AnyCommand, AnyEvent } from '@harness/core/kernel/effect'
import type { CommandId } from '@harness/core/kernel/ids'
import { type Decision, end, perform } from '@harness/core/kernel/playbook'
import { aGate } from '@harness/core/test-support/gates'
import { describe, expect, it } from 'vitest'
import { openGates } from './open-gate.ts'

const asks = (id: string): AskHuman => ({
  type: 'AskHuman',
  id: id as CommandId,
  gate: aGate({ name: id }),
})
const [first, second] = [asks('run/gate/F-001/1'), asks('run/gate/F-002/1')]
const chapters = [first, second].map((command) => {
  const event: AnyEvent = { type: 'CommandIssued', at: 0, command }
  return { event, state: null }
})
const deciding = (decision: Decision<AnyCommand>) => ({ decide: () => decision })

describe('MI-22 an unanswered gate', () => {
  it('is closed if the run does not wait at it any more', () =>
    expect(openGates(deciding(perform(second)), chapters)).toEqual([second]))
  it('stays open while the run is stopped', () => {
    const stopped = end({ outcome: 'halted', exitCode: 1, reason: '', next: '', resumable: true, report: '' })
    expect(openGates(deciding(stopped), chapters)).toEqual([first, second])
  })
})
