/** A tree is held against its acceptance file: look → search → check → weigh → report. It decides from evidence alone. */

import { type Evidence, isGreen } from '../../kernel/evidence.ts'
import { asLaneName } from '../../kernel/ids.ts'
import { definePlaybook } from '../../kernel/playbook.ts'
import { haltWith, liftStop } from '../../work/attempts.ts'
import { nextId } from '../../work/dispatch.ts'
import { closeLane, laneAt, laneOf, runChecks } from '../../work/lane.ts'
import { logName } from '../../work/log-names.ts'
import { failureOf } from '../../work/report-sections.ts'
import { decideIn, evolveIn, type Rooms } from '../../work/rooms.ts'
import { evolveRun } from '../../work/run-state.ts'
import { fileReport, type ReleaseReport, readFacts } from './documents.ts'
import type { Command, Outcome } from './effects.ts'
import { over } from './endings.ts'
import type { ReleaseFacts } from './facts.ts'
import { releaseIdentity } from './identity.ts'
import type { ReleaseInput } from './input.ts'
import { newRelease, type Place, type ReleaseState } from './state.ts'
import { judgeCriterion, type Known } from './verdict.ts'

const go = (state: ReleaseState, at: Place): ReleaseState => ({ ...state, at })

const noFacts: ReleaseFacts = { criteria: [], plans: [], environment: [], problems: [], notes: [] }

const rooms: Rooms<ReleaseState, Command> = {
  open: {
    wants({ lane, input, dispatched }) {
      const name = `release-${input.runId}`
      return {
        type: 'OpenLane',
        id: nextId({ input, dispatched }, 'open', 'release'),
        lane: asLaneName(name),
        branch: `harness/${name}`,
        baseBranch: input.baseBranch,
        // A resumed run judges the base as it is now.
        ...(lane === null ? {} : { anew: true }),
      }
    },
    outcomes: { LaneOpened: (state, _at, event) => go({ ...state, lane: laneAt(event) }, { phase: 'look' }) },
  },
  look: {
    wants: (state) => readFacts(nextId(state, 'look', 'release'), state.input, laneOf(state).lane),
    outcomes: {
      DocumentsRead(state, _at, { documents, at }) {
        const { changed } = documents.release
        const facts = changed?.content ?? {
          ...noFacts,
          problems: [`${state.input.acceptancePath} is not on ${state.input.baseBranch}`],
        }
        return facts.problems.length > 0
          ? go(state, { phase: 'report', report: reportOf(state, facts, nothingKnown(state, facts), at) })
          : go(state, { phase: 'search', facts })
      },
    },
  },
  search: {
    wants: (state, { facts }) => search(state, facts, []),
    outcomes: {
      TagsFound(state, { facts }, { found, absent, at }) {
        const known = { ...nothingKnown(state, facts), found, absent }
        // If a plan is missing, checks would change nothing.
        const lacks = facts.criteria.some((one) => judgeCriterion(one, known).status === 'uncovered')
        return lacks
          ? go(state, { phase: 'report', report: reportOf(state, facts, known, at) })
          : go(state, { phase: 'check', facts, found, absent })
      },
    },
  },
  check: {
    wants: (state) => runChecks(nextId(state, 'check', 'release'), laneOf(state), state.input.checks),
    outcomes: {
      ChecksFinished: (state, at, { evidence, commandId }) =>
        go(state, { ...at, phase: 'weigh', evidence, checked: commandId }),
    },
  },
  weigh: {
    wants: (state, { facts, checked }) =>
      search(
        state,
        facts,
        state.input.checks.map(({ name }, nth) => ({
          check: name,
          log: logName('checks', checked, nth + 1, name),
        })),
      ),
    outcomes: {
      TagsFound(state, { facts, evidence }, { found, absent, at }) {
        const known = { ...nothingKnown(state, facts), found, absent, evidence }
        return go(state, { phase: 'report', report: reportOf(state, facts, known, at) })
      },
    },
  },
  report: {
    wants: (state, { report }) => fileReport(nextId(state, 'report', 'release'), report),
    outcomes: {
      DocumentsEdited: (state, { report }, { refused: [refused] }) =>
        refused === undefined
          ? go(state, { phase: 'close', report })
          : haltWith(state, { detail: refused.detail, next: 'harness resume' }),
    },
  },
  close: {
    wants: (state) => closeLane(nextId(state, 'close', 'release'), laneOf(state), state.input.baseBranch),
    outcomes: { LaneClosed: (state, { report }) => go(state, { phase: 'over', report }) },
  },
  over: {
    wants: (state, { report }) =>
      over(state.input, report ?? reportOf(state, noFacts, nothingKnown(state, noFacts), 0)),
  },
}

const nothingKnown = ({ input }: ReleaseState, { plans }: ReleaseFacts): Known => ({
  plans,
  checks: input.checks,
  found: {},
  absent: [],
  evidence: null,
})

const search = (
  state: ReleaseState,
  { criteria }: ReleaseFacts,
  logs: Extract<Command, { type: 'FindTags' }>['logs'],
): Command => ({
  type: 'FindTags',
  id: nextId(state, state.at.phase, 'release'),
  lane: laneOf(state).lane,
  commit: laneOf(state).commit,
  tags: criteria.map(({ tag }) => tag),
  tests: [...new Set(criteria.flatMap(({ testedBy }) => testedBy))],
  logs,
})

function reportOf(state: ReleaseState, facts: ReleaseFacts, known: Known, at: number): ReleaseReport {
  const criteria = facts.criteria.map((criterion) => judgeCriterion(criterion, known))
  const evidence = known.evidence ?? []
  const isProven =
    known.evidence !== null &&
    state.input.checks.every(({ name, run }) =>
      evidence.some((item) => item.check === name && item.run === run && isGreen(item)),
    )
  return {
    at,
    acceptancePath: state.input.acceptancePath,
    commit: state.lane?.commit ?? '',
    tree: state.lane?.tree ?? '',
    isReady:
      isProven &&
      facts.problems.length === 0 &&
      criteria.length > 0 &&
      criteria.every(({ status }) => status === 'covered'),
    criteria,
    checks: evidence.map(checked),
    environment: facts.environment,
    problems: facts.problems,
    notes: facts.notes,
  }
}

const checked = (item: Evidence): ReleaseReport['checks'][number] => ({
  check: item.check,
  run: item.run,
  passed: isGreen(item),
  why: isGreen(item) ? '' : failureOf(item),
})

export const releasePlaybook = definePlaybook<ReleaseInput, ReleaseState, Command>({
  ...releaseIdentity,
  initialState: newRelease,
  decide: (state) => decideIn(rooms, state),
  evolve: (state, event) =>
    evolveRun<ReleaseState, Outcome>(
      state,
      event,
      {
        resumed: (before) => (isDecided(before) ? liftStop(before) : go(liftStop(before), { phase: 'open' })),
        givenUp: (before) => go({ ...before, hurdle: null }, { phase: 'over', report: null }),
      },
      (before, outcome) => evolveIn(rooms, before, outcome, (tried) => tried),
    ),
})

const isDecided = ({ at }: ReleaseState): boolean =>
  at.phase === 'open' || at.phase === 'report' || at.phase === 'close' || at.phase === 'over'
