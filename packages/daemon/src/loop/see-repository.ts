/** Looks at the repository for the daemon: config, freeze, plans, runs and base branch. Changes nothing. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'
import type { LookAround } from '@harness/core/playbooks/daemon/effects'
import type { Candidate, Facts, Standing, Trouble } from '@harness/core/playbooks/daemon/facts'
import { readyMark } from '@harness/core/playbooks/release/documents'
import { eligiblePlans } from '@harness/core/work/plan-graph'
import { plansBehind } from '@harness/core/work/plans-behind'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { closedUntil } from '@harness/shell/effects/agents/windows/windows-file'
import { frozenMark } from '@harness/shell/effects/freeze/freeze'
import { type PassedOver, passedOver } from '@harness/shell/playbooks/delivery/passed-over'
import { type RepositoryPlans, repositoryPlans } from '@harness/shell/playbooks/delivery/plan-folder'
import { isPlan } from '@harness/shell/store/layout/run-subject'
import type { DaemonOutside, OpenedRepository } from '../place/outside.ts'
import { fetchBase } from './fetch-base.ts'
import { seeBase } from './see-base.ts'
import type { BudgetWatch } from './watch-budget.ts'

/** More candidates than lanes, because some may turn out to be held or to wait. */
const candidatesPerLane = 4

/** `fetches` is null if the forge is not to be asked; else it ends the asking. */
export async function seeRepository(
  command: LookAround,
  outside: DaemonOutside,
  budget: BudgetWatch,
  fetches: AbortSignal | null,
): Promise<Facts> {
  const seenAt = outside.clock.now()
  const frozen = (await frozenMark(outside.stateDir))?.reason ?? null
  const looked = await attempt(async () => {
    const opened = await outside.open()
    const forge = fetches === null ? {} : await fetchBase(outside, opened, fetches)
    return { ...(await seeOpened(command, outside, opened, budget)), ...forge }
  })
  const seen = looked instanceof UserError ? nothingSeen(troubleOf(looked)) : looked
  const facts = { ...seen, frozen }
  return { ...facts, digest: digestOf(facts), seenAt }
}

type Seen = Omit<Facts, 'digest' | 'seenAt' | 'frozen'>

const nothingSeen = (trouble: Trouble): Seen => ({
  trouble,
  config: null,
  ready: [],
  plans: { open: 0, completed: 0 },
  bad: [],
  behind: { count: 0, first: [] },
  standings: {},
  base: null,
  closedUntil: null,
  ceilingReached: false,
})

const shownBad = 50

async function seeOpened(
  command: LookAround,
  { stateDir, clock }: DaemonOutside,
  { folders, settings, revision, config }: OpenedRepository,
  budget: BudgetWatch,
): Promise<Seen> {
  const read = await attempt(() => repositoryPlans(folders))
  const known = { settings, revision }
  if (read instanceof UserError) return { ...nothingSeen(troubleOf(read)), config: known }
  return {
    trouble: null,
    config: known,
    ready: await candidatesIn(read, command, stateDir, settings.lanes * candidatesPerLane),
    plans: countsOf(read),
    bad: [...read.blocked.values()].slice(0, shownBad).map(({ id, path, why }) => ({ id: id ?? path, why })),
    behind: behindOf(read, command),
    standings: await standingsOf(command, read, stateDir),
    base: await seeBase(folders, config.forge, command.anchor),
    closedUntil: closedUntil(stateDir, config.agent.provider, clock.now()),
    ...(existsSync(join(stateDir, readyMark)) ? { isReleaseReady: true } : {}),
    ...budgetOf(config, await budget.tokens(config.budget.windowMs)),
  }
}

function budgetOf({ budget }: HarnessConfig, tokens: number): Pick<Facts, 'ceilingReached' | 'budget'> {
  const { ceilingTokens, hard } = budget
  return { ceilingReached: tokens >= ceilingTokens, budget: { tokens, ceilingTokens, hard } }
}

async function candidatesIn(
  plans: RepositoryPlans,
  { except }: LookAround,
  stateDir: string,
  most: number,
): Promise<readonly Candidate[]> {
  const out = new Set([...except, ...plans.offBase])
  const eligible = eligiblePlans(plans, out, most)
  return Promise.all(
    eligible.map(async ({ id, title }) => ({
      id,
      title,
      standing: standingOf(await passedOver(stateDir, id)),
    })),
  )
}

/** A plan whose latest run only paused can be resumed. */
function standingOf(over: PassedOver | null): Standing {
  if (over === null) return { type: 'free' }
  switch (over.exitCode) {
    case exitCode.heldByAnother:
      return { type: 'held', why: over.why }
    case exitCode.halted:
    case exitCode.stateDamaged:
      return { type: 'blocked', why: over.why, next: over.next }
    default:
      return { type: 'gate', question: over.why.replace(/^waits for a person: /, ''), next: over.next }
  }
}

async function standingsOf(
  { watch }: LookAround,
  plans: RepositoryPlans,
  stateDir: string,
): Promise<Readonly<Record<string, Standing>>> {
  const standings: [string, Standing][] = []
  for (const { id, subject } of watch) {
    if (plans.plans.get(id)?.status === 'completed') standings.push([id, { type: 'completed' }])
    else {
      const over = await passedOver(stateDir, subject)
      const isGone = isPlan(id) && !plans.plans.has(id) && !plans.blocked.has(id)
      const isHeld = over?.exitCode === exitCode.heldByAnother
      standings.push([id, isGone && !isHeld ? { type: 'gone' } : standingOf(over)])
    }
  }
  return Object.fromEntries(standings)
}

function behindOf(plans: RepositoryPlans, { blocked }: LookAround): Facts['behind'] {
  const behind = [...plansBehind(plans, blocked)]
  return {
    count: behind.length,
    first: behind.slice(0, shownBad).map(([id, waitsFor]) => ({ id, waitsFor })),
  }
}

function countsOf({ plans }: RepositoryPlans): Facts['plans'] {
  let completed = 0
  for (const { status } of plans.values()) if (status === 'completed') completed++
  return { open: plans.size - completed, completed }
}

/** A look that fails for whatever reason is trouble to be told of, and the next look may see more: runs in flight go on. */
async function attempt<Value>(work: () => Promise<Value>): Promise<Value | UserError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UserError) return error
    const said = error instanceof Error ? error.message : String(error)
    return new UserError('unexpected', `The repository could not be looked at: ${said}`, {
      next: 'It is looked at again at the next tick.',
      cause: error,
    })
  }
}

const troubleOf = ({ code, message, next }: UserError): Trouble => ({ code, reason: message, next })

/**
 * A run uses tokens all the time: only a hundredth of the ceiling makes a difference. A forge makes one if it is down, and
 * none in how it says so.
 */
function digestOf({ budget, forgeProblem, ...facts }: Omit<Facts, 'digest' | 'seenAt'>): string {
  const spent = budget === undefined ? 0 : Math.floor((100 * budget.tokens) / budget.ceilingTokens)
  const isDown = typeof forgeProblem === 'string'
  const told = JSON.stringify({ ...facts, isDown, budget: { ...budget, tokens: spent } })
  return createHash('sha256').update(told).digest('hex').slice(0, 16)
}
