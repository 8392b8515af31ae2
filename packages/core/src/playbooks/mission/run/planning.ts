/** What a mission makes of its first reading, its plan and the plan's review. */

import type { ContractBroken } from '../../../effects/run-agent.ts'
import { counted } from '../../../kernel/counted.ts'
import { exitCode } from '../../../kernel/exit-code.ts'
import { halt } from '../../../kernel/retrying.ts'
import { escalation } from '../decisions/escalations.ts'
import { contractOf, featuresOf } from '../documents/features.ts'
import { wanting, withReading } from '../documents/known-documents.ts'
import { remembering, withNotes, withoutOldMemory } from '../documents/memory.ts'
import { planProblems } from '../documents/plan-check.ts'
import { heard, mainVoid, usableAnswer, whyVoid } from '../feature/void-answers.ts'
import type { PlannedMission } from '../state/answers.ts'
import type { AgentFinished } from '../state/effects.ts'
import type { BaseLooked, MissionReading } from '../state/mission-contents.ts'
import type { ContractEntry, DocumentEdit, Feature } from '../state/mission-document.ts'
import {
  type MissionState,
  mainSubject,
  noted,
  type Phase,
  type Reading,
  renumbered,
} from '../state/state.ts'
import { telling } from '../telling/errands.ts'
import { escalate } from '../telling/escalating.ts'
import { answeredByEdit } from './answered.ts'
import { compared, takenOver } from './reconcile.ts'

const mostPlans = 3

/** Goes back to what the reading was for, unless the documents call for something else by now. */
export function missionRead(
  before: MissionState,
  { next, isReturning }: Reading,
  found: MissionReading,
  event: BaseLooked,
): MissionState {
  const read = withReading(before, found, event)
  const { documents } = before
  const known = documents === null ? begunWith(read) : compared(read, documents, isReturning)
  const state = noted(known, ...specNotes(before, known))
  if (next === null) return begun(state)
  switch (next.phase) {
    case 'plan':
      return isPlanThere(state) === isPlanThere(before) && state.documents?.spec.trim() !== ''
        ? calledAgain(before, { ...state, at: next })
        : calledAgain(before, begun(state))
    case 'review':
      return calledAgain(before, begun(state))
    case 'idle':
      return begun(state)
    case 'gate':
    case 'curate': {
      // A curator comes before the question.
      const asked = next.phase === 'gate' ? next : next.next
      const closed = asked?.phase === 'gate' ? answeredByEdit(state, asked, documents, read.documents) : null
      return closed === null ? { ...state, at: next } : calledAgain(before, closed)
    }
    default:
      return { ...state, at: next }
  }
}

const isPlanThere = ({ documents }: MissionState): boolean => documents?.features != null

/** Who was stopped with the text before would answer to that, and who is not wanted any more never will. */
function calledAgain(before: MissionState, state: MissionState): MissionState {
  const asked = before.at.phase === 'read' ? before.at.next : null
  const isOther = before.digests.spec !== state.digests.spec || state.at.phase !== asked?.phase
  const called = Object.keys(state.reserved).find((id) => id.includes(`/${asked?.phase}/${mainSubject}/`))
  return isOther && called !== undefined ? renumbered(state, called) : state
}

/** A changed spec is a person's word: agents read it from here on, and the plan stays. */
function specNotes({ digests }: MissionState, now: MissionState): readonly string[] {
  const { input } = now
  const before = digests.spec ?? input.carried?.spec ?? null
  return before === null || before === now.digests.spec || !isPlanThere(now)
    ? []
    : [
        `${input.specPath} has changed since it was planned; the plan stays as it is. To plan it again, move .harness/features.json and .harness/validation-contract.md away, then: harness mission`,
      ]
}

/** Without a plan it is another mission than any that was here before. */
const begunWith = (state: MissionState): MissionState =>
  isPlanThere(state) ? takenOver(state) : withoutOldMemory(state)

/** Plans, reviews or goes on, as the documents are. */
function begun(state: MissionState): MissionState {
  const { documents, input, facts } = state
  if (documents === null) return state
  const { features, contract, spec } = documents
  if (features === null)
    return spec.trim() === ''
      ? halt(state, {
          exitCode: exitCode.usage,
          reason: `${input.specPath} is empty: there is nothing to plan.`,
          next: `Write down in ${input.specPath} what is to be built, then: harness resume`,
        })
      : toPlanner(state)
  if (contract === null)
    return halt(state, {
      exitCode: exitCode.usage,
      reason: 'There are features but no validation contract: nothing could ever be shown.',
      next: 'Bring .harness/validation-contract.md back, or delete .harness/features.json to plan again, then: harness resume',
    })
  if (state.iteration > 0) return { ...state, at: { phase: 'idle' } }
  if (facts.planVerdict === 'reject') return toPlanner(state)
  // A plan without a verdict does not start after a restart: it is reviewed as it is now.
  return facts.planVerdict !== null || !input.planReviewer
    ? looping(state)
    : { ...state, at: { phase: 'review' } }
}

/** MI-25: after a rejection, with the reasons of the reviewer and the plan as it is now. */
function toPlanner(state: MissionState): MissionState {
  const [features, contract] = [featuresOf(state), contractOf(state)]
  return {
    ...state,
    at: {
      phase: 'plan',
      tries: 0,
      problems: rejection(state),
      plan: features.length === 0 ? null : { contract, features },
    },
  }
}

export function planned(
  before: MissionState,
  at: Extract<Phase, { phase: 'plan' }>,
  event: AgentFinished | ContractBroken,
): MissionState {
  const answer = usableAnswer(event, 'mission-plan')
  if (answer === null) return mainVoid(before, event, whyVoid(event))
  const state = heard(before)
  const problems = planProblems(answer)
  if (problems.length > 0) return sentBack(state, at, answer, problems)
  const known = featuresOf(state).map(({ id }) => id)
  const remembered = remembering(
    state,
    event,
    `Planned ${counted(answer.features.length, 'feature')} and ${counted(answer.contract.length, 'claim')}.`,
  )
  // A plan that replaces another is of the same mission: what people answered there stands. What was said of the plan
  // itself does not.
  const { facts, input } = state
  const isNew = state.documents?.features === null
  const forget = isNew ? [...new Set([...facts.fired, ...input.checkpoints.map(({ name }) => name)])] : []
  const fired = isNew ? [] : facts.fired
  const wanted = wanting(
    {
      ...remembered,
      facts: { ...facts, fired, planVerdict: null, planNotes: [] },
      firings: isNew ? [] : state.firings,
      proven: {},
      landed: [],
      byHand: [],
      removed: [],
      undocumented: [],
    },
    planOf(answer, known, forget),
    ...(facts.planVerdict === 'reject' ? [{ type: 'escalation-settled' } as const] : []),
  )
  return input.planReviewer ? { ...wanted, at: { phase: 'review' } } : looping(wanted)
}

/** Why the reviewer rejected the plan before; empty if it did not. */
const rejection = ({ facts: { planVerdict, planNotes } }: MissionState): readonly string[] =>
  planVerdict === 'reject' ? planNotes.map((note) => `Its reviewer rejected it: ${note}`) : []

function sentBack(
  state: MissionState,
  { tries }: Extract<Phase, { phase: 'plan' }>,
  { contract, features }: PlannedMission,
  problems: readonly string[],
): MissionState {
  const plan = { contract, features }
  const told = noted(state, `Plan ${tries + 1} of ${mostPlans} does not hold together: ${problems.join(' ')}`)
  if (tries + 1 < mostPlans)
    return {
      ...told,
      at: { phase: 'plan', tries: tries + 1, problems: [...problems, ...rejection(state)], plan },
    }
  const asked = escalation(
    `The planner made ${mostPlans} plans, and none holds together: ${problems.join(' ')}`,
    'What does the spec leave open that the planner stumbles over? Answer, or fix the spec, and grant.',
  )
  return escalate(told, { ...asked, back: { phase: 'plan', tries: 0, problems, plan } })
}

const planOf = (
  { contract, features }: PlannedMission,
  before: readonly string[],
  forget: readonly string[],
): DocumentEdit => ({
  type: 'plan',
  before,
  forget,
  contract: contract.map((one): ContractEntry => ({ ...one, evidence: '', status: 'TODO', rulings: [] })),
  features: features.map(
    (one): Feature => ({
      ...one,
      status: 'todo',
      attempts: 0,
      issues: [],
      notes: '',
      fixes: null,
      sourceIssueId: null,
    }),
  ),
})

export function planReviewed(before: MissionState, event: AgentFinished | ContractBroken): MissionState {
  const answer = usableAnswer(event, 'plan-review')
  if (answer === null) return mainVoid(before, event, whyVoid(event))
  const { verdict, notes } = answer
  if (verdict === 'reject' && notes.every((note) => note.trim() === ''))
    return mainVoid(before, event, ['The plan is rejected without a note. Name what is wrong with it.'])
  const said = remembering(
    heard(before),
    event,
    [`Plan review: ${verdict}`, ...notes.map((note) => `- ${note}`)].join('\n'),
  )
  const isMended = verdict !== 'reject' && before.facts.planVerdict === 'reject'
  const state = wanting(
    { ...said, facts: { ...said.facts, planVerdict: verdict, planNotes: notes } },
    { type: 'plan-review', verdict, notes },
    ...(isMended ? [{ type: 'escalation-settled' } as const] : []),
  )
  if (verdict !== 'reject') return looping(verdict === 'accept-with-notes' ? withNotes(state, notes) : state)
  const why = `The plan was rejected: ${notes.join(' ')}`
  const record = {
    reason: why,
    feature: null,
    tried: ['The planner made a plan, and its reviewer rejected it.'],
    evidence: notes,
    question: 'What is to be planned differently? Change the spec or the plan.',
    next: 'Change the spec if it has to say more; then `harness mission`: the planner fixes the plan for these reasons. To have the plan reviewed as it is, delete `.harness/plan-review.md` first.',
  }
  const told = telling(wanting(state, { type: 'escalation', escalation: record }), 'escalate', why)
  return { ...told, at: { phase: 'over', end: 'rejected', why } }
}

/** The plan stands: from here on it is worked on. */
const looping = (state: MissionState): MissionState =>
  noted({ ...state, at: { phase: 'idle' } }, ...idleCheckpoints(state))

/** Otherwise no person would be asked or hear of it. */
const idleCheckpoints = (state: MissionState): readonly string[] => {
  const known = new Set(featuresOf(state).map(({ id }) => id))
  return state.input.checkpoints.flatMap(({ name, features }) => {
    const missing = (features ?? []).filter((id) => !known.has(id))
    return missing.length === 0
      ? []
      : [`Checkpoint ${name} is for ${missing.join(', ')}, and there is no such feature.`]
  })
}
