/** Owns how a mission turns to a person: the escalation is written down, the memory settled, and the question asked. */

import { wanting, writing } from './documents.ts'
import { telling, withHook } from './errands.ts'
import { claimsOf, featureNamed } from './features.ts'
import { escalationGate, planDigest } from './gates.ts'
import type { Escalation } from './mission-document.ts'
import { type Escalating, flightOf, type MissionState } from './state.ts'
import { issueText, lastVoid, seenSoFar, triedSoFar } from './whole-record.ts'

function recordOf(state: MissionState, escalation: Escalating): Escalation {
  const { why, question, feature } = escalation
  if (feature === null)
    return {
      reason: why,
      feature,
      tried: triedSoFar(state),
      evidence: [...seenSoFar(state, escalation), ...lastVoid(state, feature)],
      question,
    }
  const flight = flightOf(state, feature)
  const known = featureNamed(state, feature)
  return {
    reason: why,
    feature,
    tried: flight?.tried ?? [],
    evidence: [
      ...(known?.issues ?? []).map(issueText),
      ...(known === undefined ? [] : claimsOf(state, known))
        .filter(({ status }) => status !== 'TODO')
        .map(({ id, status, evidence }) => `${id} ${status}: ${evidence}`),
      ...lastVoid(state, feature),
    ],
    question,
  }
}

/** Written down first; outside the loop it is no decision of its own. */
export const escalate = (state: MissionState, escalation: Escalating): MissionState =>
  writing(withEscalation(state, escalation), { type: 'escalation', escalation })

/** `next` if nothing waits for an answer. */
export const withEscalation = (state: MissionState, escalation: Escalating, next?: string): MissionState =>
  wanting(state, {
    type: 'escalation',
    escalation: { ...recordOf(state, escalation), ...(next === undefined ? {} : { next }) },
  })

/** It is in its file: the operator is notified, and the curator has the last word unless money or trust is the matter. */
export function escalated(state: MissionState, escalation: Escalating): MissionState {
  const told = withHook(
    telling(state, escalation.isCap ? 'cost-cap' : 'escalate', escalation.why),
    'on-escalate',
    escalation.feature,
  )
  return escalation.isCap || escalation.changes !== undefined || state.raw.length === 0 || state.desk === null
    ? asked(told, escalation)
    : { ...told, main: { type: 'curate', next: { type: 'ask', escalation } } }
}

export const asked = (state: MissionState, escalation: Escalating): MissionState => ({
  ...state,
  main: {
    type: 'gate',
    about: { type: 'escalation', escalation },
    gate: escalationGate(
      escalation,
      escalation.changes === undefined ? null : planDigest(state),
      lastVoid(state, escalation.feature),
    ),
  },
})
