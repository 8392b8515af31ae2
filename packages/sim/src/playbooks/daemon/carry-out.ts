/** Owns a simulated run that the daemon drives: how long it works, what goes wrong in it, and how it rests. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { minuteMs } from '@harness/core/kernel/minute'
import type { CarryOut } from '@harness/core/playbooks/daemon/effects'
import type { Rest } from '@harness/core/playbooks/daemon/rest'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import type { SimProcess } from '../../engine/sim-process.ts'
import type { SimPlans } from './plans.ts'
import { hourMs, type Troubles } from './troubles.ts'

export interface Running {
  readonly stage: Stage
  readonly process: SimProcess
  readonly plans: SimPlans
  readonly troubles: Troubles
  readonly roughness: number
  /** Of every run; absent if it is drawn. */
  readonly fate?: Fate | undefined
}

export type Fate =
  | 'merged'
  | 'forge down'
  | 'limited'
  | 'slow down'
  | 'hangs'
  | 'conflict'
  | 'red'
  | 'lies'
  | 'bug'
  | 'waits'

/** Of a run in rough weather; the rest is merged at once. */
const fates: readonly (readonly [Fate, chance: number])[] = [
  ['limited', 0.03],
  ['slow down', 0.02],
  ['hangs', 0.02],
  ['conflict', 0.06],
  ['red', 0.02],
  ['lies', 0.005],
  ['bug', 0.005],
  ['waits', 0.02],
]

export async function carryOut(command: CarryOut, running: Running, signal: AbortSignal): Promise<Rest> {
  const { work: id } = command
  const { stage, process, plans } = running
  stage.tally.note('run begins')
  const held = plans.workersOf(id).some(({ byDaemon }) => !byDaemon)
  const letGo = plans.take(id, { isAlive: () => process.alive, byDaemon: true })
  stage.changed({ kind: 'work begins', commandId: command.id, once: null })
  try {
    if (held) return refused('run-held', exitCode.heldByAnother)
    if (plans.isMerged(id)) return found(id, plans)
    return await work(command, running, signal)
  } catch (error) {
    if (signal.aborted) return { type: 'interrupted', why: 'signal' }
    throw error
  } finally {
    if (process.alive) letGo()
  }
}

async function work(command: CarryOut, running: Running, signal: AbortSignal): Promise<Rest> {
  const { work: id } = command
  const { stage, process, plans, troubles, roughness } = running
  const luck = stage.random.about(`${id} ${plans.nextAttempt(id)}`)
  const pass = (ms: number): Promise<void> => process.sleep(ms, signal)
  const fate = running.fate ?? drawn(luck, roughness)
  stage.tally.note(`fate: ${fate}`)
  // A person lets it depend on another plan, and takes that back.
  if (fate === 'waits') return refused('plan-waits', exitCode.usage)
  await pass(luck.int(2, 40) * minuteMs)
  if (troubles.has('disk is full')) return refused('disk-full', exitCode.halted)
  switch (fate) {
    case 'limited':
      troubles.closeWindow(luck.int(1, 5) * hourMs)
      break
    case 'slow down':
      await pass(45 * minuteMs)
      return { type: 'paused', exitCode: exitCode.rateLimited, reason: 'Slow down.', next: 'Wait.' }
    case 'hangs':
      await pass(2 * hourMs)
      if (luck.chance(0.5)) return blocked('The agent hung, twice.')
      break
    case 'conflict':
      await pass(20 * minuteMs)
      if (luck.chance(0.2)) return blocked('The conflict with the base was not resolved.')
      break
    case 'forge down':
      return { type: 'paused', exitCode: exitCode.halted, reason: 'The forge is down.', next: 'Wait.' }
    case 'red':
      return blocked('The checks stayed red.')
    case 'lies':
      return { type: 'done', merged: 'gone', verified: false, detail: 'the base does not contain it' }
    case 'bug':
      return refused('unexpected', exitCode.halted)
    case 'merged':
      break
  }
  // A run waits by itself until the window opens.
  for (let until = troubles.closedUntil(); until !== null; until = troubles.closedUntil())
    await pass(until - stage.wall.now() + 1_000)
  if (troubles.has('forge is down')) {
    await pass(3 * minuteMs)
    if (troubles.has('forge is down'))
      return { type: 'paused', exitCode: exitCode.halted, reason: 'The forge is down.', next: 'Wait.' }
  }
  await process.effect('the merge', () => {
    plans.merge(id, 'daemon')
    stage.changed({ kind: 'merged', commandId: command.id, once: `merge of ${id}` })
  })
  await pass(1_000)
  return { type: 'done', merged: `merge of ${id}`, verified: true, detail: 'It is merged.' }
}

/** A process before had merged it, or a person. */
const found = (id: string, plans: SimPlans): Rest =>
  plans.mergedBy('daemon').includes(id)
    ? { type: 'done', merged: `merge of ${id}`, verified: true, detail: '' }
    : { type: 'done', merged: null, verified: true, detail: 'by others' }

function drawn(luck: Random, roughness: number): Fate {
  let left = luck.fraction()
  for (const [fate, chance] of fates) {
    left -= chance * roughness
    if (left < 0) return fate
  }
  return 'merged'
}

const blocked = (reason: string): Rest => ({ type: 'blocked', reason, next: 'Look at its report.' })

const refused = (code: string, exit: Extract<Rest, { type: 'refused' }>['exitCode']): Rest => ({
  type: 'refused',
  code,
  exitCode: exit,
  reason: code,
  next: 'See the error.',
})
