/** Owns what performs each command of a daemon. */
import type { OutcomeOf } from '@harness/core/kernel/effect'
import type { Command, HeedOperator, OperatorHeard } from '@harness/core/playbooks/daemon/effects'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Performers } from '@harness/shell/effects/performer'
import { linkedAbort } from '../place/linked-abort.ts'
import { afterMerge } from './after-merge.ts'
import { carryOut } from './carry-out.ts'
import { checkWork } from './check-work.ts'
import { lookAround } from './look-around.ts'
import type { DaemonPorts } from './ports.ts'
import { releaseRuns } from './release-runs.ts'
import { setFreeze } from './set-freeze.ts'

/** `over` is aborted when the daemon has ended: what it still waits for is let go. */
export const daemonPerformers = (ports: DaemonPorts, over: AbortSignal): Performers<Command> => {
  const perform =
    <One extends Command>(how: (command: One, attempt: Attempt) => Promise<OutcomeOf<One>>) =>
    async (command: One, attempt: Attempt): Promise<OutcomeOf<One>> => {
      const link = linkedAbort(attempt.signal, over)
      try {
        return await how(command, { ...attempt, signal: link.signal })
      } finally {
        link.unlink()
      }
    }
  return {
    LookAround: { perform: perform((command, attempt) => lookAround(command, attempt, ports)) },
    HeedOperator: { perform: perform((command, attempt) => heedOperator(command, attempt, ports)) },
    CheckWork: { perform: perform((command) => checkWork(command, ports)) },
    CarryOut: { perform: perform((command, attempt) => carryOut(command, attempt, ports)) },
    SetFreeze: { perform: perform((command) => setFreeze(command, ports)) },
    ReleaseRuns: { perform: perform((command, attempt) => releaseRuns(command, attempt, ports)) },
    AfterMerge: { perform: perform((command, attempt) => afterMerge(command, attempt, ports)) },
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
