/** Every kind of state that matters for a decision, with each of the seven decisions: which it allows, and which it refuses. */

import { describe, expect, it } from 'vitest'
import { nextDecision } from '../decisions/decisions.ts'
import { mission } from '../playbook.ts'
import { decisionNames, subjectOfDecision } from '../state/decision.ts'
import type { Outcome } from '../state/effects.ts'
import type { MissionInput } from '../state/input.ts'
import type { MissionState } from '../state/state.ts'
import { type Kind, kinds } from '../test-support/decision-kinds.ts'
import { decisionReasons, reasonsLike } from '../test-support/decision-reasons.ts'
import { given } from '../test-support/given.ts'
import {
  answers,
  answersGate,
  type Deed,
  decidesTo,
  type Happening,
  works,
} from '../test-support/happenings.ts'
import { planned } from '../test-support/shelf.ts'

/** The decision that is written down, and by whom. */
const written = ({ at }: MissionState): string | null => {
  if (at.phase !== 'decided') return null
  return [at.decision.name, subjectOfDecision(at.decision) ?? '', `(${at.by})`]
    .filter((part) => part !== '')
    .join(' ')
}

type Happenings = NonNullable<Kind['story']>

/** Every decision of a story, as `NEXT_WORKER F-001 (rules)`, with the sentence that says why. */
function journal({ shelf, told }: Kind, story: Happenings, orchestrator: MissionInput['orchestrator']) {
  const decisions: { readonly what: string; readonly reason: string }[] = []
  const scene = given(shelf, story, { ...told, orchestrator }, (event) => {
    if (event.type !== 'CommandIssued' || event.command.type !== 'EditDocuments') return
    const { decision } = event.command
    if (decision === null) return
    const what = [decision.decision, decision.subject ?? '', `(${decision.by})`].filter((part) => part !== '')
    decisions.push({ what: what.join(' '), reason: decision.reason })
  })
  return { ...scene, decisions }
}

const obeys: Happening = {
  ...answers('orchestrator', null, {}),
  make: (command, at, scene) => {
    const decision = nextDecision(scene.state)
    if (decision === null) throw new Error('there is nothing to decide')
    return decidesTo(decision.name, subjectOfDecision(decision)).make(command, at, scene)
  },
}

/** The same story, with an agent that has chosen what the rules would, until it is asked about the state in question. */
function reached(kind: Kind): ReturnType<typeof journal> {
  const story: (Happening | Deed)[] = []
  let told = journal(kind, story, 'agent')
  for (const happening of kind.story ?? []) {
    for (; told.state.at.phase === 'orchestrate'; told = journal(kind, story, 'agent')) story.push(obeys)
    story.push(happening)
    told = journal(kind, story, 'agent')
  }
  return told
}

/** Each decision about everything that there is, and about what there is not. */
const pairs = decisionNames.flatMap((name) =>
  [null, 'F-001', 'F-002', 'F-003', 'F-009', 'look', 'nowhere'].map((subject) => ({ name, subject })),
)
const nameOf = ({ name, subject }: (typeof pairs)[number]): string =>
  subject === null ? name : `${name} ${subject}`

const isForced = ([first = '']: readonly string[]): boolean => /^(CHECKPOINT|ESCALATE)/.test(first)
const byRules = Object.entries(kinds).filter(([, { allows }]) => allows.length > 0)
const byAgent = byRules.filter(([, { allows }]) => !isForced(allows))
const asNobody = Object.entries(kinds).filter(([, { allows }]) => allows.length === 0)

describe('MI-04 every pair of state and decision', () => {
  it.each(byRules)('the rules decide where %s, in one sentence', (_name, kind) => {
    const { allows } = kind
    const before = reached(kind)
    // An agent is not asked about a checkpoint or an escalation: then that is the last one.
    const nth = before.decisions.length - (isForced(allows) ? 1 : 0)
    const expected = `${allows[0]} (rules)`
    if (isForced(allows)) expect(before.decisions[nth]?.what).toBe(expected)
    const decision = journal(kind, kind.story ?? [], 'rules').decisions[nth]
    expect(decision?.what).toBe(expected)
    expect(decision?.reason).toMatch(/^[A-Z0-9“].*[^.?!][.?!]$/)
  })

  it.each(asNobody)('nothing is decided where %s', (_name, kind) => {
    expect(nextDecision(journal(kind, kind.story ?? [], 'rules').state)).toBeNull()
    expect(reached(kind).state.at.phase).toBe('idle')
  })

  it.each(byAgent)('an agent may choose what is possible, and nothing else, where %s', (_name, kind) => {
    const scene = reached(kind)
    const { iteration, documents } = scene.state
    expect(scene.state.at).toEqual({ phase: 'orchestrate', refused: null })
    const there = new Set(documents?.features?.map(({ id }) => id))
    for (const pair of pairs) {
      const name = nameOf(pair)
      const { subject } = pair
      const answered = (state: MissionState): MissionState => {
        const decision = mission.decide(state)
        const asked = decision.type === 'perform' ? decision.commands : []
        const chooses = decidesTo(pair.name, subject)
        const command = asked.find(chooses.claims)
        if (command === undefined) throw new Error('nobody is asked')
        return mission.evolve(state, chooses.make(command, 0, scene) as Outcome)
      }
      const first = answered(scene.state)
      // A person may be asked at any time, about whatever there is.
      if (
        kind.allows.includes(name) ||
        (pair.name === 'ESCALATE' && (subject === null || there.has(subject)))
      ) {
        expect(written(first), name).toBe(`${name} (agent)`)
        continue
      }
      expect(first.at, name).toEqual({ phase: 'orchestrate', refused: `${name} is not possible now.` })
      const second = answered(first)
      expect(written(second), name).toBe(`${kind.allows[0]} (rules)`)
      expect(second.notes.at(-1)).toBe(
        `The orchestrator was overruled in iteration ${iteration + 1}: ${name} is not possible now.`,
      )
    }
  })

  it('the kinds have each reason for which the rules decide', () => {
    const told = byRules.flatMap(([, kind]) => journal(kind, kind.story ?? [], 'rules').decisions)
    const had = new Set(told.flatMap(({ reason }) => reasonsLike(reason)))
    expect(Object.keys(decisionReasons).filter((name) => !had.has(name))).toEqual([])
  })

  it('the kinds have each decision by the rules and by an agent, and each refused', () => {
    const names = (allowed: readonly string[]) => new Set(allowed.map((name) => name.split(' ')[0]))
    expect(names(byRules.flatMap(([, { allows }]) => allows.slice(0, 1)))).toEqual(new Set(decisionNames))
    expect(names(byAgent.flatMap(([, { allows }]) => [...allows, 'ESCALATE']))).toEqual(
      new Set(decisionNames),
    )
  })
})

const two = planned('F-001', 'F-002')

describe('MI-04, MI-10 a person who is asked about a feature by an orchestrator', () => {
  const agent = { orchestrator: 'agent' } as const
  const asksAbout = decidesTo('ESCALATE', 'F-001', 'I do not know.')
  it('is told which, and what they answer reaches its worker', () => {
    const story = given(two, [asksAbout], agent)
    expect(story.shelf.escalation).toMatchObject({
      feature: 'F-001',
      question: 'I do not know. How is it to go on?',
    })
    const heard = given(two, [asksAbout, answersGate('grant', 'Use port 8080.'), obeys], agent)
    heard.wants('worker work/F-001/1')
    expect(heard.envelope()).toContain('A person says: Use port 8080.')
  })
  it('does not stop who works on it meanwhile', () => {
    const beside = { ...agent, isolation: { onPass: 'merge', useWorktrees: true, lanes: 2 } } as const
    const asked = [obeys, asksAbout, answersGate('grant', 'Use port 8080.')]
    expect(given(two, asked, beside).state.flights).toMatchObject([{ step: { type: 'work' } }])
    expect(given(two, [...asked, works('F-001')], beside).state.flights).toMatchObject([
      { step: { type: 'rest', why: 'worked' } },
    ])
  })
})
