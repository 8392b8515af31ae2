/** The rooms from the first word of a plan to its approval. */
import { inCheckout } from '../../effects/document-file.ts'
import type { DocumentsRead } from '../../effects/read-documents.ts'
import { counted } from '../../kernel/counted.ts'
import { shortDigest } from '../../kernel/gate-answer.ts'
import { editTexts } from '../../work/checkout-documents.ts'
import { nextId } from '../../work/dispatch.ts'
import { lineDifference } from '../../work/line-difference.ts'
import { bulleted } from '../../work/report-sections.ts'
import type { Rooms } from '../../work/rooms.ts'
import type { PlanAnswer } from './answers.ts'
import { asks } from './asking.ts'
import { hears } from './calls.ts'
import type { Signals } from './documents.ts'
import type { Command, Edit, Read } from './effects.ts'
import { plannerSlices } from './envelopes.ts'
import {
  handOver,
  hasAdoptedTasks,
  nextTask,
  phaseNow,
  planNow,
  readPlan,
  record,
  startPlanning,
  subjectOf,
  titleNow,
} from './moves.ts'
import { planPathFor } from './plan-path.ts'
import { firedSignals, higherOf, overrideOf, pausesForReview, signalsOf } from './signals.ts'
import { type AutopilotState, go, type In, inPhaseNow, inWork, type SeenPlan, say } from './state.ts'

const mostNames = 20

export const planningRooms = {
  skeleton: plans((state, { words }, skeleton) => go(state, { phase: 'skeleton-gate', words, skeleton })),
  'skeleton-gate': asks('skeleton-gate', {
    name: 'skeleton',
    question: (state) => `Approve the skeleton of the plan of ${titleNow(state)}?`,
    detail: (_state, { skeleton }) => skeleton ?? '',
    deeds: {
      yes: (state, { skeleton }) => go(state, { phase: 'plan', again: 0, words: null, skeleton }),
      revise: (state, { skeleton }, words) => go(state, { phase: 'skeleton', again: 0, words, skeleton }),
    },
  }),
  plan: plans((state, _at, text, { summary, concerns, decisions }) => {
    const told = handOver(inWork(state, { concerns }), 'autopilot/planner', { summary, concerns, decisions })
    return go(told, { phase: 'publish', text, number: 1 })
  }),
  /** A file of that name which is not the plan that is replaced stays: the next name is tried. */
  publish: {
    wants: (state, { text, number }) =>
      editTexts<Edit>(nextId(state, 'publish', subjectOf(state)), [
        { name: 'plan', ...toPublish(state, text, number) },
      ]),
    outcomes: {
      DocumentsEdited(state, at, { refused: [refused] }) {
        const { path } = toPublish(state, at.text, at.number)
        if (refused === undefined) {
          const published = inPhaseNow(inWork(state, { written: at.text }), { planPath: path })
          return go(published, { phase: 'read', paths: [path] })
        }
        if (at.number < mostNames) return go(state, { ...at, number: at.number + 1 })
        const why = `the plan could not be written to ${path}: ${refused.detail}`
        return go(state, { phase: 'void', role: 'planner', why, back: { ...at, number: 1 } })
      },
    },
  },
  read: {
    wants: (state, { paths }) => ({
      type: 'ReadDocuments',
      id: nextId(state, 'read', subjectOf(state)),
      files: { plan: paths.map(inCheckout) },
      known: { plan: state.work.plan?.paths.join() === paths.join() ? state.work.plan.digest : null },
      branch: null,
    }),
    outcomes: { DocumentsRead: planRead },
  },
  approve: asks('approve', {
    name: 'approve-plan',
    question(state, { isEdited }) {
      const { digest, plan } = planNow(state)
      const what = `the plan of ${titleNow(state)} (${counted(plan.tasks.length, 'task')}, ${shortDigest(digest)})`
      return `${isEdited ? 'The plan was edited after its approval. ' : ''}Approve ${what}?`
    },
    detail(state, { isEdited }) {
      const { plan, approved, paths } = planNow(state)
      const fired = firedSignals(signalsNow(state))
      const reason = isEdited ? 'the plan was edited after its approval' : 'the rigor asks for it'
      const why = [...(isEdited || fired.length === 0 ? [reason] : []), ...fired, ...plan.warnings]
      const shown = isEdited ? lineDifference(approved?.text ?? '', plan.text) : plan.text
      return ['Why you are asked:', bulleted(why), '', paths.join(', '), '', shown].join('\n')
    },
    digest: (state) => planNow(state).digest,
    deeds: {
      yes: (state) => readPlan(approve(state)),
      revise: (state, _at, words) => startPlanning(state, words),
    },
    signals: signalsNow,
  }),
} satisfies Partial<Rooms<AutopilotState, Command>>

/** The planner writes a file, or its answer does not count. */
function plans(
  next: (
    state: AutopilotState,
    at: In<'plan' | 'skeleton'>,
    written: string,
    answer: PlanAnswer,
  ) => AutopilotState,
) {
  return hears<'plan' | 'skeleton', 'plan'>({
    persona: 'planner',
    answers: 'plan',
    calls(state, at) {
      const document = planPathFor(state)
      return {
        does: at.phase,
        subject: subjectOf(state),
        slices: plannerSlices(state, at, document),
        document,
      }
    },
    hear(state, at, answer, { artifacts }) {
      const path = planPathFor(state)
      const text = artifacts?.[path] ?? ''
      if (text.trim() !== '') return next(state, at, text, answer)
      return at.phase === 'skeleton' ? 'it wrote no skeleton' : `it did not write ${path}`
    },
  })
}

/** A plan that is revised keeps its place, unless a person wrote it or changed it. */
function toPublish(state: AutopilotState, text: string, number: number) {
  const { plan } = state.work
  const own = plan !== null && number === 1 && isOwn(state) ? plan : null
  const path = own?.paths[0] ?? planPathFor(state, number)
  return { path, edit: { text, replaces: own?.plan.text ?? null } }
}

const isOwn = ({ work }: AutopilotState): boolean =>
  work.plan !== null && work.written?.trimEnd() === work.plan.plan.text.trimEnd()

function signalsNow(state: AutopilotState): Signals {
  return signalsOf(state.input.reviewPlans, phaseNow(state), planNow(state).plan, state.work.concerns)
}

function planRead(
  before: AutopilotState,
  { paths }: In<'read'>,
  { documents }: DocumentsRead<Read>,
): AutopilotState {
  const changed = documents.plan?.changed ?? null
  const seen = before.work.plan
  if (changed === null && seen !== null) return planSeen(before, seen)
  const plan = changed?.content ?? null
  const named = paths.join(', ')
  if (plan === null)
    return go(before, { phase: 'void', role: 'plan', why: `${named} is missing`, back: { phase: 'look' } })
  const known = { paths, digest: documents.plan?.digest ?? '', plan, approved: seen?.approved ?? null }
  const { complexity, number } = phaseNow(before)
  const recorded = before.input.adopted?.phases[number - 1]?.complexityOverride ?? null
  const complexityOverride = higherOf(overrideOf(complexity, plan), recorded)
  const state = inPhaseNow(withAdoptedTasks(inWork(before, { plan: known })), { complexityOverride })
  return planSeen(say(state, ...plan.warnings.map((warning) => `${named}: ${warning}`)), known)
}

/** Tasks that another tool calls complete. Their work is verified with the phase. */
function withAdoptedTasks(state: AutopilotState): AutopilotState {
  const { done, plan } = state.work
  if (!hasAdoptedTasks(state) || done.length > 0) return state
  const claimed = (plan?.plan.tasks ?? []).filter(({ id }) => state.input.adoptedTasks.includes(id))
  return inWork(state, { done: claimed })
}

function planSeen(state: AutopilotState, { digest, approved, plan, paths }: SeenPlan): AutopilotState {
  if (plan.tasks.length === 0) {
    const why = `${paths.join(', ')} has no task: each is a heading such as "### Task 1: Name"`
    const plans = { phase: 'plan', again: 0, words: why, skeleton: null } as const
    return go(state, { phase: 'void', role: 'plan', why, back: isOwn(state) ? plans : { phase: 'look' } })
  }
  const isEdited = approved !== null && approved.digest !== digest
  if (state.work.isRevised) return go(state, { phase: 'approve', isEdited })
  if (isEdited)
    return go(say(state, 'The plan was edited after its approval'), { phase: 'approve', isEdited })
  if (approved !== null) return nextTask(state)
  return pausesForReview(state.input.rigor, signalsNow(state))
    ? go(state, { phase: 'approve', isEdited })
    : nextTask(approve(autoApproved(state)))
}

const approve = (state: AutopilotState): AutopilotState => {
  const seen = planNow(state)
  const approved = { digest: seen.digest, text: seen.plan.text }
  return inWork(state, { isRevised: false, plan: { ...seen, approved } })
}

/** `Auto-approved Phase 1: Core Scanner | auto | low | no concerns | 8 tasks`. */
function autoApproved(state: AutopilotState): AutopilotState {
  const isFast = state.input.rigor === 'fast'
  const signals = signalsNow(state)
  const { plannerConcerns: concerns, taskCount } = signals
  const line = [
    `Auto-approved ${titleNow(state)}`,
    isFast ? 'fast' : 'auto',
    phaseNow(state).complexity,
    concerns.length === 0 ? 'no concerns' : counted(concerns.length, 'concern'),
    counted(taskCount, 'task'),
  ].join(' | ')
  const [what, why] = isFast
    ? ['auto_approved_plan_fast', 'the rigor is fast']
    : ['auto_approved_plan', 'no signal fired']
  return record(say(state, line), { what, why, signals })
}
