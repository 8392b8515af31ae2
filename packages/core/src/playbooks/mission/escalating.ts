/** Owns how a mission turns to a person: the escalation is written down, the memory settled, and the question asked. */

import { exitCode } from '../../kernel/exit-code.ts'
import { halt } from '../../kernel/retrying.ts'
import { wanting } from './documents.ts'
import { telling, withHook } from './errands.ts'
import { claimsOf, featureNamed } from './features.ts'
import { escalationGate } from './gates.ts'
import type { Escalation } from './mission-document.ts'
import { afterWriting, type Escalating, flightOf, type MainStep, type MissionState } from './state.ts'
import { issueText, lastVoid, seenSoFar, triedSoFar } from './whole-record.ts'

function recordOf(state: MissionState, escalation: Escalating): Escalation {
  const { why, question, feature } = escalation
  if (feature === null)
    return {
      reason: why,
      feature,
      tried: triedSoFar(state),
      evidence: [...seenSoFar(state), ...lastVoid(state, feature)],
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
  afterWriting(escalated(withEscalation(state, escalation), escalation))

/** `next` if nothing waits for an answer. */
export const withEscalation = (state: MissionState, escalation: Escalating, next?: string): MissionState =>
  wanting(state, {
    type: 'escalation',
    escalation: { ...recordOf(state, escalation), ...(next === undefined ? {} : { next }) },
  })

/** It is in its file: the operator is notified, and the curator has the last word unless money is the matter. */
export function escalated(state: MissionState, escalation: Escalating): MissionState {
  const { isCap, why, feature, question } = escalation
  const told = withHook(telling(state, isCap ? 'cost-cap' : 'escalate', why), 'on-escalate', feature)
  if (escalation.isMerge === true)
    return halt(
      { ...told, main: escalation.back },
      { exitCode: exitCode.escalated, reason: why, next: question },
    )
  const gate: MainStep = {
    type: 'gate',
    about: { type: 'escalation', escalation },
    gate: escalationGate(escalation, lastVoid(state, feature)),
  }
  const isCurated = !isCap && state.raw.length > 0 && state.desk !== null
  return { ...told, main: isCurated ? { type: 'curate', next: gate } : gate }
}
