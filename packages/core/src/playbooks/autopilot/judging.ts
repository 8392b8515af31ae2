/**
 * The rooms in which a phase, and at the end the whole change, is verified, reviewed and held against the spec. The harness
 * runs the checks itself, at every rigor.
 */
import { unproven } from '../../kernel/evidence.ts'
import { isQuoted } from '../../kernel/quotation.ts'
import { wordsIn } from '../../kernel/words.ts'
import { nextId } from '../../work/dispatch.ts'
import { failedLogs } from '../../work/failed-logs.ts'
import { laneOf, runChecks } from '../../work/lane.ts'
import { bulleted, failureOf } from '../../work/report-sections.ts'
import type { Rooms } from '../../work/rooms.ts'
import { planCallsFor } from '../../work/suspicions.ts'
import type { FindingsAnswer } from './answers.ts'
import { asks, withWords } from './asking.ts'
import { hears } from './calls.ts'
import type { Command } from './effects.ts'
import { evaluatorSlices, finalReviewerSlices, reviewerSlices, verifierSlices } from './envelopes.ts'
import {
  acceptSuspicions,
  completePhase,
  countsOf,
  hasAdoptedTasks,
  isUsedUp,
  mostFinalFixes,
  nameOf,
  phaseNow,
  problemsOf,
  prove,
  record,
  startingCommitOf,
  startJob,
  subjectOf,
  suspicionKey,
  titleNow,
  toFinalReview,
  truthsNow,
} from './moves.ts'
import { noteFailure } from './notes.ts'
import { rigorOf } from './rigor.ts'
import { type AutopilotState, go, inWork, type Move, type Scope, say, type Trying } from './state.ts'

export const judgingRooms = {
  checks: {
    wants: (state, { scope }) =>
      runChecks(nextId(state, 'verify', subjectOf(state, scope)), laneOf(state), state.input.checks),
    outcomes: {
      ChecksFinished(state, { scope }, event) {
        const { evidence } = event
        const { tree } = laneOf(state)
        const failing = unproven(state.input.checks, evidence, tree)
        const problems = failing.map(({ name, run }) => {
          const ran = evidence.find(({ check }) => check === name)
          const why = ran === undefined ? 'it did not run' : `${failureOf(ran)}\n${ran.outputTail}`
          return `The check ${name} (${run}) did not pass: ${why}`
        })
        const known = { ...inWork(state, { evidence }), proven: failing.length === 0 ? tree : null }
        return go(known, { phase: 'validate', scope, problems, logs: failedLogs(event) })
      },
    },
  },
  validate: {
    wants: (state, { scope }) => ({
      type: 'ValidateSession',
      id: nextId(state, 'validate', subjectOf(state, scope)),
      sessionDir: state.input.sessionDir,
      plans: state.work.plan?.paths ?? [],
    }),
    outcomes: {
      SessionValidated(state, at, event) {
        const problems = [...at.problems, ...event.problems, ...doubts(state, at.scope)]
        if (problems.length > 0) return go(state, { ...at, phase: 'verify-gate', problems })
        if (at.scope === 'final') return toFinalReview(state)
        // What another tool calls complete needs more than checks that may never see it.
        return rigorOf(state, 'verification') === 'checks' && !hasAdoptedTasks(state)
          ? verified(state)
          : go(state, { phase: 'verifier', again: 0 })
      },
    },
  },
  verifier: hears<'verifier', 'verification'>({
    persona: 'verifier',
    answers: 'verification',
    calls: (state) => ({ does: 'verifier', slices: verifierSlices(state), ...judges(state, 'phase') }),
    hear(state, _at, { passed, truths, failures }, { quotes }) {
      const shown = truths.filter(({ holds, evidence }) => holds && isQuoted(evidence, quotes?.missing))
      const isPassed = passed && failures.length === 0
      const unshown =
        truthsNow(state).find((wanted) => !shown.some(({ truth }) => isSameTruth(truth, wanted))) ??
        truths.find((one) => !shown.includes(one))?.truth
      if (isPassed) return unshown === undefined ? verified(state) : unseen(unshown)
      const untrue = truths
        .filter(({ holds }) => !holds)
        .map(({ truth, evidence }) => `Not true: ${truth}${evidence === '' ? '' : ` (${evidence})`}`)
      const all = [...failures, ...untrue]
      const problems = all.length === 0 ? ['The verifier says that it failed, and not why.'] : all
      return go(state, { phase: 'verify-gate', scope: 'phase', problems, logs: [] })
    },
  }),
  'verify-gate': asks('verify-gate', {
    name: 'verification-failed',
    question: (state, { scope }) => `Verification of ${nameOf(state, scope)} failed. What now?`,
    detail: (_state, { problems }) => bulleted(problems),
    hides: (state, { scope }) => (scope === 'final' ? usedUp(state) : []),
    deeds: {
      fix: (state, { scope, problems, logs }, words) => startFix(state, scope, problems, words, logs),
      'skip-verification'(state, { scope }) {
        const passed = acceptSuspicions(inWork(state, { verified: null }))
        return scope === 'final' ? toFinalReview(passed) : toReview(passed)
      },
    },
  }),
  review: hears<'review', 'findings'>({
    persona: 'code-reviewer',
    answers: 'findings',
    calls: (state) => ({ does: 'review', slices: reviewerSlices(state), ...judges(state, 'phase') }),
    hear(state, _at, answer) {
      const reviews = { ...state.reviews, [phaseNow(state).number]: answer.findings }
      const told = sayReview({ ...state, reviews }, `Review of ${titleNow(state)}`, answer)
      return blockingNow(told).length === 0 ? completePhase(told) : go(told, { phase: 'review-gate' })
    },
  }),
  'review-gate': asks('review-gate', {
    name: 'review-findings',
    question: (state) => `The review of ${titleNow(state)} has blocking findings. What now?`,
    detail: (state) => bulleted(blockingNow(state)),
    deeds: {
      fix: (state, _at, words) => startFix(state, 'phase', blockingNow(state), words),
      override: completePhase,
    },
  }),
  'final-review': hears<'final-review', 'findings'>({
    persona: 'code-reviewer',
    answers: 'findings',
    calls: (state) => ({ does: 'review', slices: finalReviewerSlices(state), ...judges(state, 'final') }),
    hear(state, _at, answer) {
      const finalReview = { ...state.finalReview, findings: answer.findings }
      const told = sayReview({ ...state, finalReview }, 'Final review', answer)
      if (blocking(told).length === 0) return toOutcome(told, 'passed')
      return go(told, { phase: isUsedUp(told) ? 'final-failed' : 'final-gate' })
    },
  }),
  /** The fix cycles are used up. It is recorded, and a person can only override or stop. */
  'final-failed': {
    wants(state) {
      const what = `Final review: blocking findings after ${mostFinalFixes} fix cycles`
      return noteFailure(state, 'final', `${what}: ${blocking(state).join('; ')}`)
    },
    outcomes: {
      DocumentsEdited: (state) =>
        go({ ...state, finalReview: { ...state.finalReview, status: 'failed' } }, { phase: 'final-gate' }),
    },
  },
  'final-gate': asks('final-gate', {
    name: 'final-review-findings',
    question: (state) =>
      isUsedUp(state)
        ? `The final review still has blocking findings after ${mostFinalFixes} fix cycles. What now?`
        : 'The final review has blocking findings. What now?',
    detail: (state) => bulleted(blocking(state)),
    hides: usedUp,
    deeds: {
      fix: (state, _at, words) => startFix(state, 'final', blocking(state), words),
      override: (state) => toOutcome(state, 'overridden'),
    },
  }),
  outcome: hears<'outcome', 'outcome'>({
    persona: 'outcome-evaluator',
    answers: 'outcome',
    calls: (state) => ({ does: 'outcome', slices: evaluatorSlices(state), ...judges(state, 'final') }),
    hear(state, _at, answer, { quotes }) {
      const { verdict, confidence, reasons: all } = answer
      const unshown = all.length === 0 ? verdict : all.find((one) => !isQuoted(one, quotes?.missing))
      if (verdict !== 'INCONCLUSIVE' && unshown !== undefined) return unseen(unshown)
      const told = say({ ...state, outcome: answer }, `Outcome: ${verdict}, confidence ${confidence}`)
      return verdict === 'NOT_SATISFIED' && confidence === 'high'
        ? go(told, { phase: 'outcome-gate' })
        : toDelivery(told)
    },
  }),
  'outcome-gate': asks('outcome-gate', {
    name: 'outcome',
    question: () => 'The outcome does not satisfy the spec. What now?',
    detail: (state) => bulleted(reasons(state)),
    hides: usedUp,
    deeds: {
      fix: (state, _at, words) => startFix(state, 'final', reasons(state), words),
      override: toDelivery,
    },
  }),
} satisfies Partial<Rooms<AutopilotState, Command>>

/** A judge sees what the phase changed, or all that the branch changed. */
function judges(state: AutopilotState, scope: Scope) {
  const { commit, baseCommit } = laneOf(state)
  const from = scope === 'final' ? startingCommitOf(state) : (state.work.start?.commit ?? baseCommit)
  return { subject: subjectOf(state, scope), shows: { change: { from, to: commit } } }
}

const unseen = (what: string): string => `nothing that it saw shows this: ${what}`

const blockingNow = (state: AutopilotState): readonly string[] =>
  problemsOf(state.reviews[phaseNow(state).number] ?? [])

const blocking = ({ finalReview }: AutopilotState): readonly string[] => problemsOf(finalReview.findings)

const reasons = ({ outcome }: AutopilotState): readonly string[] => outcome?.reasons ?? []

/** No fix is offered once the cycles of the whole change are used up. */
function usedUp(state: AutopilotState): readonly string[] {
  return isUsedUp(state) ? ['fix'] : []
}

/** A fix of the whole change uses up one of its cycles. */
function startFix(
  state: AutopilotState,
  scope: Scope,
  found: readonly string[],
  words: string,
  logs?: Trying['logs'],
): AutopilotState {
  const { finalReview } = state
  const retryCount = finalReview.retryCount + (scope === 'final' ? 1 : 0)
  const counted = { ...state, finalReview: { ...finalReview, retryCount } }
  return startJob(counted, { kind: 'fix', scope, problems: withWords(found, words) }, logs)
}

function sayReview(state: AutopilotState, name: string, { findings, notes }: FindingsAnswer): AutopilotState {
  const { critical, important, suggestion } = countsOf(findings)
  return say(state, ...notes, `${name}: ${critical + important} blocking, ${suggestion} to consider`)
}

const toReview: Move = (state) => go(state, { phase: 'review', again: 0 })

const verified: Move = (state) =>
  toReview(say(inWork(state, { verified: true }), `${titleNow(state)} is verified`))

const toOutcome = (state: AutopilotState, status: 'passed' | 'overridden'): AutopilotState =>
  go({ ...state, finalReview: { ...state.finalReview, status } }, { phase: 'outcome', again: 0 })

/** With nothing to ask, the branch is left as it is. */
function toDelivery(state: AutopilotState): AutopilotState {
  if (rigorOf(state, 'asksOn')) return go(state, { phase: 'deliver', refused: null })
  return prove(record(state, { what: 'left_branch', why: 'the rigor is fast' }), 'leave')
}

/** A number in front of a truth does not count. */
const isSameTruth = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((text) => wordsIn(text.replace(/^\W*\d+[.)]\s/, '')).join(' '))
  return first === second
}

/** What the harness sees by itself: a phase that changed nothing, and what agents must not do unless the spec says so: an agent wrote the plan. */
function doubts(state: AutopilotState, scope: Scope): readonly string[] {
  const { work, spec, accepted } = state
  const suspicious = work.suspicions
    .filter((one) => !accepted.includes(suspicionKey(one)) && !planCallsFor(spec.text, one.file))
    .map((one) => `${suspicionKey(one)} The spec does not call for it.`)
  const isSame = scope === 'phase' && !hasAdoptedTasks(state) && work.start?.tree === laneOf(state).tree
  return [...suspicious, ...(isSame ? ['The phase changed nothing: no file differs from before it.'] : [])]
}
