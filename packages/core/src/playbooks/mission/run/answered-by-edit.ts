/** Owns that an edit of a feature answers the question that waits about it. */

import { nextId } from '../../../work/dispatch.ts'
import { wanting } from '../documents/known-documents.ts'
import type { Feature } from '../state/mission-document.ts'
import { type Documents, type MissionState, noted, type OpenGate, renumbered } from '../state/state.ts'
import { triedAgain } from './answered.ts'

/** After a reading; `before` is what was known, and `found` what people have made of it. */
export function answeredByEdit(
  state: MissionState,
  { about, gate }: OpenGate,
  before: Documents | null,
  found: Documents | null,
): MissionState | null {
  const feature = about.type === 'escalation' ? about.escalation.feature : null
  if (feature === null) return null
  const status = statusIn(found, feature)
  if (status === statusIn(before, feature) || !isAnAnswer(status)) return null
  // Set back: no validator has seen it pass.
  if (status === 'passed' && statusIn(state.documents, feature) !== status) return null
  const id = nextId(state, 'gate', gate.name)
  const closed = noted(
    { ...wanting(renumbered(state, id), { type: 'escalation-settled' }), at: { phase: 'idle' } },
    `Nothing is asked about ${feature} any more: it ${status === 'removed' ? 'was removed' : `is ${status}`}.`,
  )
  return status === 'todo' ? triedAgain(closed, feature) : closed
}

type Found = Feature['status'] | 'removed'

const statusIn = (documents: Documents | null, feature: string): Found =>
  documents?.features?.find(({ id }) => id === feature)?.status ?? 'removed'

const isAnAnswer = (status: Found): boolean =>
  status === 'removed' || status === 'blocked' || status === 'passed' || status === 'todo'
