/** Each way of being a bad daemon is found out by the checker that is there for it. */
import type { Command, Event } from '@harness/core/playbooks/daemon/effects'
import { daemon } from '@harness/core/playbooks/daemon/playbook'
import type { DaemonState, Work } from '@harness/core/playbooks/daemon/state'
import { describe, expect, it } from 'vitest'
import { noCrash, randomCrashes } from '../../engine/crash-plan.ts'
import { seededRandom } from '../../engine/random.ts'
import { simulate } from '../../engine/simulate.ts'
import { type DaemonStory, daemonScenario } from './daemon-world.ts'
import { see } from './see.ts'

type Evolve = (state: DaemonState, event: Event) => DaemonState

const evolving = (change: (after: DaemonState, event: Event, before: DaemonState) => DaemonState) => ({
  playbook: {
    ...daemon,
    evolve: ((state, event) => change(daemon.evolve(state, event), event, state)) as Evolve,
  },
})

const deciding = (change: (commands: readonly Command[], state: DaemonState) => readonly Command[]) => ({
  playbook: {
    ...daemon,
    decide: (state: DaemonState) => {
      const decision = daemon.decide(state)
      return decision.type === 'end' ? decision : { ...decision, commands: change(decision.commands, state) }
    },
  },
})

const eachWork = (state: DaemonState, change: (work: Work) => Work): DaemonState => ({
  ...state,
  work: Object.fromEntries(Object.entries(state.work).map(([id, work]) => [id, change(work)])),
})

/** In rough weather, over as many seeds as it takes. */
async function foundOut(mutant: Partial<DaemonStory>, crashes = 0): Promise<readonly string[]> {
  const found = new Set<string>()
  for (let seed = 1; seed <= 40 && found.size === 0; seed++) {
    const scenario = daemonScenario({
      name: 'mutant',
      plans: 12,
      lanes: [2],
      roughness: 6,
      people: false,
      ...mutant,
    })
    const plan = crashes === 0 ? noCrash : randomCrashes(seededRandom(seed).about('crashes'), crashes, 20)
    const { violation } = await simulate(scenario, { seed, crashes: plan })
    if (violation !== null) found.add(violation.checker)
  }
  return [...found]
}

describe('DL-24 a daemon that', () => {
  it('begins a plan before what it depends on is merged', async () => {
    const mutant: Partial<DaemonStory> = {
      see: (command, seeing, seenAt) => {
        const facts = see(command, seeing, seenAt)
        const next = seeing.plans.ids.find((id) => !seeing.plans.isMerged(id) && !command.except.includes(id))
        return next === undefined
          ? facts
          : { ...facts, ready: [{ id: next, title: '', standing: { type: 'free' } }] }
      },
    }
    expect(await foundOut(mutant)).toEqual(['order kept'])
  })

  it('carries out one plan twice at the same time', async () => {
    const twice = deciding((commands) =>
      commands.flatMap((command): readonly Command[] =>
        command.type === 'CarryOut' ? [command, { ...command, id: `${command.id}9` as never }] : [command],
      ),
    )
    expect(await foundOut(twice)).toEqual(['order kept'])
  })

  it('uses a lane more than there are', async () => {
    const greedy = evolving((state) =>
      state.seen?.config == null
        ? state
        : {
            ...state,
            seen: {
              ...state.seen,
              config: { ...state.seen.config, settings: { ...state.seen.config.settings, lanes: 3 } },
            },
          },
    )
    expect(await foundOut(greedy)).toEqual(['lanes kept'])
  })

  it('does not rest as long as it must', async () => {
    const restless = evolving((state, { at }) =>
      eachWork(state, (work) =>
        work.phase.type === 'resting' ? { ...work, phase: { ...work.phase, until: at } } : work,
      ),
    )
    expect(await foundOut(restless)).toEqual(['rests kept'])
  })

  it('begins plans in a window that another lane found closed', async () => {
    const blind = evolving((state) =>
      state.seen === null ? state : { ...state, seen: { ...state.seen, closedUntil: null } },
    )
    expect(await foundOut(blind)).toEqual(['rests kept'])
  })

  it('forgets at a boot how often it tried', async () => {
    const forgetful = evolving((state, { type }) =>
      type === 'RunResumed' ? eachWork(state, (work) => ({ ...work, rateLimits: 0, restarts: 0 })) : state,
    )
    const always: Partial<DaemonStory> = { ...forgetful, fate: 'slow down', plans: 3 }
    expect(await foundOut(always, 0.05)).toEqual(['rests kept'])
  })

  it('works on after a boot without a word', async () => {
    const eager = evolving((state, { type }, before) =>
      type === 'RunResumed' && before.mode === 'running' ? { ...state, mode: 'running', pause: null } : state,
    )
    expect(await foundOut(eager, 0.05)).toEqual(['boots kept'])
  })

  it('works on after a boot by what an earlier daemon saw', async () => {
    const hasty = evolving((state, { type }, before) =>
      type === 'RunResumed' ? { ...state, seen: before.seen } : state,
    )
    expect(await foundOut(hasty, 0.05)).toEqual(['boots kept'])
  })

  it('takes up after a boot what it has not checked', async () => {
    const unchecked = evolving((state, { type }) =>
      type === 'RunResumed' || type === 'RunStarted'
        ? eachWork(state, (work) =>
            work.phase.type === 'checking'
              ? { ...work, phase: { type: 'resting', until: 0, why: '' } }
              : work,
          )
        : state,
    )
    expect(await foundOut(unchecked, 0.05)).toEqual(['boots kept'])
  })

  it('blocks a plan without a reason', async () => {
    const silent = evolving((state) =>
      eachWork(state, (work) =>
        work.phase.type === 'blocked' ? { ...work, phase: { ...work.phase, reason: '' } } : work,
      ),
    )
    expect(await foundOut(silent)).toEqual(['ends well'])
  })

  it('takes a merge at its word that the base does not contain', async () => {
    const playbook = {
      ...daemon,
      evolve: ((state, event) =>
        daemon.evolve(
          state,
          event.type === 'WorkRested' && event.rest.type === 'done'
            ? { ...event, rest: { ...event.rest, verified: true } }
            : event,
        )) as Evolve,
    }
    expect(await foundOut({ playbook, fate: 'lies', plans: 3, patience: 5_000 })).toEqual(['ends or waits'])
  })

  it('does not count a merge whose record a crash took', async () => {
    const careless = evolving((state, event, before) =>
      event.type === 'WorkRested' && event.rest.type === 'done' && event.rest.detail === ''
        ? { ...state, merges: before.merges }
        : state,
    )
    expect(await foundOut(careless, 0.05)).toEqual(['ends well'])
  })

  it('never takes up again what rests', async () => {
    const lazy = evolving((state) =>
      eachWork(state, (work) =>
        work.phase.type === 'resting' && work.restarts > 0
          ? { ...work, phase: { ...work.phase, until: Number.MAX_SAFE_INTEGER } }
          : work,
      ),
    )
    const mutant: Partial<DaemonStory> = { ...lazy, fate: 'forge down', plans: 2, patience: 5_000 }
    expect(await foundOut(mutant)).toEqual(['ends or waits'])
  })
})
