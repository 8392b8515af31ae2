/** Owns what performs each command of a daemon. */
import type { OutcomeOf } from '@harness/core/kernel/effect'
import type {
  CheckWork,
  Command,
  HeedOperator,
  OperatorHeard,
  SetFreeze,
} from '@harness/core/playbooks/daemon/effects'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Performers } from '@harness/shell/effects/performer'
import { afterMerge } from './after-merge.ts'
import { carryOut } from './carry-out.ts'
import { checkWork } from './check-work.ts'
import { lookAround } from './look-around.ts'
import type { DaemonPorts } from './ports.ts'
import { releaseRuns } from './release-runs.ts'
import { setFreeze } from './set-freeze.ts'

export const daemonPerformers = (ports: DaemonPorts): Performers<Command> => {
  const perform = <One extends Command>(
    how: (command: One, attempt: Attempt, ports: DaemonPorts) => Promise<OutcomeOf<One>>,
  ) => ({ perform: (command: One, attempt: Attempt) => how(command, attempt, ports) })
  return {
    LookAround: perform(lookAround),
    HeedOperator: perform(heedOperator),
    CheckWork: perform((command: CheckWork) => checkWork(command, ports)),
    CarryOut: perform(carryOut),
    SetFreeze: perform((command: SetFreeze) => setFreeze(command, ports)),
    ReleaseRuns: perform(releaseRuns),
    AfterMerge: perform(afterMerge),
  }
}

/** Safe to repeat: a word that was not journaled is still on the desk. */
async function heedOperator(
  { id }: HeedOperator,
  { signal }: Attempt,
  { desk, outside }: DaemonPorts,
): Promise<OperatorHeard> {
  const { word, by } = await desk.next(signal)
  return { type: 'OperatorHeard', at: outside.clock.now(), commandId: id, word, by }
}
