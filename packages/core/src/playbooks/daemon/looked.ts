/** Owns what a look around changes: work that others completed, released or answered; the base; freezes; the config. */
import { landed, observed } from './after-merge.ts'
import { withoutWork, withWork } from './dispatch-work.ts'
import type { LookedAround } from './effects.ts'
import type { Facts, Standing } from './facts.ts'
import { remember } from './history.ts'
import { isHardOver } from './lift-freeze.ts'
import { paused } from './modes.ts'
import type { DaemonState, Work } from './state.ts'

export function looked(state: DaemonState, { facts, at }: LookedAround): DaemonState {
  const before = state.seen
  const seen = seenAfter(facts, before)
  const ready = facts.ready.filter(({ id }) => (state.doneAt[id] ?? -1) < facts.seenAt)
  const doneAt = Object.entries(state.doneAt).filter(([, done]) => done >= facts.seenAt)
  let next: DaemonState = {
    ...state,
    seen: { ...seen, ready },
    doneAt: Object.fromEntries(doneAt),
    lifted: facts.seenAt < (state.lifted ?? 0) ? state.lifted : null,
  }
  next = frozenAfter(next, before, facts, at)
  next = forgeAfter(next, before, seen, at)
  next = baseAfter(next, before, seen, at)
  if (facts.config !== null && before?.config != null && facts.config.revision !== before.config.revision)
    next = remember(next, at, 'config_reloaded', null, facts.config.revision)
  next = budgetAfter(next, before, seen, at)
  if (facts.trouble !== null && facts.trouble.code !== before?.trouble?.code)
    next = remember(next, at, 'held', null, facts.trouble.reason)
  if (before !== null && JSON.stringify(before.plans) !== JSON.stringify(seen.plans))
    next = remember(
      next,
      at,
      'graph_refreshed',
      null,
      `${seen.plans.open} open, ${seen.plans.completed} completed`,
    )
  for (const [id, standing] of Object.entries(facts.standings)) {
    const work = next.work[id]
    if (work !== undefined) next = stands(next, work, standing, at)
  }
  return next
}

/** A look that met trouble saw nothing: limits, counts and base stay as they were. The trouble keeps anything from starting. */
const seenAfter = (facts: Facts, before: Facts | null): Facts =>
  facts.trouble === null || before === null
    ? { ...keptForge(before), ...facts }
    : {
        ...keptForge(before),
        ...facts,
        config: facts.config ?? before.config,
        plans: before.plans,
        bad: before.bad,
        behind: before.behind,
        base: before.base === null ? null : { ...before.base, rewritten: false, merges: [] },
        ceilingReached: before.ceilingReached,
        ...(before.budget === undefined ? {} : { budget: before.budget }),
      }

/** A look that did not ask the forge knows of it what the one before knew. */
const keptForge = (before: Facts | null): Pick<Facts, 'forgeProblem'> =>
  before?.forgeProblem === undefined ? {} : { forgeProblem: before.forgeProblem }

/** Merges are seen late while a forge is down: that it is down is told once, and that it is back. */
function forgeAfter(state: DaemonState, before: Facts | null, seen: Facts, at: number): DaemonState {
  const problem = seen.forgeProblem ?? null
  const known = before?.forgeProblem ?? null
  if (problem !== null && known === null) return remember(state, at, 'forge_unreachable', null, problem)
  return problem === null && known !== null ? remember(state, at, 'forge_reached') : state
}

function frozenAfter(state: DaemonState, before: Facts | null, { frozen }: Facts, at: number): DaemonState {
  if (frozen === (before?.frozen ?? null)) return state
  if (frozen === null) return remember(state, at, 'unfrozen')
  const told = remember(state, at, 'frozen', null, frozen)
  const since = state.pause?.why === 'frozen' ? state.pause.since : at
  return paused(told, { why: 'frozen', reason: frozen, since })
}

/** A hard ceiling freezes once: after an operator lifted that, it does so again when spending fell below it and rose. */
function budgetAfter(state: DaemonState, before: Facts | null, seen: Facts, at: number): DaemonState {
  const told =
    seen.ceilingReached && before?.ceilingReached !== true
      ? remember(state, at, 'budget_ceiling_reached', null, spentText(seen))
      : state
  if (!isHardOver(seen) || isHardOver(before) || seen.frozen !== null) return told
  const reason = `budget ceiling of ${seen.budget?.ceilingTokens} tokens reached`
  return paused({ ...told, freezeWanted: { reason } }, { why: 'frozen', reason, since: at })
}

const spentText = ({ budget }: Facts): string =>
  budget === undefined ? '' : `${budget.tokens} of ${budget.ceilingTokens} tokens`

/** The first look only sets the anchor. */
function baseAfter(state: DaemonState, before: Facts | null, { base }: Facts, at: number): DaemonState {
  if (base === null || before?.base == null) return state
  let next = base.rewritten
    ? remember(state, at, 'base_rewritten', null, `${before.base.commit.slice(0, 12)} is not in it any more`)
    : state
  for (const { commit, planId } of base.merges)
    if (commit !== next.merges.lastSha)
      next = remember(
        { ...next, merges: observed(next, { commit, planId }) },
        at,
        'merge_observed',
        planId,
        commit,
      )
  return next
}

function stands(state: DaemonState, work: Work, standing: Standing, at: number): DaemonState {
  const { phase, id } = work
  if (phase.type === 'working' || phase.type === 'checking' || phase.type === 'resting') return state
  switch (standing.type) {
    case 'completed':
      return remember(mergedByOthers(withoutWork(state, id)), at, 'plan_completed', id, 'by others')
    case 'gone':
      return remember(withoutWork(state, id), at, 'plan_gone', id)
    case 'free':
      return phase.type === 'blocked' ? state : due(state, work, at)
    case 'gate': {
      if (phase.type === 'blocked') return state
      const isKnown = phase.type === 'gate' && phase.question === standing.question
      return withWork(state, { ...work, phase: { ...standing, since: isKnown ? phase.since : at } })
    }
    case 'held': {
      const since = phase.type === 'held' ? phase.since : at
      return withWork(state, { ...work, phase: { type: 'held', since, why: standing.why } })
    }
    case 'blocked': {
      if (phase.type === 'blocked') return state
      const blocked = { type: 'blocked', since: at, reason: standing.why, next: standing.next } as const
      return remember(withWork(state, { ...work, phase: blocked }), at, 'plan_blocked', id, standing.why)
    }
  }
}

/** As long as the daemon has a plan, its merge on the base is taken for the daemon's own. */
const mergedByOthers = (state: DaemonState): DaemonState => ({
  ...state,
  merges: landed(state.merges),
})

const due = (state: DaemonState, work: Work, at: number): DaemonState =>
  withWork(state, { ...work, phase: { type: 'resting', until: at, why: 'waits for a lane' } })
