/**
 * A product is held against its spec: look → audit → verify → report → hold. Above the bar the review's own plan and the
 * blocks of the active plans are on the base before the run says that a person is needed.
 */
import type { ReviewPlan } from '../../effects/hold-plans.ts'
import { asLaneName } from '../../kernel/ids.ts'
import { present } from '../../kernel/invariant.ts'
import { definePlaybook } from '../../kernel/playbook.ts'
import { isExhausted } from '../../kernel/retry-budget.ts'
import { spend } from '../../kernel/retrying.ts'
import { agentCall, calledRole } from '../../work/agent-call.ts'
import { haltWith, hinderedBy, liftStop } from '../../work/attempts.ts'
import { nextId } from '../../work/dispatch.ts'
import { closeLane, laneAt, laneOf } from '../../work/lane.ts'
import { decideIn, evolveIn, type Rooms } from '../../work/rooms.ts'
import { evolveRun } from '../../work/run-state.ts'
import type { Answer } from './answers.ts'
import type { Audit } from './audit.ts'
import { auditDefects, namedFiles, unshown } from './audit-defects.ts'
import { type FidelityReport, file, readFacts, reportName } from './documents.ts'
import type { AgentFinished, Command, Outcome } from './effects.ts'
import { acceptCommand, countsOf, fidelityCommand, over, reportPath, shortfalls } from './endings.ts'
import type { Facts } from './facts.ts'
import { fidelityIdentity } from './identity.ts'
import { auditorRole, type FidelityInput } from './input.ts'
import { barOf, scoreOf } from './score.ts'
import { auditorSlices } from './slices.ts'
import { type FidelityState, needsPerson, newFidelity, type Place, type Result } from './state.ts'

const go = (state: FidelityState, at: Place): FidelityState => ({ ...state, at })

const subject = 'product'

/** Asked again with what was wrong, while that may still help. */
const again = (state: FidelityState, facts: Facts, problems: readonly string[]): FidelityState =>
  isExhausted(state.retries.draft)
    ? go({ ...state, problems }, { phase: 'close', result: { how: 'refused' } })
    : go({ ...spend(state, 'draft'), problems }, { phase: 'audit', facts })

/** A run without a lane has nothing to put away. */
const finish = (state: FidelityState, result: Result): FidelityState =>
  go(state, { phase: state.lane === null ? 'over' : 'close', result })

const rooms: Rooms<FidelityState, Command> = {
  open: {
    wants(state) {
      const name = `fidelity-${state.input.runId}`
      return {
        type: 'OpenLane',
        id: nextId(state, 'open', subject),
        lane: asLaneName(name),
        branch: `harness/${name}`,
        baseBranch: state.input.baseBranch,
        // A resumed run audits the base as it is now.
        ...(state.lane === null ? {} : { anew: true }),
      }
    },
    outcomes: { LaneOpened: (state, _at, event) => go({ ...state, lane: laneAt(event) }, { phase: 'look' }) },
  },
  look: {
    wants: (state) => readFacts(nextId(state, 'look', subject), state.input, laneOf(state).lane),
    outcomes: {
      DocumentsRead(state, _at, { documents: { spec, change, filed } }) {
        const found = spec.changed?.content ?? null
        if (found === null) return finish(state, { how: 'no-spec' })
        const { latest, accepted } = filed.changed?.content ?? { latest: {}, accepted: {} }
        const { specPath } = state.input
        const facts = {
          ...found,
          specCommit: change.changed?.content?.commit ?? '',
          latest: ownOf(latest, specPath),
          accepted: ownOf(accepted, specPath),
        }
        return go(state, { phase: 'audit', facts })
      },
    },
  },
  audit: {
    wants: (state, { facts }) => ({
      ...agentCall<Answer>({
        id: nextId(state, 'audit', subject),
        ...calledRole(fidelityIdentity, auditorRole, { [auditorRole]: state.input.auditor }),
        lane: laneOf(state),
        slices: auditorSlices(state, facts),
      }),
      context: { phase: auditorRole, planId: auditorRole },
    }),
    outcomes: {
      AgentFinished: (state, { facts }, event) => answered(state, facts, event),
      ContractBroken: (state, { facts }, { problems }) => again(state, facts, problems),
    },
  },
  verify: {
    wants: (state, { audit }) => ({
      type: 'FindTags',
      id: nextId(state, 'verify', subject),
      lane: laneOf(state).lane,
      commit: laneOf(state).commit,
      tags: [],
      tests: namedFiles(audit),
      logs: [],
    }),
    outcomes: {
      TagsFound(state, { facts, audit }, { absent, at }) {
        const problems = unshown(audit, absent)
        return problems.length > 0
          ? again(state, facts, problems)
          : go(
              { ...state, problems: [] },
              { phase: 'report', facts, report: reportOf(state, facts, audit, at) },
            )
      },
    },
  },
  report: {
    wants: (state, { report }) => file(nextId(state, 'report', subject), { type: 'report', report }),
    outcomes: {
      DocumentsEdited(state, { facts, report }, { refused: [refused], written }) {
        if (refused !== undefined) return haltWith(state, { detail: refused.detail, next: 'harness resume' })
        const name = written.length > 0 ? reportName(report) : (facts.latest ?? reportName(report))
        const reported = { report, name }
        if (needsPerson(report)) return go(state, { phase: 'hold', ...reported })
        return facts.isUnderReview
          ? go(state, { phase: 'lift', reported })
          : finish(state, { how: 'audited', ...reported, plans: [], left: [] })
      },
    },
  },
  hold: {
    wants: (state, { report, name }) => ({
      type: 'HoldPlans',
      id: nextId(state, 'hold', subject),
      planDir: state.input.planDir,
      baseBranch: state.input.baseBranch,
      review: reviewOf(state.input, report, name),
      message: `chore: block plans for a fidelity review (score ${report.score})`,
    }),
    outcomes: {
      PlansHeld: (state, { report, name }, { plans, underWay }) =>
        finish(state, {
          how: 'audited',
          report,
          name,
          plans,
          left: underWay.length === 0 ? [] : [`left to their runs: ${underWay.join(', ')}`],
        }),
      // The verdict stands all the same: the daemon pauses, and people read what is in the way.
      MergeRefused: (state, { report, name }, { detail }) =>
        finish(state, {
          how: 'audited',
          report,
          name,
          plans: [],
          left: [`the plans could not be blocked: ${detail}`],
        }),
    },
  },
  lift: {
    wants: (state) => ({
      type: 'HoldPlans',
      id: nextId(state, 'lift', subject),
      planDir: state.input.planDir,
      baseBranch: state.input.baseBranch,
      review: null,
      message: liftMessage(state.input),
    }),
    outcomes: {
      PlansHeld: (state, { reported }, { plans, at }) =>
        reported === null
          ? go(state, { phase: 'accept', at, plans })
          : finish(state, { how: 'audited', ...reported, plans, left: [] }),
      MergeRefused: (state, _at, { detail }) =>
        haltWith(state, { detail, next: 'Clear it away, then: harness resume' }),
    },
  },
  accept: {
    wants(state, { at }) {
      const { accepts, specPath } = state.input
      const accepted = { ...present(accepts, 'a person accepts a report'), at, specPath }
      return file(nextId(state, 'accept', subject), { type: 'accepted', accepted })
    },
    outcomes: {
      DocumentsEdited: (state, { plans }, { refused: [refused] }) =>
        refused === undefined
          ? finish(state, { how: 'accepted', plans })
          : haltWith(state, { detail: refused.detail, next: 'harness resume' }),
    },
  },
  close: {
    wants: (state) => closeLane(nextId(state, 'close', subject), laneOf(state), state.input.baseBranch),
    outcomes: { LaneClosed: (state, { result }) => go(state, { phase: 'over', result }) },
  },
  over: { wants: (state, { result }) => over(state, result) },
}

const ownOf = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | null =>
  (Object.hasOwn(values, name) ? values[name] : undefined) ?? null

/** An auditor that changed files did not keep to its role, so its answer is void. */
function answered(state: FidelityState, facts: Facts, { answer, violation }: AgentFinished): FidelityState {
  if (violation !== null)
    return again(state, facts, [`You changed ${violation.files.join(', ')}. Only read, and answer.`])
  if (answer.kind !== 'fidelity-audit') return again(state, facts, ['The answer is no audit.'])
  const defects = auditDefects(answer.audit, facts.plans)
  return defects.length > 0
    ? again(state, facts, defects)
    : go(state, { phase: 'verify', facts, audit: answer.audit })
}

function reportOf(state: FidelityState, facts: Facts, audit: Audit, at: number): FidelityReport {
  const { specPath, threshold } = state.input
  return {
    at,
    specPath,
    specCommit: facts.specCommit,
    commit: laneOf(state).commit,
    threshold,
    bar: barOf(threshold, facts.accepted, facts.specCommit),
    audit,
    ...scoreOf(audit),
  }
}

const reviewOf = (input: FidelityInput, report: FidelityReport, name: string): ReviewPlan => ({
  title: `Fidelity review of ${input.specPath}`,
  goal: `A person has decided about each point of the audit ${reportPath(input, name)}.`,
  why: `The drift score is ${report.score}, above ${report.bar}: ${countsOf(report)}.`,
  points: [...shortfalls(report.audit), ...report.audit.actions.map((action) => `recommended: ${action}`)],
  next: [
    `Accept the product as it is: \`${acceptCommand(input)}\``,
    `Or correct the spec, the plans or the product, then audit it again: \`${fidelityCommand(input)}\``,
  ],
})

const liftMessage = ({ accepts, specPath }: FidelityInput): string =>
  accepts === null
    ? `chore: end the fidelity review of ${specPath}`
    : [
        `chore: accept the fidelity report of ${specPath} (score ${accepts.score})`,
        '',
        `${accepts.by} read ${accepts.report} of spec ${accepts.specCommit}: ${accepts.reason}`,
      ].join('\n')

export const fidelityPlaybook = definePlaybook<FidelityInput, FidelityState, Command>({
  ...fidelityIdentity,
  initialState: newFidelity,
  decide: (state) => decideIn(rooms, state),
  evolve: (state, event) =>
    evolveRun<FidelityState, Outcome>(
      state,
      event,
      {
        resumed: (before) =>
          isAnswered(before) ? liftStop(before) : go(liftStop(before), { phase: 'open' }),
        givenUp: (before) => go({ ...before, hurdle: null }, { phase: 'over', result: { how: 'abandoned' } }),
      },
      // It asks no person about an auditor that fails: the run stops, and is tried again when it is resumed.
      (before, outcome) =>
        outcome.type === 'AgentFailed'
          ? (hinderedBy(before, outcome) ?? before)
          : evolveIn(rooms, before, outcome, (tried) => tried),
    ),
})

/** What is found of an answer's evidence is about the same commit, whenever it is looked for. */
const isAnswered = ({ at }: FidelityState): boolean => at.phase !== 'look' && at.phase !== 'audit'
