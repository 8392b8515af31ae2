/** Owns why a mission turns to a person, and what it asks. */

import { counted } from '../../../kernel/counted.ts'
import { oneLine } from '../../../kernel/one-line.ts'
import { leftToMerge } from '../documents/dropped.ts'
import { isMergeAwaited, type Overview, whyNotBegun } from '../documents/features.ts'
import { namesUnmerged } from '../documents/passed.ts'
import type { EscalateDecision } from '../state/decision.ts'
import { subjectOf } from '../state/flight.ts'
import type { UnmergedFeature } from '../state/mission-document.ts'
import { featureFlights, type MissionState } from '../state/state.ts'
import { describeSpent } from './caps.ts'

/** Nothing can go on: says for whose sake, and what a person has to settle. */
export function stuck(state: MissionState, overview: Overview): EscalateDecision {
  for (const flight of featureFlights(state)) {
    const id = subjectOf(flight.task)
    if (flight.step.type === 'rest' && flight.step.why === 'stuck')
      return escalation(
        `${id} cannot go on: ${oneSentence(flight.question ?? '')}`,
        flight.question ?? '',
        id,
      )
  }
  const spent = overview.features.find(
    ({ id, attempts }) => !overview.passed.has(id) && attempts >= state.input.attempts.escalateAt,
  )
  if (spent !== undefined)
    return escalation(
      `${spent.id} has had ${counted(spent.attempts, 'attempt')}, and has not passed.`,
      `How is ${spent.id} to go on? Change it, its claims or the spec, and grant with what its worker should know.`,
      spent.id,
    )
  if (isMergeAwaited(overview))
    return mergeEscalation(state, 'What is left is built on what is not merged yet')
  const whys = overview.features.flatMap((feature) => whyNotBegun(overview, feature) ?? [])
  if (whys.length > 0)
    return escalation(
      `Nothing can go on: ${whys.join('; ')}.`,
      'Fix features.json: change depends_on, or block or remove what is not to be built. Then grant.',
    )
  if (overview.features.length === 0)
    return escalation(
      overview.dropped.size > 0
        ? `Every feature was dropped: ${[...overview.dropped].join(', ')}.`
        : 'There is no feature to work on.',
      'Add a feature or set a blocked one to todo, and grant. To end the mission, refuse.',
    )
  return escalation(
    `No feature claims ${overview.unclaimed.join(', ')} of the contract.`,
    'Have a feature claim it, or take it out of the contract, and grant to go on.',
  )
}

export const escalation = (
  reason: string,
  question: string,
  feature: string | null = null,
): EscalateDecision => ({
  name: 'ESCALATE',
  feature,
  isCap: false,
  question,
  reason,
})

export const mergeEscalation = (state: MissionState, why: string): EscalateDecision => {
  const { baseBranch } = state.input
  const unmerged = leftToMerge(state)
  const names = namesUnmerged(unmerged)
  return {
    ...escalation(
      `${why}: ${names}.`,
      `Merge into ${baseBranch}: ${names}.${ifSquashed(unmerged, baseBranch)} Then: harness resume`,
    ),
    isMerge: true,
  }
}

/** A forge tells of its squashes itself. The branch may be checked out in a lane: `git branch -f` would refuse. */
function ifSquashed(unmerged: readonly UnmergedFeature[], baseBranch: string): string {
  const one = unmerged.find(({ url }) => url === null)
  return one === undefined
    ? ''
    : ` If you squash instead, say so for each branch (git update-ref refs/heads/${one.branch} ${baseBranch}).`
}

export const capEscalation = (state: MissionState): EscalateDecision => ({
  ...escalation(
    `The cost cap is reached: ${describeSpent(state)}.`,
    'May the run spend as much again? Grant to go on.',
  ),
  isCap: true,
})

export const oneSentence = (text: string): string => {
  const line = oneLine(text)
  return /[.?!]$/.test(line) ? line : `${line}.`
}
