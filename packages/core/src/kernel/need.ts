/** Owns what an agent may ask of a person, and which wishes it must settle itself. */

import { exitCode } from './exit-code.ts'
import type { Gate, GateChoice } from './gate.ts'
import { grantOrRefuse } from './gate-choices.ts'

export const needKinds = ['credential', 'consent', 'payment', 'judgment'] as const
export type NeedKind = (typeof needKinds)[number]

export interface Need {
  /** Null if what the agent asks for is of no kind that only a person can give. */
  readonly kind: NeedKind | null
  readonly what: string
  readonly why: string
  readonly how: string
}

/** A wish that no person is needed for; a judgment without a reason why it takes one is none either. */
export const isAgentsOwn = (need: Need): boolean =>
  need.kind === null || (need.kind === 'judgment' && need.why.trim() === '')

const describeNeed = (need: Need): string =>
  [
    `**What:** ${need.what}`,
    ...(need.why === '' ? [] : [`**Why:** ${need.why}`]),
    ...(need.how === '' ? [] : [`**How to give it:** ${need.how}`]),
  ].join('\n')

export const isNeedGate = (gate: Pick<Gate, 'name'>): boolean => gate.name.startsWith('need-')

export const needChoices = (role: string): readonly GateChoice[] =>
  grantOrRefuse({
    onGrant: `the ${role} goes on and is told what you answer (-m); put no secret there, but in the place that the need names`,
    onRefuse: 'the run ends as blocked; its lane is kept',
  })

/** `waiting` names the work that waits for the answer. */
export const needGate = (need: Need, role: string, waiting: string): Gate => ({
  name: `need-${need.kind ?? 'judgment'}`,
  question: `The ${role} needs a person (${need.kind ?? 'judgment'}): ${need.what}`,
  detail: `${describeNeed(need)}\n**What waits for it:** ${waiting}`,
  choices: needChoices(role),
  digest: null,
  exitCode: exitCode.escalated,
})
