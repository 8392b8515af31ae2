/** The rooms in which a phase is verified and reviewed. The harness runs the checks itself, at every rigor. */
import type { Slice } from '../../kernel/envelope.ts'
import { unproven } from '../../kernel/evidence.ts'
import { isQuoted } from '../../kernel/quotation.ts'
import { nextId } from '../../work/dispatch.ts'
import { failedLogs } from '../../work/failed-logs.ts'
import { option } from '../../work/gate-rooms.ts'
import { runChecks } from '../../work/lane.ts'
import { failureOf } from '../../work/report-sections.ts'
import type { Rooms } from '../../work/rooms.ts'
import { planCallsFor } from '../../work/suspicions.ts'
import { asks, bullets, type Choice, stop, withWords } from './asking.ts'
import { hears } from './calls.ts'
import type { Command } from './effects.ts'
import { reviewerSlices, verifierSlices } from './envelopes.ts'
import {
  acceptSuspicions,
  completePhase,
  countFix,
  hasAdoptedTasks,
  isUsedUp,
  laneOf,
  phaseNow,
  problemsOf,
  reviewLines,
  rigorOf,
  startJob,
  suspicionKey,
  titleNow,
  toFinalReview,
  truthsNow,
} from './moves.ts'
import { type AutopilotState, go, type In, inWork, type Scope, say } from './state.ts'

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
          return `The check ${name} (${run}) did not pass: ${ran === undefined ? 'it did not run' : `${failureOf(ran)}\n${ran.outputTail}`}`
        })
        return go(
          { ...inWork(state, { evidence }), proven: failing.length === 0 ? tree : null },
          { phase: 'validate', scope, problems, logs: failedLogs(event) },
        )
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
        return rigorOf(state).verification === 'checks' && !hasAdoptedTasks(state)
          ? verified(state)
          : go(state, { phase: 'verifier', again: 0 })
      },
    },
  },
  verifier: hears<'verifier', 'verification'>({
    persona: 'verifier',
    answers: 'verification',
    calls: (state) => judges(state, 'verifier', verifierSlices(state)),
    hear(state, _at, { passed, truths, failures }, { quotes }) {
      const shown = truths.filter(({ holds, evidence }) => holds && isQuoted(evidence, quotes?.missing))
      const isPassed = passed && failures.length === 0
      const unshown =
        truthsNow(state).find((wanted) => !shown.some(({ truth }) => isSameTruth(truth, wanted))) ??
        truths.find((one) => !shown.includes(one))?.truth
      if (isPassed && unshown !== undefined) return `nothing that it saw shows this: ${unshown}`
      if (isPassed) return verified(state)
      const untrue = truths
        .filter(({ holds }) => !holds)
        .map(({ truth, evidence }) => `Not true: ${truth}${evidence === '' ? '' : ` (${evidence})`}`)
      const all = [...failures, ...untrue]
      const problems = all.length === 0 ? ['The verifier says that it failed, and not why.'] : all
      return go(state, { phase: 'verify-gate', scope: 'phase', problems, logs: [] })
    },
  }),
  'verify-gate': asks<'verify-gate'>({
    name: 'verification-failed',
    question: (state, { scope }) => `Verification of ${nameOf(state, scope)} failed. What now?`,
    detail: (_state, { problems }) => bullets(problems),
    options: (now, { scope }) => ({
      ...(scope === 'final' && isUsedUp(now) ? {} : { fix: fixFailures }),
      'skip-verification': option(
        'Skip verification',
        'the failure is recorded, and the review comes next; what fails its checks is not merged',
        'skipped_verification',
        (state) => {
          const passed = acceptSuspicions(inWork(state, { verified: null }))
          return scope === 'final' ? toFinalReview(passed) : toReview(passed)
        },
        'required',
      ),
      stop,
    }),
  }),
  review: hears<'review', 'findings'>({
    persona: 'code-reviewer',
    answers: 'findings',
    calls: (state) => judges(state, 'review', reviewerSlices(state)),
    hear(state, _at, answer) {
      const { findings } = answer
      const reviews = { ...state.reviews, [phaseNow(state).number]: findings }
      const told = say({ ...state, reviews }, ...reviewLines(`Review of ${titleNow(state)}`, answer))
      return problemsOf(findings).length === 0 ? completePhase(told) : go(told, { phase: 'review-gate' })
    },
  }),
  'review-gate': asks<'review-gate'>({
    name: 'review-findings',
    question: (state) => `The review of ${titleNow(state)} has blocking findings. What now?`,
    detail: (state) => bullets(blockingNow(state)),
    options: () => ({
      fix: option(
        'Fix',
        'the executor fixes them, and the phase is verified and reviewed again',
        'fix_findings',
        (state, _at, { reason }) =>
          startJob(state, { kind: 'fix', scope: 'phase', problems: withWords(blockingNow(state), reason) }),
        'optional',
      ),
      override: option(
        'Override',
        'the findings stand with your reason, and the phase is complete',
        'overrode_findings',
        completePhase,
        'required',
      ),
      stop,
    }),
  }),
} satisfies Partial<Rooms<AutopilotState, Command>>

const fixFailures: Choice<In<'verify-gate'>> = option(
  'Fix',
  'the executor fixes it with a fresh budget of attempts, and it is verified again',
  'fix_verification',
  (state, { scope, problems, logs }, { reason }) =>
    startJob(
      scope === 'final' ? countFix(state) : state,
      { kind: 'fix', scope, problems: withWords(problems, reason) },
      logs,
    ),
  'optional',
)

const subjectOf = (state: AutopilotState, scope: Scope): string =>
  scope === 'final' ? 'final' : `phase-${phaseNow(state).number}`

const nameOf = (state: AutopilotState, scope: Scope): string =>
  scope === 'final' ? 'the whole change' : titleNow(state)

/** A judge of the phase sees what the phase changed. */
const judges = (state: AutopilotState, does: string, slices: readonly Slice[]) => {
  const { commit, baseCommit } = laneOf(state)
  const change = { from: state.work.start?.commit ?? baseCommit, to: commit }
  return { does, subject: subjectOf(state, 'phase'), slices, shows: { change } }
}

const blockingNow = (state: AutopilotState): readonly string[] =>
  problemsOf(state.reviews[phaseNow(state).number] ?? [])

const toReview = (state: AutopilotState): AutopilotState => go(state, { phase: 'review', again: 0 })

const verified = (state: AutopilotState): AutopilotState =>
  toReview(say(inWork(state, { verified: true }), `${titleNow(state)} is verified`))

/** Numbers, marks and case do not count. */
const isSameTruth = (one: string, other: string): boolean => wordsIn(one) === wordsIn(other)

const wordsIn = (text: string): string =>
  (
    text
      .replace(/^\W*\d+[.)]\s/, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')

/** What the harness sees by itself: a phase that changed nothing, and what agents must not do unless the spec says so: an agent wrote the plan. */
function doubts(state: AutopilotState, scope: Scope): readonly string[] {
  const { work, spec, accepted } = state
  const suspicious = work.suspicions
    .filter((one) => !accepted.includes(suspicionKey(one)) && !planCallsFor(spec.text, one.file))
    .map(({ file, detail }) => `${file}: ${detail} The spec does not call for it.`)
  const isSame = scope === 'phase' && !hasAdoptedTasks(state) && work.start?.tree === laneOf(state).tree
  return [...suspicious, ...(isSame ? ['The phase changed nothing: no file differs from before it.'] : [])]
}
