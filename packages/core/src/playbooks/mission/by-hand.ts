/**
 * Owns features that are said to have passed and that no validator of a run has shown. Such a status is a person's word,
 * unless it changed while an unconfined agent or program worked: then a person is asked first.
 */
import type { GateAnswered } from '../../effects/ask-human.ts'
import type { Gate } from '../../kernel/gate.ts'
import { isGranted } from '../../kernel/gate-answer.ts'
import { grant } from '../../kernel/gate-choices.ts'
import { byHand, byHandChoices, namedByHand, putBack, vouchedFor } from '../../work/by-hand.ts'
import { changing } from './documents.ts'
import { featureNamed, featuresOf, isRecorded } from './features.ts'
import type { Feature } from './mission-document.ts'
import { type Change, type Escalating, type MissionState, noted, type Papers } from './state.ts'

/** Those that have passed now, had not before, and have no record. */
export const newlyPassed = (
  state: MissionState,
  before: Papers['features'],
  now: Papers['features'],
): readonly string[] => {
  const had = new Set(passedIn(before ?? []))
  return passedIn(now ?? []).filter((id) => !had.has(id) && !isRecorded(state, id))
}

export const passedIn = (features: readonly Feature[]): readonly string[] =>
  features.filter(({ status }) => status === 'passed').map(({ id }) => id)

export const passedChange = (id: string): Change => ({
  what: `${id} was set to passed`,
  detail: [],
  passes: id,
})

/** These count by a person's word, and nothing of them is left to merge. Others that no longer say so do not. */
export function withByHand(state: MissionState, fresh: readonly string[]): MissionState {
  const said = new Set(passedIn(featuresOf(state)))
  const known = state.byHand.filter((id) => said.has(id))
  const added = fresh.filter((id) => said.has(id) && !known.includes(id))
  if (added.length === 0 && known.length === state.byHand.length) return state
  return noted(
    {
      ...state,
      byHand: [...known, ...added],
      saidMerged: [...new Set([...state.saidMerged, ...added])],
    },
    ...added.map((id) => `${id} has passed by hand: no run has a record of it.`),
  )
}

/** If a person is still to say whether it was done by hand. */
export const isInDoubt = ({ changes }: MissionState, id: string): boolean =>
  changes.some(({ passes }) => passes === id)

const passesIn = ({ changes = [] }: Escalating): readonly string[] =>
  changes.flatMap(({ passes }) => passes ?? [])

/** The choices of a question about such features; null if it is about others. */
export const choicesAbout = (
  escalation: Escalating,
  refuse: Gate['choices'][number],
): Gate['choices'] | null =>
  passesIn(escalation).length === 0
    ? null
    : [
        ...byHandChoices({
          onByHand: `${passesIn(escalation).join(', ')} counts as passed; last line and report list it as by hand, with your reason. Everything else counts as it is in the documents`,
          onPutBack: `${passesIn(escalation).join(', ')} is set back to todo. Everything else counts as it is in the documents`,
        }),
        refuse,
      ]

/** If the answer takes the documents as they are. */
export const isTaken = ({ answer }: GateAnswered): boolean =>
  isGranted(answer) || answer.choice === byHand || answer.choice === putBack

/** What the answer says of such features. Without them it is a grant. */
export function passesAnswered(
  state: MissionState,
  escalation: Escalating,
  { answer }: GateAnswered,
): MissionState {
  const passes = passesIn(escalation)
  if (answer.choice === putBack)
    return passes
      .filter((id) => featureNamed(state, id)?.status === 'passed')
      .reduce((sum, id) => changing(sum, id, { status: 'todo' }), state)
  if (answer.choice !== byHand) return state
  const vouched = [...state.vouched, ...passes.map((id) => vouchedFor(id, answer))]
  return withByHand({ ...state, vouched }, passes)
}

/** The same answer as a grant. */
export const asGrant = (event: GateAnswered): GateAnswered =>
  isTaken(event) ? { ...event, answer: { ...event.answer, choice: grant } } : event

/** `F-001`, `F-002 (ada: I did it)`. */
export const namesByHand = ({ byHand: ids, vouched }: MissionState): readonly string[] =>
  ids.map((id) => namedByHand(id, vouched))
