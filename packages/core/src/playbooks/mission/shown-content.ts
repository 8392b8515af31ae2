/**
 * Owns that a grant counts only for the content that the person was shown. The run holds the grant until it has read the
 * documents again. If they are other ones by then, the run asks again, and keeps what the person wrote.
 */

import { shortDigest } from '../../kernel/gate-answer.ts'
import { planDigest } from './gates.ts'
import { withWord } from './memory.ts'
import type { MissionReading } from './mission-contents.ts'
import type { HeldGrant, MainStep, MissionState } from './state.ts'
import { noted } from './state.ts'

/** The digest of what the gate is about, as it was just read. */
const digestNow = ({ gate }: HeldGrant, { spec, features, contract }: MissionReading): string | null =>
  gate.about.type === 'spec'
    ? spec.digest
    : planDigest({ digests: { features: features.digest, contract: contract.digest } })

/** The run itself may have written to the plan since it asked: its own edits are no other content. */
export function isAsShown(state: MissionState, grant: HeldGrant, read: MissionReading): boolean {
  const { about, gate, isOutdated } = grant.gate
  const shown = about.type === 'spec' ? gate.digest : planDigest(state)
  return isOutdated !== true && digestNow(grant, read) === shown
}

/** After a look that found the plan changed by others: an open question about it is about an earlier plan. */
export function outdated(main: MainStep): MainStep {
  if (main.type === 'gate')
    return main.gate.digest === null || main.about.type === 'spec' ? main : { ...main, isOutdated: true }
  if ((main.type !== 'read' && main.type !== 'look') || main.grant === undefined) return main
  const { gate } = main.grant
  return gate.about.type === 'spec'
    ? main
    : { ...main, grant: { ...main.grant, gate: { ...gate, isOutdated: true } } }
}

/** The question is open again. A changed spec is asked about at every reading, so it needs nothing here. */
export function unanswered(before: MissionState, grant: HeldGrant, read: MissionReading): MissionState {
  const { gate, event } = grant
  const { about } = gate
  const { name, digest } = gate.gate
  const now = digestNow(grant, read)
  const state: MissionState = noted(
    { ...withWord(before, event, `At ${name}`, event.answer.reason), isTaking: false },
    `${name} is not granted: the question was about ${shortDigest(digest ?? '')}, and ${now === null ? 'that is gone' : `the content is ${shortDigest(now)} now`}.`,
  )
  switch (about.type) {
    case 'checkpoint':
      return { ...state, due: [about.checkpoint, ...state.due] }
    case 'escalation': {
      const what = 'the plan was edited after a person was asked'
      const others = state.changes.filter((one) => one.what !== what)
      return { ...state, changes: [...others, { what, detail: [] }] }
    }
    case 'spec':
      return state
  }
}
