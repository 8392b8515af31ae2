/** Owns how a mission turns to a person: the escalation is written down, the memory settled, and the question asked. */

import { counted } from '../../../kernel/counted.ts'
import { exitCode } from '../../../kernel/exit-code.ts'
import { halt } from '../../../kernel/retrying.ts'
import { describeSpent } from '../decisions/caps.ts'
import { claimsOf, featureNamed, featuresOf } from '../documents/features.ts'
import { wanting } from '../documents/known-documents.ts'
import { isWorthCurating } from '../documents/memory.ts'
import { namesUnmerged } from '../documents/passed.ts'
import type { Escalation, Issue } from '../state/mission-document.ts'
import { type Escalating, flightOf, type MissionState, type Phase } from '../state/state.ts'
import { telling, withHook } from './errands.ts'
import { escalationGate } from './gates.ts'

function recordOf(state: MissionState, { reason, question, feature }: Escalating): Escalation {
  const asked = { reason, feature, question }
  if (feature === null)
    return {
      ...asked,
      tried: [
        ...state.notes.slice(-mostNotes),
        `${counted(state.iteration, 'decision')} and ${counted(state.spent.calls, 'agent call')}: ${describeSpent(state)}.`,
      ],
      evidence: [
        ...state.openIssues.slice(-mostNotes).map(issueText),
        ...(state.unmerged.length === 0
          ? []
          : [`Not in ${state.input.baseBranch} yet: ${namesUnmerged(state.unmerged)}`]),
        ...featuresOf(state)
          .filter(({ status }) => status !== 'passed' && status !== 'todo')
          .map(({ id, status, attempts, issues }) =>
            [`${id} (${status}, ${counted(attempts, 'attempt')})`, ...issues.map(({ title }) => title)].join(
              '\n',
            ),
          ),
      ],
    }
  const known = featureNamed(state, feature)
  return {
    ...asked,
    tried: flightOf(state, feature)?.tried ?? [],
    evidence: [
      ...(known?.issues ?? []).map(issueText),
      ...(known === undefined ? [] : claimsOf(state, known))
        .filter(({ status }) => status !== 'TODO')
        .map(({ id, status, evidence }) => `${id} ${status}: ${evidence}`),
    ],
  }
}

const mostNotes = 10

const issueText = ({ severity, title, detail }: Issue): string => `[${severity}] ${title}\n${detail}`.trim()

/** Written down first; outside the loop it is no decision of its own. */
export const escalate = (state: MissionState, escalation: Escalating): MissionState =>
  escalated(withEscalation(state, escalation), escalation)

const afterMerge = 'Nothing waits for an answer. Merge what is named, then `harness resume`.'

/** `next` if nothing waits for an answer. */
export const withEscalation = (
  state: MissionState,
  escalation: Escalating,
  next = escalation.isMerge === true ? afterMerge : undefined,
): MissionState =>
  wanting(state, {
    type: 'escalation',
    escalation: { ...recordOf(state, escalation), ...(next === undefined ? {} : { next }) },
  })

/** It is in its file: the operator is notified, and the curator has the last word unless money is the matter. */
export function escalated(state: MissionState, escalation: Escalating): MissionState {
  const { isCap, reason, feature, question } = escalation
  const told = withHook(telling(state, isCap ? 'cost-cap' : 'escalate', reason), 'on-escalate', feature)
  if (escalation.isMerge === true)
    return halt({ ...told, at: escalation.back }, { exitCode: exitCode.escalated, reason, next: question })
  const gate: Phase = {
    phase: 'gate',
    about: { type: 'escalation', escalation },
    gate: escalationGate(escalation, triedLast(state, feature)),
  }
  const isCurated = !isCap && isWorthCurating(state)
  return { ...told, at: isCurated ? { phase: 'curate', next: gate } : gate }
}

const triedLast = (state: MissionState, feature: string | null): string | null =>
  feature === null ? null : (flightOf(state, feature)?.tried.at(-1) ?? null)
