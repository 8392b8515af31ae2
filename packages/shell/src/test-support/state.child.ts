/** Rewrites a state file for ever, one run at a time, and says each time that it did. */
import type { Frozen } from '@harness/core/effects/freeze'
import { projectEvent } from '../store/sidecars/daemon-state.ts'
import { updateStateFile } from '../store/sidecars/state-file.ts'

const [, , stateDir = ''] = process.argv
for (let at = 1; ; at++) {
  const run = {
    planId: '0001',
    runId: `${process.pid}-${at}`,
    branch: 'task/0001-a',
    logPath: 'x'.repeat(5_000),
  }
  const frozen: Frozen = {
    type: 'Frozen',
    at: 1_790_000_000_000 + at,
    commandId: 'r/freeze/0001/1' as never,
    reason: 'x',
  }
  await updateStateFile(stateDir, (state) => projectEvent(state, run, frozen, []))
  process.stdout.write('written\n')
}
