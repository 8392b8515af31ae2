/** What must be true of a mission is found out when it is not: each test breaks one thing on purpose. */

import type { Evidence } from '@harness/core/kernel/evidence'
import { asLaneName } from '@harness/core/kernel/ids'
import { capReached } from '@harness/core/playbooks/mission/decisions/caps'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { Event, Event as MissionEvent } from '@harness/core/playbooks/mission/state/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/state/input'
import { describe, expect, it } from 'vitest'
import { crashesAt, noCrash } from '../../engine/crash-plan.ts'
import { type Broken, imagines, mishears, miswrites, violationIn } from '../../test-support/broken-mission.ts'
import { chainedPlan, plainPlan, simulatedInput, widePlan } from './input.ts'

const desk = `mission-${simulatedInput.runId}-1`

/** What the documents say has fired is not heard either: it would be taken for the word of another, and asked about. */
const unfired = (event: Event): Event =>
  event.type === 'DocumentsRead'
    ? {
        ...event,
        documents: { ...event.documents, checkpoints: { digest: '', changed: { content: [] } } },
      }
    : event

const allMerged = (event: Event): Event => (event.type === 'BaseLooked' ? { ...event, unmerged: [] } : event)

/** The production playbook, told something else than what was said. */
const misreads = (change: Partial<MissionInput>): Broken => ({
  initialState: (input) => mission.initialState({ ...input, ...change }),
})

it('nothing is found in what is not broken', async () => expect(await violationIn({})).toBeNull())

describe('MI-07 proven claims', () => {
  const believing = (role: string): Broken =>
    mishears((event) =>
      event.type === 'AgentFinished' && event.role === role && event.answer.kind === 'validation'
        ? {
            ...event,
            answer: {
              ...event.answer,
              claims: event.answer.claims.map((claim) => ({
                ...claim,
                status: 'PASS' as const,
                evidence: '"ok"',
              })),
            },
          }
        : event,
    )
  const unseen = {
    checker: 'proven claims',
    problem: expect.stringMatching(/^F-00\d is merged, and VAL-[AB]-00\d was never seen on its tree$/),
  }
  it('finds a playbook that believes what was never seen', async () =>
    expect(await violationIn(believing('validator'), { refutes: 1 })).toMatchObject(unseen))
  it('finds one that takes a pass without a quote', async () =>
    expect(await violationIn(believing('validator'), { unquoted: 1 })).toMatchObject(unseen))
  it('finds one that merges before a validator has looked', async () =>
    expect(
      await violationIn(
        imagines((state) => ({
          ...state,
          flights: state.flights.map((flight) =>
            flight.step.type === 'validate' ? { ...flight, step: { type: 'merge' } } : flight,
          ),
        })),
      ),
    ).toMatchObject(unseen))
  it('finds one that merges what was validated on another tree', async () =>
    expect(
      await violationIn(
        miswrites((command) =>
          command.type === 'RunAgent' && command.role === 'validator'
            ? { ...command, startCommit: command.baseCommit ?? command.startCommit }
            : command,
        ),
      ),
    ).toMatchObject(unseen))
  it('finds one that merges what a second opinion has refuted', async () => {
    const disputed = { crosscheck: true }
    expect(await violationIn({}, { refutes: 0.4 }, disputed)).toBeNull()
    expect(await violationIn(believing('crosscheck'), { refutes: 0.4 }, disputed)).toMatchObject(unseen)
  })
  it('finds one that writes down as passed what was never merged', async () =>
    expect(
      await violationIn(
        miswrites((command) =>
          command.type === 'EditDocuments'
            ? {
                ...command,
                edits: [
                  ...command.edits,
                  {
                    document: 'contract',
                    edit: { type: 'claim', id: 'VAL-A-002', status: 'PASS', evidence: 'it says "200"' },
                  },
                ],
              }
            : command,
        ),
      ),
    ).toMatchObject({
      checker: 'proven claims',
      problem: 'VAL-A-002 is written down as passed without evidence',
    }))
  it('finds one that believes what others write into the contract', async () => {
    const proven = Object.fromEntries(plainPlan.contract.map(({ id, assertion }) => [id, assertion]))
    const gullible: Broken = {
      evolve: (state, event) => mission.evolve({ ...state, proven }, event as MissionEvent),
    }
    const isolation = { ...simulatedInput.isolation, lanes: 1 }
    expect(await violationIn({}, { forges: 1 }, { isolation })).toBeNull()
    expect(await violationIn(gullible, { forges: 1 }, { isolation })).toMatchObject({
      checker: 'proven claims',
      problem: expect.stringContaining('was never seen'),
    })
  })
  it('finds one that merges what no check has passed', async () =>
    expect(
      await violationIn(
        mishears((event) =>
          event.type === 'ChecksFinished'
            ? {
                ...event,
                evidence: event.evidence.map((item) => ({ ...item, exitCode: 0, problem: null })),
              }
            : event,
        ),
        { bug: 1 },
      ),
    ).toMatchObject({ checker: 'proven claims', problem: expect.stringContaining('without checks') }))
})

describe('MI-20 shown on tree', () => {
  /** Whatever passed is said to be known of the tree at hand, as if the base under it were no other one. */
  const relabelling = (): Broken => {
    let last: readonly Evidence[] = []
    return {
      ...mishears((event) => {
        if (event.type === 'ChecksFinished') last = event.evidence
        return event
      }),
      ...miswrites((command) =>
        command.type === 'RunChecks' && last.length > 0
          ? { ...command, known: last.map((item) => ({ ...item, tree: command.tree })) }
          : command,
      ),
    }
  }
  const found = (broken: Broken, moods = {}) => violationIn(broken, moods, {}, noCrash, widePlan(4))
  it('finds one that takes what was shown on another base for its own', async () =>
    expect(await found(relabelling())).toMatchObject({
      checker: 'shown on tree',
      problem: expect.stringMatching(/^\S+ is said to pass on \S+, and never did$/),
    }))
  it('finds nothing if trees are tried ahead that never come', async () => {
    expect(await found({}, { shared: 0.5 })).toBeNull()
    expect(await found({}, { refutes: 0.4 })).toBeNull()
  })
})

describe('MI-22 dropped features', () => {
  const blocks = (feature: string): Broken =>
    imagines((state) => {
      const { documents } = state
      if (documents?.features == null) return state
      const features = documents.features.map((one) =>
        one.id === feature && one.status === 'todo' ? { ...one, status: 'blocked' as const } : one,
      )
      return { ...state, documents: { ...documents, features } }
    })
  const lane = { isolation: { ...simulatedInput.isolation, lanes: 1 } }
  it('finds a mission that is done without a feature that was not dropped', async () =>
    expect(await violationIn(blocks('F-002'), {}, lane)).toMatchObject({
      checker: 'proven claims',
      problem: 'the mission is done, and VAL-A-002 was never seen to hold',
    }))
  it('finds one that does not say what was dropped', async () => {
    const written = miswrites((command) =>
      command.type === 'EditDocuments' && command.decision?.iteration === 1
        ? {
            ...command,
            edits: [
              ...command.edits,
              {
                document: 'features',
                edit: { type: 'feature', id: 'F-002', was: 'todo', set: { status: 'blocked' } },
              } as const,
            ],
          }
        : command,
    )
    const dropped = { ...written, ...blocks('F-002') }
    expect(await violationIn(dropped, {}, lane)).toBeNull()
    const silent: Broken = {
      ...dropped,
      decide(state) {
        const decision = (written.decide ?? mission.decide)(state)
        return decision.type === 'end'
          ? { ...decision, end: { ...decision.end, reason: 'All is done.' } }
          : decision
      },
    }
    expect(await violationIn(silent, {}, lane)).toMatchObject({
      checker: 'dropped features',
      problem: 'the mission is done without VAL-A-002, and does not say so',
    })
  })
})

describe('limits hold', () => {
  it('MI-04 finds decisions beyond the iterations', async () =>
    expect(await violationIn(misreads({ maxIterations: 200 }), {}, { maxIterations: 3 })).toMatchObject({
      checker: 'limits hold',
      problem: 'decision 4 is made, where 3 may be',
    }))
  it('MI-06 finds workers beyond the attempts', async () =>
    expect(
      await violationIn(misreads({ attempts: { architectAt: 90, escalateAt: 90 } }), { refutes: 1 }),
    ).toMatchObject({ checker: 'limits hold', problem: '6 workers were sent for F-001' }))
  describe('MI-11 caps', () => {
    const none = { usd: null, tokens: null, warnAt: 0.8 }
    const overspent = {
      checker: 'limits hold',
      problem: expect.stringMatching(/ begins beside \d, where \d+ of \d+ tokens are spent$/),
    }
    it('finds calls beyond a cap', async () =>
      expect(
        await violationIn(misreads({ caps: none }), {}, { caps: { ...none, tokens: 40_000 } }),
      ).toMatchObject(overspent))
    /** A seed whose calls leave less than two of them need. */
    const fewTokensLeft = 4
    it('MI-21 finds two beside each other for which not enough is left', async () => {
      const beside: Broken = {
        decide: (state) =>
          mission.decide(capReached(state) ? state : { ...state, input: { ...state.input, caps: none } }),
      }
      const tight = { planReviewer: false, caps: { ...none, tokens: 400_000 } }
      const found = (broken: Broken) =>
        violationIn(broken, { refutes: 0.3 }, tight, noCrash, plainPlan, fewTokensLeft)
      expect(await found({})).toBeNull()
      expect(await found(beside)).toMatchObject(overspent)
    })
  })
})

describe('apart', () => {
  it('MI-03 finds a checkpoint that fires twice', async () =>
    expect(
      await violationIn(
        {
          evolve: (state, event) => {
            const next = mission.evolve(state, unfired(event) as MissionEvent)
            return { ...next, firings: [], facts: { ...next.facts, fired: [] } }
          },
        },
        {},
        { checkpoints: [{ name: 'look', triggerOn: 'post-feature', features: null }] },
      ),
    ).toMatchObject({ checker: 'apart', problem: 'the checkpoint look fires a second time' }))
  it('MI-13 finds two agents in one lane', async () =>
    expect(
      await violationIn(
        miswrites((command) =>
          command.type === 'RunAgent' ? { ...command, lane: asLaneName(desk) } : command,
        ),
      ),
    ).toMatchObject({
      checker: 'apart',
      problem: expect.stringContaining(`work in the lane ${desk} at once`),
    }))
  it('MI-13 finds two lanes in one worktree', async () =>
    expect(
      await violationIn(
        miswrites((command) =>
          command.type === 'OpenLane' && command.worktree !== undefined
            ? { ...command, worktree: '.harness/worktrees/one' }
            : command,
        ),
      ),
    ).toMatchObject({
      checker: 'apart',
      problem: expect.stringContaining('work in .harness/worktrees/one at once'),
    }))
  it('MI-13 finds an agent in a lane that was not opened', async () =>
    expect(
      await violationIn(
        miswrites((command) =>
          command.type === 'RunAgent' ? { ...command, lane: asLaneName('anywhere') } : command,
        ),
      ),
    ).toMatchObject({
      checker: 'apart',
      problem: expect.stringContaining('anywhere, which was never opened'),
    }))
})

describe('calls counted', () => {
  const killed = () => crashesAt([60, 90, 120])
  it('MI-11 finds one that forgets who died with its process', async () => {
    const forgets: Broken = {
      evolve: (state, event) =>
        mission.evolve(
          event.type === 'RunResumed' ? { ...state, reserved: {} } : state,
          event as MissionEvent,
        ),
    }
    expect(await violationIn({}, {}, {}, killed())).toBeNull()
    expect(await violationIn(forgets, {}, {}, killed())).toMatchObject({ checker: 'calls counted' })
  })
})

describe('lands alone', () => {
  it('MI-13 finds two that have the base for themselves', async () =>
    expect(
      await violationIn(
        imagines((state) => ({
          ...state,
          flights: state.flights.map((flight) =>
            flight.step.type === 'rest' && flight.step.why === 'worked'
              ? { ...flight, step: { type: 'sync' } }
              : flight,
          ),
        })),
      ),
    ).toMatchObject({ checker: 'lands alone', problem: 'F-001 and F-002 land at once' }))
})

const leftToPeople = (onPass: 'keep' | 'pr', broken: Broken) =>
  violationIn(broken, {}, { isolation: { ...simulatedInput.isolation, onPass } }, noCrash, chainedPlan)

// Where it is kept, what comes next is decided in the same step, before a broken one could forget it.
it('MI-13 built on base finds a feature that is begun before what it needs is merged', async () =>
  expect(
    await leftToPeople('pr', {
      evolve: (state, event) => ({
        ...mission.evolve(state, allMerged(event) as MissionEvent),
        unmerged: [],
      }),
    }),
  ).toMatchObject({ checker: 'built on base', problem: 'F-002 is begun on a base without F-001' }))

describe.each(['keep', 'pr'] as const)('MI-13 built on base, where people merge (%s)', (onPass) => {
  const found = (broken: Broken) => leftToPeople(onPass, broken)

  it('nothing is found in what is not broken', async () => expect(await found({})).toBeNull())
  it('finds a run that merges by itself', async () =>
    expect(await found(misreads({ isolation: simulatedInput.isolation }))).toMatchObject({
      checker: 'built on base',
      problem: expect.stringMatching(/\/merge\/F-001\/1 merges what is for people to merge$/),
    }))
  it('finds one that is begun before what it needs has passed', async () =>
    expect(
      await found(
        imagines(({ documents, ...state }) => ({
          ...state,
          documents: documents && {
            ...documents,
            features: documents.features?.map((one) => ({ ...one, dependsOn: [] })) ?? null,
          },
        })),
      ),
    ).toMatchObject({ checker: 'built on base', problem: 'F-002 is begun, and F-001 has not passed' }))
})

describe('TR-07 people’s word', () => {
  const isolation = { onPass: 'merge', useWorktrees: false, lanes: 1 } as const
  it('finds one that takes for a person’s word what an unconfined agent wrote', async () =>
    expect(
      await violationIn(
        { evolve: (state, event) => mission.evolve({ ...state, confined: true }, event as MissionEvent) },
        { forges: 1 },
        { isolation },
      ),
    ).toMatchObject({
      checker: 'proven claims',
      problem: expect.stringMatching(/^the mission is done, and \S+ was never seen to hold$/),
    }))
})
