import { describe, expect, it } from 'vitest'
import { renderEnvelope, sharedPrefixRatio } from '../../../kernel/envelope.ts'
import { missionRoles } from '../state/input.ts'
import { given } from '../test-support/given.ts'
import {
  answersGate,
  crosschecks,
  curates,
  debugs,
  decidesTo,
  type Happening,
  passes,
  plans,
  refutes,
  reviewsPlan,
  rules,
  works,
} from '../test-support/happenings.ts'
import { feature, planned, unplanned } from '../test-support/shelf.ts'

const ids = Array.from({ length: 12 }, (_, nth) => `F-${String(nth + 1).padStart(3, '0')}`)
const bare = planned(
  ...ids.map((id) => feature(id, { description: 'What it does, in a few sentences. '.repeat(4) })),
)
const plan = {
  ...bare,
  contract: (bare.contract ?? []).map((one) => ({
    ...one,
    assertion: `${one.id} holds: a member who brings a tool back late is told so.`,
    verify: 'Start the product, bring a tool back late, and read what the page says.',
  })),
}

const sends = (id: string) => [decidesTo('NEXT_WORKER', id), works(id), decidesTo('NEXT_VALIDATOR', id)]
const passed = (...features: readonly string[]): readonly Happening[] =>
  features.flatMap((id) => [...sends(id), passes(id), crosschecks(id, 'PASS')])

/** After three workers a debugger and an architect look at it, after two more a person is asked, and says how it goes on. */
const escalated = (id: string): readonly Happening[] => {
  const fails = [...sends(id), refutes(id)]
  return [
    ...fails,
    ...fails,
    ...fails,
    decidesTo('NEXT_ARCHITECT', id),
    debugs(id, 'The clock is wrong.'),
    rules(id, { claim: `VAL-${id}` }),
    ...fails,
    ...fails,
    curates(),
    answersGate('grant', 'It is late from the day after it is due.'),
    ...passed(id),
  ]
}

/** Two features are put to a person, and the curator is called after every two merges. */
const happenings: readonly Happening[] = [
  plans(plan),
  reviewsPlan('accept-with-notes', 'Mind the cache.'),
  ...passed('F-001', 'F-002'),
  curates(),
  ...escalated('F-003'),
  ...passed('F-004'),
  curates(),
  ...passed('F-005', 'F-006'),
  curates(),
  ...passed('F-007', 'F-008'),
  curates(),
  ...escalated('F-009'),
  ...passed('F-010'),
  curates(),
  ...passed('F-011', 'F-012'),
  decidesTo('DONE', null),
  curates(),
]

/** No longer than the text of the role in `roles/`, which the shell puts in front of what core tells. */
const ownText = (role: string): string =>
  'What the role is to do. '.repeat(Math.floor((ownLengths[role] ?? 600) / 24))

/** In characters; 600 if absent, as long as the shortest. */
const ownLengths: Readonly<Record<string, number>> = { architect: 960, curator: 1_181, debugger: 788 }

/** By role, how much of each call is what the call before it began with. */
function sharedByRole() {
  const last = new Map<string, string>()
  const ratios = new Map<string, readonly number[]>()
  const story = given(
    unplanned({ spec: 'A spec of a page or two. '.repeat(120) }),
    happenings,
    {
      orchestrator: 'agent',
      crosscheck: true,
      curateEvery: 2,
      documenter: 'feature',
      promptOverrides: Object.fromEntries(missionRoles.map((role) => [role, ownText(role)])),
    },
    (event) => {
      if (event.type !== 'CommandIssued' || event.command.type !== 'RunAgent') return
      const { role, slices } = event.command
      const [earlier, later] = [last.get(role), renderEnvelope(slices)]
      last.set(role, later)
      if (earlier !== undefined)
        ratios.set(role, [...(ratios.get(role) ?? []), sharedPrefixRatio(earlier, later)])
    },
  )
  return { story, ratios }
}

const mean = (ratios: readonly number[] = []): number =>
  ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length

describe('MI-24 over a mission that is put to a person twice, with a curator meanwhile', () => {
  const { story, ratios } = sharedByRole()
  it('every role is called again that is called for more than the plan', () => {
    expect(story.ends()).toMatchObject({ outcome: 'done' })
    expect(story.log.filter((line) => line.startsWith('AskHuman gate/escalation'))).toHaveLength(2)
    expect([...ratios.keys()].sort()).toEqual([
      'architect',
      'crosscheck',
      'curator',
      'debugger',
      'documenter',
      'orchestrator',
      'validator',
      'worker',
    ])
  })
  it.each([...ratios.keys()])('the %s shares at least 0.95 of its envelopes with the one before', (role) =>
    expect(mean(ratios.get(role))).toBeGreaterThan(0.95),
  )
})
