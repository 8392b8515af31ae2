/** Owns the simulated effects of one process of a daemon. */
import type { OutcomeOf } from '@harness/core/kernel/effect'
import { minuteMs } from '@harness/core/kernel/minute'
import type { Command, LookAround, LookedAround } from '@harness/core/playbooks/daemon/effects'
import type { Facts } from '@harness/core/playbooks/daemon/facts'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Performers } from '@harness/shell/effects/performer'
import type { SimBell } from './bell.ts'
import { carryOut, type Running } from './carry-out.ts'
import type { Operator } from './operator.ts'
import type { Seeing } from './see.ts'

export interface Performing extends Running, Seeing {
  readonly operator: Operator
  /** Of this process. */
  readonly bell: SimBell
  setFrozen(reason: string | null): void
  /** Production looks by production rules, unless a test shows that a broken look is found out. */
  readonly see: (command: LookAround, seeing: Seeing, seenAt: number) => Facts
  readonly tickMs: number
}

export function daemonPerformers(performing: Performing): Performers<Command> {
  const { stage, process, plans, operator, bell } = performing
  const { wall } = stage
  const desk = operator.desk(process)
  const releases = new Map<string, AbortController>()
  const perform = <One extends Command>(
    how: (command: One, attempt: Attempt) => Promise<Omit<OutcomeOf<One>, 'at' | 'commandId'>>,
  ) => ({
    perform: async (command: One, attempt: Attempt): Promise<OutcomeOf<One>> => {
      const outcome = await how(command, attempt)
      return { ...outcome, at: wall.now(), commandId: command.id } as OutcomeOf<One>
    },
  })
  return {
    LookAround: perform(async (command, { signal }) => ({
      type: 'LookedAround',
      facts: await looked(command, performing, signal),
    })),
    HeedOperator: perform(async (_command, { signal }) => ({
      type: 'OperatorHeard',
      word: await desk.next(signal),
      by: 'operator',
    })),
    CheckWork: perform(async ({ work }) => {
      await process.sleep(100)
      const person = plans.workersOf(work).some(({ byDaemon }) => !byDaemon)
      return { type: 'WorkChecked', work, run: null, heldBy: person ? 'a person works on it' : null }
    }),
    CarryOut: perform(async (command, { signal }) => {
      const letGo = new AbortController()
      releases.set(command.work, letGo)
      const rest = await carryOut(command, performing, AbortSignal.any([signal, letGo.signal]))
      releases.delete(command.work)
      bell.ring()
      return { type: 'WorkRested', work: command.work, run: null, rest }
    }),
    SetFreeze: perform(async ({ reason }) => {
      await process.effect('the freeze', () => performing.setFrozen(reason))
      bell.ring()
      return { type: 'FreezeSet', problem: null }
    }),
    ReleaseRuns: perform(async ({ which }, { signal }) => {
      while (releases.size > 0) {
        if (which === 'all') for (const letGo of releases.values()) letGo.abort()
        await process.sleep(250, signal)
      }
      return { type: 'RunsReleased' }
    }),
    AfterMerge: perform(async ({ hooks, landed }, { signal }) => {
      await process.sleep(2 * minuteMs, signal)
      return {
        type: 'MergeFollowed',
        landed,
        results: hooks.map((hook) => ({ hook, verdict: 'goes-on', detail: '' }) as const),
      }
    }),
  }
}

/** As production does it: at once if something is new, else at the next tick, moment or ring. */
async function looked(
  command: LookAround,
  performing: Performing,
  signal: AbortSignal,
): Promise<LookedAround['facts']> {
  const { stage, process, see, tickMs, bell } = performing
  const clock = stage.wall.of(process)
  for (let how: 'rung' | 'moment' = 'moment'; ; ) {
    await process.sleep(20, signal)
    const facts = see(command, performing, clock.now())
    const now = clock.now()
    const isDue = command.until !== null && command.until <= now
    if (how === 'rung' || isDue || facts.digest !== command.known) return facts
    const enough = new AbortController()
    const moment = Math.min(now + tickMs, command.until ?? Number.POSITIVE_INFINITY)
    const waits = clock.until(moment, AbortSignal.any([signal, enough.signal]))
    waits.catch(() => {})
    how = await Promise.race([bell.wait(), waits.then(() => 'moment' as const)])
    enough.abort()
  }
}
