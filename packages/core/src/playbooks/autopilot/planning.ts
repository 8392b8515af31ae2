/** The rooms from the first word of a plan to its approval. */
import { inCheckout } from '../../effects/document-file.ts'
import type { DocumentsRead } from '../../effects/read-documents.ts'
import { counted } from '../../kernel/counted.ts'
import { shortDigest } from '../../kernel/gate-answer.ts'
import { editTexts } from '../../work/checkout-documents.ts'
import { nextId } from '../../work/dispatch.ts'
import { option } from '../../work/gate-rooms.ts'
import { lineDifference } from '../../work/line-difference.ts'
import type { Rooms } from '../../work/rooms.ts'
import { asks, bullets, record, stop } from './asking.ts'
import { hears, planPathFor } from './calls.ts'
import type { Signals } from './documents.ts'
import type { AgentFinished, Command, Edit, Read } from './effects.ts'
import { plannerSlices } from './envelopes.ts'
import {
  handOver,
  hasAdoptedTasks,
  nextTask,
  phaseNow,
  planNow,
  readPlan,
  skipChoice,
  startPlanning,
  titleNow,
} from './moves.ts'
import { firedSignals, higherOf, overrideOf, pausesForReview, signalsOf } from './signals.ts'
import { type AutopilotState, go, type In, inPhaseNow, inWork, type SeenPlan, say } from './state.ts'

const mostNames = 20

export const planningRooms = {
  skeleton: hears<'skeleton', 'plan'>({
    persona: 'planner',
    answers: 'plan',
    calls: (state, at) => callPlanner(state, at, 'skeleton'),
    hear(state, { words }, _answer, event) {
      const skeleton = written(state, event)
      return skeleton === null
        ? 'it wrote no skeleton'
        : go(state, { phase: 'skeleton-gate', words, skeleton })
    },
  }),
  'skeleton-gate': asks<'skeleton-gate'>({
    name: 'skeleton',
    question: (state) => `Approve the skeleton of the plan of ${titleNow(state)}?`,
    detail: (_state, { skeleton }) => skeleton ?? '',
    options: () => ({
      yes: option('Yes', 'the planner writes the whole plan', 'approved_skeleton', (state, { skeleton }) =>
        go(state, { phase: 'plan', again: 0, words: null, skeleton }),
      ),
      revise: option(
        'Revise',
        'the planner writes another skeleton with your words',
        'revised_skeleton',
        (state, { skeleton }, { reason }) =>
          go(state, { phase: 'skeleton', again: 0, words: reason, skeleton }),
        'required',
      ),
      'skip-phase': skipChoice,
      stop,
    }),
  }),
  plan: hears<'plan', 'plan'>({
    persona: 'planner',
    answers: 'plan',
    calls: (state, at) => callPlanner(state, at, 'plan'),
    hear(state, _at, { summary, concerns, decisions }, event) {
      const text = written(state, event)
      if (text === null) return `it did not write ${planPathFor(state)}`
      const told = inWork(state, { concerns })
      return go(handOver(told, 'autopilot/planner', { summary, concerns, decisions }), {
        phase: 'publish',
        text,
        number: 1,
      })
    },
  }),
  /** A file of that name which is not the plan that is replaced stays: the next name is tried. */
  publish: {
    wants: (state, { text, number }) =>
      editTexts<Edit>(nextId(state, 'publish', `phase-${phaseNow(state).number}`), [
        { name: 'plan', path: publishPath(state, number), edit: { text, replaces: replaced(state, number) } },
      ]),
    outcomes: {
      DocumentsEdited(state, at, { refused: [refused] }) {
        const path = publishPath(state, at.number)
        if (refused === undefined)
          return go(inPhaseNow(inWork(state, { written: at.text }), { planPath: path }), {
            phase: 'read',
            paths: [path],
          })
        const why = `the plan could not be written to ${path}: ${refused.detail}`
        return at.number < mostNames
          ? go(state, { ...at, number: at.number + 1 })
          : go(state, { phase: 'void', role: 'planner', why, back: { ...at, number: 1 } })
      },
    },
  },
  read: {
    wants: (state, { paths }) => ({
      type: 'ReadDocuments',
      id: nextId(state, 'read', `phase-${phaseNow(state).number}`),
      files: { plan: paths.map(inCheckout) },
      known: { plan: state.work.plan?.paths.join() === paths.join() ? state.work.plan.digest : null },
      branch: null,
    }),
    outcomes: { DocumentsRead: planRead },
  },
  approve: asks<'approve'>(
    {
      name: 'approve-plan',
      question: (state, { isEdited }) => {
        const { digest, plan } = planNow(state)
        const what = `the plan of ${titleNow(state)} (${counted(plan.tasks.length, 'task')}, ${shortDigest(digest)})`
        return isEdited ? `The plan was edited after its approval. Approve ${what}?` : `Approve ${what}?`
      },
      detail(state, { isEdited }) {
        const { plan, approved, paths } = planNow(state)
        const fired = firedSignals(signalsNow(state))
        const reason = isEdited ? 'the plan was edited after its approval' : 'the rigor asks for it'
        const why = [...(isEdited || fired.length === 0 ? [reason] : []), ...fired, ...plan.warnings]
        const shown = isEdited ? lineDifference(approved?.text ?? '', plan.text) : plan.text
        return ['Why you are asked:', bullets(why), '', paths.join(', '), '', shown].join('\n')
      },
      digest: (state) => planNow(state).digest,
      options: () => ({
        yes: option(
          'Yes',
          'the plan is executed, task by task',
          'approved_plan',
          (state) => readPlan(approve(state)),
          'optional',
        ),
        revise: option(
          'Revise',
          'the planner changes the plan as you say, and you see it again',
          'revised_plan',
          (state, _at, { reason }) => startPlanning(state, reason),
          'required',
        ),
        'skip-phase': skipChoice,
        stop,
      }),
    },
    (state) => signalsNow(state),
  ),
} satisfies Partial<Rooms<AutopilotState, Command>>

const callPlanner = (state: AutopilotState, at: In<'plan' | 'skeleton'>, writes: 'plan' | 'skeleton') => ({
  does: writes,
  subject: `phase-${phaseNow(state).number}`,
  slices: plannerSlices(state, at, writes, planPathFor(state)),
  document: planPathFor(state),
})

function written(state: AutopilotState, { artifacts }: AgentFinished): string | null {
  const text = artifacts?.[planPathFor(state)] ?? ''
  return text.trim() === '' ? null : text
}

/** A plan that is revised keeps its place, unless a person wrote it or changed it. */
const publishPath = (state: AutopilotState, number: number): string =>
  (number === 1 && isOwn(state) ? state.work.plan?.paths[0] : undefined) ?? planPathFor(state, number)

const isOwn = ({ work }: AutopilotState): boolean =>
  work.plan !== null && work.written?.trimEnd() === work.plan.plan.text.trimEnd()

const replaced = (state: AutopilotState, number: number): string | null =>
  number === 1 && isOwn(state) ? planNow(state).plan.text : null

const signalsNow = (state: AutopilotState): Signals =>
  signalsOf(state.input.reviewPlans, phaseNow(state), planNow(state).plan, state.work.concerns)

function planRead(
  before: AutopilotState,
  { paths }: In<'read'>,
  { documents }: DocumentsRead<Read>,
): AutopilotState {
  const changed = documents.plan?.changed ?? null
  const seen = before.work.plan
  if (changed === null && seen !== null) return planSeen(before, seen)
  const plan = changed?.content ?? null
  if (plan === null)
    return go(before, {
      phase: 'void',
      role: 'plan',
      why: `${paths.join(', ')} is missing`,
      back: { phase: 'look' },
    })
  const approved = seen?.approved ?? null
  const known: SeenPlan = { paths, digest: documents.plan?.digest ?? '', plan, approved }
  const { complexity, number } = phaseNow(before)
  const recorded = before.input.adopted?.phases[number - 1]?.complexityOverride ?? null
  const override = higherOf(overrideOf(complexity, plan), recorded)
  const state = say(
    inPhaseNow(withAdoptedTasks(inWork(before, { plan: known })), { complexityOverride: override }),
    ...plan.warnings.map((warning) => `${paths.join(', ')}: ${warning}`),
  )
  return planSeen(state, known)
}

const withoutTasks = (state: AutopilotState, paths: readonly string[]): AutopilotState => {
  const why = `${paths.join(', ')} has no task: each is a heading such as "### Task 1: Name"`
  return go(state, {
    phase: 'void',
    role: 'plan',
    why,
    back: isOwn(state) ? { phase: 'plan', again: 0, words: why, skeleton: null } : { phase: 'look' },
  })
}

/** Tasks that another tool calls complete. Their work is verified with the phase. */
function withAdoptedTasks(state: AutopilotState): AutopilotState {
  const { done, plan } = state.work
  if (!hasAdoptedTasks(state) || done.length > 0) return state
  const claimed = (plan?.plan.tasks ?? []).filter(({ id }) => state.input.adoptedTasks.includes(id))
  return inWork(state, { done: claimed })
}

function planSeen(state: AutopilotState, { digest, approved, plan, paths }: SeenPlan): AutopilotState {
  if (plan.tasks.length === 0) return withoutTasks(state, paths)
  if (state.work.isRevised)
    return go(state, { phase: 'approve', isEdited: approved !== null && approved.digest !== digest })
  if (approved?.digest === digest) return nextTask(state)
  if (approved !== null)
    return go(say(state, 'The plan was edited after its approval'), { phase: 'approve', isEdited: true })
  const signals = signalsNow(state)
  return pausesForReview(state.input.rigor, signals)
    ? go(state, { phase: 'approve', isEdited: false })
    : nextTask(approve(autoApproved(state, signals)))
}

const approve = (state: AutopilotState): AutopilotState => {
  const { digest, plan, ...seen } = planNow(state)
  return inWork(state, {
    isRevised: false,
    plan: { ...seen, plan, digest, approved: { digest, text: plan.text } },
  })
}

/** `Auto-approved Phase 1: Core Scanner | auto | low | no concerns | 8 tasks`. */
function autoApproved(state: AutopilotState, signals: Signals): AutopilotState {
  const isFast = state.input.rigor === 'fast'
  const { plannerConcerns: concerns, taskCount } = signals
  const line = [
    `Auto-approved ${titleNow(state)}`,
    isFast ? 'fast' : 'auto',
    phaseNow(state).complexity,
    concerns.length === 0 ? 'no concerns' : counted(concerns.length, 'concern'),
    counted(taskCount, 'task'),
  ].join(' | ')
  return record(say(state, line), {
    what: isFast ? 'auto_approved_plan_fast' : 'auto_approved_plan',
    why: isFast ? 'the rigor is fast' : 'no signal fired',
    signals,
  })
}
