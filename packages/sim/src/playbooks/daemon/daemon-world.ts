/** Owns the world in which a daemon delivers all plans of a product without a person, and what must be true of it. */
import type { AnyEvent } from '@harness/core/kernel/effect'
import { asRunId } from '@harness/core/kernel/ids'
import { minuteMs } from '@harness/core/kernel/minute'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command, Event } from '@harness/core/playbooks/daemon/effects'
import { isSooner } from '@harness/core/playbooks/daemon/next-moment'
import { daemon } from '@harness/core/playbooks/daemon/playbook'
import type { DaemonInput, DaemonState } from '@harness/core/playbooks/daemon/state'
import { everyRun } from '../../checkers/every-run.ts'
import type { Scenario, Stage } from '../../engine/scenario.ts'
import { simBell } from './bell.ts'
import { bootsKept } from './boots-kept.ts'
import type { Fate } from './carry-out.ts'
import { endsWell, unsettled } from './ends-well.ts'
import { lanesKept } from './lanes-kept.ts'
import { type Operator, openOperator } from './operator.ts'
import { orderKept } from './order-kept.ts'
import { daemonPerformers, type Performing } from './performers.ts'
import { openPlans, type SimPlans } from './plans.ts'
import { restsKept } from './rests-kept.ts'
import { see, settings } from './see.ts'
import { openTroubles, type TroubleStory, type Troubles } from './troubles.ts'

export interface DaemonStory extends TroubleStory {
  readonly name: string
  readonly plans: number
  /** If people deliver plans by hand beside it, and pause it now and then. */
  readonly people: boolean
  /** The production playbook, unless a test shows that a broken one is found out. */
  readonly playbook?: Playbook<DaemonInput, DaemonState, Command>
  readonly see?: Performing['see']
  /** What every run meets; absent if it is drawn. */
  readonly fate?: Fate
  /** After how many steps it comes to no rest; absent for the usual. */
  readonly patience?: number
}

const runId = asRunId('20261119-120000')
const input: DaemonInput = { runId, adopted: null }
const hour = 60 * minuteMs

export const daemonScenario = (story: DaemonStory): Scenario<DaemonInput, DaemonState> => ({
  name: story.name,
  playbook: story.playbook ?? daemon,
  runId,
  input,
  until: null,
  attended: false,
  limits: {
    events: 4_000 + 60 * story.plans,
    processes: 250 + 2 * story.plans,
    steps: story.patience ?? 50_000 * story.plans,
  },
  ofEveryRun: everyRun,
  open(stage) {
    const { random, tally } = stage
    const plans = openPlans(story.plans, random.about('plans'))
    const troubles = openTroubles(stage, random.about('troubles'), story)
    const operator = openOperator()
    let frozen: string | null = null
    let bell = simBell()
    let last: DaemonState | null = null
    if (story.people) meddle(stage, plans, operator)
    return {
      manners: { repliesTo: () => [], prepare() {}, resume: () => null },
      checkers: [orderKept(plans), lanesKept(plans), restsKept(stage.wall), bootsKept(), endsWell(plans)],
      performers(process) {
        bell = simBell()
        return daemonPerformers({
          stage,
          bell,
          process,
          plans,
          troubles,
          operator,
          roughness: story.roughness,
          fate: story.fate,
          frozen: () => frozen,
          setFrozen(reason) {
            frozen = reason
          },
          see: story.see ?? see,
          tickMs: settings.tickMs,
        })
      },
      isDiskFull: () => isFull(troubles, stage),
      traces: () => plans.ids.map((id) => plans.isMerged(id)),
      heard(event: AnyEvent) {
        if ((event as Event).type === 'OperatorHeard')
          operator.heard((event as Extract<Event, { type: 'OperatorHeard' }>).word)
      },
      visited(state) {
        if (last !== null && isSooner(last, state)) bell.ring()
        last = state
        for (const { phase } of Object.values(state.work)) tally.note(`work: ${phase.type}`)
        if (state.mode === 'running' && unsettled(state, plans) === null && !operator.hasSaid('stop'))
          operator.say({ type: 'stop' })
      },
    }
  },
})

/** The journal is on the same disk; some of its records fit all the same. */
const isFull = (troubles: Troubles, { random }: Stage): boolean =>
  troubles.has('disk is full') && random.chance(0.05)

/** A person delivers a plan by hand now and then, and pauses the daemon for lunch. */
function meddle({ timeline, random, tally }: Stage, plans: SimPlans, operator: Operator): void {
  const luck = random.about('people')
  const again = (): void =>
    void timeline.after(luck.int(1, 6) * hour, () => {
      const [id] = plans.ready(new Set(plans.ids.filter((one) => plans.workersOf(one).length > 0)), 1)
      if (id !== undefined && luck.chance(0.5)) {
        tally.note('a person takes a plan')
        const letGo = plans.take(id, { isAlive: () => true, byDaemon: false })
        timeline.after(luck.int(5, 60) * minuteMs, () => {
          if (luck.chance(0.5)) plans.merge(id, 'person')
          letGo()
        })
      } else if (plans.ids.some((one) => !plans.isMerged(one))) {
        operator.say({ type: 'pause', reason: 'lunch' })
        timeline.after(hour, () => operator.say({ type: 'resume' }))
      }
      if (plans.ids.some((one) => !plans.isMerged(one))) again()
    })
  again()
}
