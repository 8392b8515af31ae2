import type { WakeAt } from '@harness/core/effects/wake-at'
import type { AnyCommand } from '@harness/core/kernel/effect'
import { isRunEvent } from '@harness/core/kernel/event'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { definePlaybook, perform } from '@harness/core/kernel/playbook'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../machine/clock/clock-system.ts'
import { memoryRunStore } from '../../store/test-support/memory/memory-run-store.ts'
import { performersOf } from '../../test-support/acts.ts'
import { driveRun } from './drive-run.ts'

const runId = asRunId('20261116-120000')
const nap: WakeAt = { type: 'WakeAt', id: commandId(runId, 'wait', 'x', 1), at: 0, why: 'nap' }
const waiting = definePlaybook<null, null, AnyCommand>({
  name: 'waiting',
  version: 1,
  initialState: () => null,
  decide: () => perform(nap),
  evolve: (state) => state,
})

describe('QA-01 a run that its process can no longer follow', () => {
  it('has nothing left in flight when the process lets go of it', async () => {
    const ended: string[] = []
    const performers = performersOf<WakeAt>({
      wakeAt: (_command, { signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            ended.push('nap')
            reject(signal.reason)
          }),
        ),
    })
    const driven = driveRun<null, null>({
      playbook: waiting,
      runs: memoryRunStore(),
      run: { subject: 'waiting', runId },
      begin: { runId, input: null },
      until: null,
      performers,
      clock: systemClock,
      confined: false,
      attended: false,
      isFrozen: () => false,
      stop: new AbortController().signal,
      observe: async (event) => {
        if (isRunEvent(event, 'CommandIssued')) throw new Error('the log is gone')
      },
    })
    await expect(driven).rejects.toThrow('the log is gone')
    expect(ended).toEqual(['nap'])
  })
})
