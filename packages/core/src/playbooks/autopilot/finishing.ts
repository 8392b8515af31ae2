/** The rooms after a phase, and after the last one: the final review and the outcome. */

import type { Slice } from '../../kernel/envelope.ts'
import { isoTime } from '../../kernel/iso-time.ts'
import { isQuoted } from '../../kernel/quotation.ts'
import { editTexts } from '../../work/checkout-documents.ts'
import { nextId } from '../../work/dispatch.ts'
import { option } from '../../work/gate-rooms.ts'
import type { Rooms } from '../../work/rooms.ts'
import { asks, bullets, type Choice, stop, withWords } from './asking.ts'
import { hears } from './calls.ts'
import type { Command, Edit } from './effects.ts'
import { stoppedEnd } from './endings.ts'
import { evaluatorSlices, finalReviewerSlices } from './envelopes.ts'
import { failureLine, failuresFile } from './executing.ts'
import {
  countFix,
  isUsedUp,
  laneOf,
  mostFinalFixes,
  problemsOf,
  reviewLines,
  rigorOf,
  startingCommitOf,
  startJob,
  titleOf,
  toDelivery,
} from './moves.ts'
import { type AutopilotState, go, say } from './state.ts'

const roadmapFile = 'docs/roadmap.md'

/** Tells the roadmap how far the spec is, if there is one. */
export const roadmapEdit = (state: AutopilotState, status: 'in-progress' | 'done') => ({
  name: 'roadmap',
  path: roadmapFile,
  edit: { spec: state.input.specPath, status, now: isoTime(state.updatedAt) },
})

export const finishingRooms = {
  complete: {
    wants: (state) =>
      editTexts<Edit>(nextId(state, 'complete', 'roadmap'), [roadmapEdit(state, 'in-progress')]),
    outcomes: {
      DocumentsEdited(state, _at, { refused }) {
        const isAsked = rigorOf(state).asksOn && state.phases.some(({ status }) => status === 'pending')
        const told = say(state, ...refused.map(({ detail }) => detail))
        return go(told, { phase: isAsked ? 'continue' : 'assess' })
      },
    },
  },
  continue: asks<'continue'>({
    name: 'continue',
    question: ({ phases, current }) => {
      const done = phases[current]
      const next = phases.find(({ status }) => status === 'pending')
      const after = next === undefined ? '' : ` Next: ${titleOf(next)} (${next.complexity}).`
      return `${done === undefined ? 'The phase' : titleOf(done)} is complete.${after} Continue?`
    },
    detail: ({ said }) => said.findLast((line) => line.includes(' complete | ')) ?? '',
    options: () => ({
      yes: option('Yes', 'the next phase begins', 'continued', (state) => go(state, { phase: 'assess' })),
      stop,
    }),
  }),
  'final-review': hears<'final-review', 'findings'>({
    persona: 'code-reviewer',
    answers: 'findings',
    calls: (state) => judgesAll(state, 'review', finalReviewerSlices(state)),
    hear(state, _at, answer) {
      const { findings } = answer
      const finalReview = { ...state.finalReview, findings }
      const told = say({ ...state, finalReview }, ...reviewLines('Final review', answer))
      if (problemsOf(findings).length === 0) return toOutcome(told, 'passed')
      return go(told, { phase: isUsedUp(told) ? 'final-failed' : 'final-gate' })
    },
  }),
  /** The fix cycles are used up. It is recorded, and a person can only override or stop. */
  'final-failed': {
    wants: (state) => {
      const text = `Final review: blocking findings after ${mostFinalFixes} fix cycles: ${blocking(state).join('; ')}`
      return editTexts<Edit>(nextId(state, 'fail', 'final'), [
        { name: 'failures', path: failuresFile, edit: { block: failureLine(state, text) } },
      ])
    },
    outcomes: {
      DocumentsEdited: (state) =>
        go({ ...state, finalReview: { ...state.finalReview, status: 'failed' } }, { phase: 'final-gate' }),
    },
  },
  'final-gate': asks<'final-gate'>({
    name: 'final-review-findings',
    question: (state) =>
      isUsedUp(state)
        ? `The final review still has blocking findings after ${mostFinalFixes} fix cycles. What now?`
        : 'The final review has blocking findings. What now?',
    detail: (state) => bullets(blocking(state)),
    options: (now) => ({
      ...fixIn(now, blocking),
      override: override('overrode_findings', (state) => toOutcome(state, 'overridden')),
      stop,
    }),
  }),
  outcome: hears<'outcome', 'outcome'>({
    persona: 'outcome-evaluator',
    answers: 'outcome',
    calls: (state) => judgesAll(state, 'outcome', evaluatorSlices(state)),
    hear(state, _at, answer, { quotes }) {
      const { verdict, confidence, reasons: all } = answer
      const unshown = all.find((reason) => !isQuoted(reason, quotes?.missing))
      if (verdict !== 'INCONCLUSIVE' && (unshown !== undefined || all.length === 0))
        return `nothing that it saw shows this: ${unshown ?? verdict}`
      const told = say({ ...state, outcome: answer }, `Outcome: ${verdict}, confidence ${confidence}`)
      return verdict === 'NOT_SATISFIED' && confidence === 'high'
        ? go(told, { phase: 'outcome-gate' })
        : toDelivery(told)
    },
  }),
  'outcome-gate': asks<'outcome-gate'>({
    name: 'outcome',
    question: () => 'The outcome does not satisfy the spec. What now?',
    detail: (state) => bullets(reasons(state)),
    options: (now) => ({ ...fixIn(now, reasons), override: override('overrode_outcome', toDelivery), stop }),
  }),
  void: asks<'void'>({
    name: 'output-missing',
    question: (_state, { role, why }) => `The ${role} gave nothing that counts: ${why}. Try again?`,
    options: () => ({
      retry: option('Retry', 'the same step is tried again', 'retried', (state, { back }) => go(state, back)),
      stop,
    }),
  }),
  stopped: { wants: (state) => stoppedEnd(state) },
} satisfies Partial<Rooms<AutopilotState, Command>>

/** A judge of the whole change sees all that the branch changed. */
const judgesAll = (state: AutopilotState, does: string, slices: readonly Slice[]) => {
  const change = { from: startingCommitOf(state), to: laneOf(state).commit }
  return { does, subject: 'final', slices, shows: { change } }
}

const blocking = ({ finalReview }: AutopilotState): readonly string[] => problemsOf(finalReview.findings)

const reasons = ({ outcome }: AutopilotState): readonly string[] => outcome?.reasons ?? []

/** Offered while there are fix cycles left. */
const fixIn = (
  now: AutopilotState,
  problems: (state: AutopilotState) => readonly string[],
): Readonly<Record<string, Choice>> =>
  isUsedUp(now)
    ? {}
    : {
        fix: option(
          'Fix',
          `the executor fixes it, the checks run, and the final review comes again; at most ${mostFinalFixes} times`,
          'fix_findings',
          (state, _at, { reason }) =>
            startJob(countFix(state), {
              kind: 'fix',
              scope: 'final',
              problems: withWords(problems(state), reason),
            }),
          'optional',
        ),
      }

const override = (records: string, does: (state: AutopilotState) => AutopilotState): Choice =>
  option('Override', 'it stands with your reason, and the run goes on', records, does, 'required')

const toOutcome = (state: AutopilotState, status: 'passed' | 'overridden'): AutopilotState =>
  go({ ...state, finalReview: { ...state.finalReview, status } }, { phase: 'outcome', again: 0 })
