/** Owns the record of SmokeTest. Repeated, the product is started and asked again. */
import type { SmokeTest } from '@harness/core/effects/smoke-test'
import type { CheckPorts } from '../../effects/checks/check-ports.ts'
import { asRecorded, type Effect } from '../../effects/effect.ts'
import { commandFailed } from '../../effects/failure-endings.ts'
import { facts, line, oneLine } from '../../effects/progress-line.ts'
import { smokeTest } from './smoke-test.ts'

export const smokeTestEffect: Effect<SmokeTest, CheckPorts> = {
  type: 'SmokeTest',
  perform: smokeTest,
  carriesNotes: true,
  started: () => line('smoke', 'the product is started and asked', { begins: true }),
  outcomes: {
    SmokeTested: {
      line: ({ passed, failures }, { took }) =>
        line('smoke', facts(passed ? 'the product answers' : 'the smoke test failed', took), {
          tone: passed ? 'good' : 'warn',
          detail: failures.map(oneLine),
        }),
      log: ({ passed, failures }) => (passed ? 'passed' : failures.join('; ')),
      replay: asRecorded,
    },
    CommandFailed: commandFailed,
  },
}
