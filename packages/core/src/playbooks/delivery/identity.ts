/** Owns the name, version and roles of a delivery. */
import { isAgentFinished } from '../../effects/run-agent.ts'
import type { PlaybookIdentity } from '../../kernel/playbook-identity.ts'
import type { Upcast } from '../../kernel/upcast.ts'
import type { AgentFinished } from './effects.ts'
import { defaultTiers, deliveryRoles, roleDuties } from './input.ts'

const saysNothing = { kind: 'review', findings: [], sentinel: false }

const isProseReview = (event: Parameters<Upcast['event']>[0]): boolean =>
  isAgentFinished(event) && event.role === 'reviewer' && (event as AgentFinished).answer.kind === 'text'

function withEarlierDisputes(event: Parameters<Upcast['event']>[0]): ReturnType<Upcast['event']> {
  if (!isAgentFinished(event)) return event
  const finished = event as AgentFinished
  const { answer } = finished
  if (answer.kind !== 'dispute') return event
  const disputes = answer.disputes.map((one) => ({ ...one, isEarlier: true }) as const)
  const read: AgentFinished = { ...finished, answer: { ...answer, disputes } }
  return read
}

export const deliveryIdentity: PlaybookIdentity = {
  name: 'delivery',
  version: 9,
  upcasts: [
    // Version 7 keeps what agents said: all events of version 6 tell that already.
    { from: 6, event: (event) => event },
    // Version 8 makes a finding of a review in prose. Before, it was a review that says nothing.
    { from: 7, event: (event) => (isProseReview(event) ? { ...event, answer: saysNothing } : event) },
    // Version 9 does not guess which finding a dispute means, and keeps what both sides said first.
    { from: 8, event: withEarlierDisputes },
  ],
  roles: deliveryRoles.map((role) => ({ role, ...roleDuties[role], tier: defaultTiers[role] })),
}
