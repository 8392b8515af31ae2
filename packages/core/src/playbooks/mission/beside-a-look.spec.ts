import { describe, expect, it } from 'vitest'
import type { DocumentsEdited } from '../../effects/edit-documents.ts'
import type { AgentFailed } from '../../effects/run-agent.ts'
import type { AgentErrorKind } from '../../kernel/agent.ts'
import type { CommandId } from '../../kernel/ids.ts'
import { spending } from '../../test-support/outcomes.ts'
import { namesOf } from './changed-by-others.ts'
import type { Command, Event } from './effects.ts'
import type { MissionReading } from './mission-contents.ts'
import type { ContractEntry } from './mission-document.ts'
import { mission } from './playbook.ts'
import type { MissionState } from './state.ts'
import { given } from './test-support/given.ts'
import { edits, meanwhile, works } from './test-support/happenings.ts'
import { planned } from './test-support/shelf.ts'

const two = planned('F-001', 'F-002')
const isolation = { onPass: 'merge', useWorktrees: true, lanes: 2 } as const
const at = Date.UTC(2026, 10, 16, 15)

const wanted = (state: MissionState): readonly Command[] => {
  const decision = mission.decide(state)
  return decision.type === 'perform' ? decision.commands : []
}
const hearing = (state: MissionState, ...events: readonly Event[]): MissionState =>
  events.reduce(mission.evolve, state)
const one = <Type extends Command['type']>(state: MissionState, type: Type) => {
  const command = wanted(state).find((it): it is Extract<Command, { type: Type }> => it.type === type)
  if (command === undefined) throw new Error(`${type} is not wanted`)
  return command
}
const issued = (command: Command): Event => ({ type: 'CommandIssued', at, command })
const resumed: Event = { type: 'RunResumed', at, until: null }

const failed = (id: string, kind: AgentErrorKind = 'unknown'): AgentFailed => ({
  type: 'AgentFailed',
  at,
  commandId: id as CommandId,
  role: 'worker',
  error: { kind, message: 'It fell over.' },
  spending: spending(),
})

/** Nothing has changed, unless a person reworded the contract. */
const read = (state: MissionState, reworded?: string): readonly Event[] => {
  const { id, known } = one(state, 'ReadDocuments')
  const same = (digest: string | null) => ({ digest: digest ?? '', changed: null })
  const content = (state.documents?.contract ?? []).map(
    (entry): ContractEntry => ({ ...entry, assertion: reworded ?? entry.assertion }),
  )
  const { planVerdict: verdict, planNotes: notes = [], fired, hooks } = state.facts
  const documents: MissionReading = {
    spec: same(known.spec),
    features: same(known.features),
    contract: reworded === undefined ? same(known.contract) : { digest: reworded, changed: { content } },
    memory: same(known.memory),
    review: { digest: '', changed: { content: verdict === null ? null : { verdict, notes } } },
    checkpoints: { digest: '', changed: { content: fired } },
  }
  const commandId = id.replace('/read/', '/look/') as CommandId
  return [
    { type: 'DocumentsRead', at, commandId: id, documents },
    { type: 'BaseLooked', at, commandId, unmerged: state.unmerged, hooks },
  ]
}

/** The look at the end, when no program works any more. */
const wrote = (state: MissionState): DocumentsEdited => {
  const { id, documents } = one(state, 'EditDocuments')
  const digests = Object.fromEntries(
    Object.entries(documents).map(([name, { expected }]) => [name, expected]),
  )
  return { type: 'DocumentsEdited', at, commandId: id, digests, written: [], refused: [] }
}

describe('MI-07 who works while the documents are looked at', () => {
  it('may write after that and end before it is known: what comes of it is asked about', () => {
    const atWork = hearing(given(two, [meanwhile]).state, resumed)
    const looking = hearing(atWork, issued(one(atWork, 'ReadDocuments')))
    const ended = hearing(looking, ...looking.calls.map((id) => failed(id)))
    const looked = hearing(ended, ...read(ended), resumed)
    expect(looked.changes).toEqual([])
    const again = hearing(looked, issued(one(looked, 'ReadDocuments')), ...read(looked, 'Anything goes'))
    expect(namesOf(again.changes)).toContain('VAL-F-001 says something else')
  })

  it('and what others changed meanwhile is read again, and missed if it is gone by then', () => {
    const atWork = hearing(given(two, [meanwhile]).state, resumed)
    const looked = hearing(atWork, issued(one(atWork, 'ReadDocuments')), ...read(atWork))
    const left = hearing(looked, ...looked.calls.map((id) => failed(id, 'auth')))
    const found = hearing(left, { ...wrote(left), digests: { features: null } })
    const { known } = one(found, 'ReadDocuments')
    expect(known).toEqual({ ...left.digests, features: 'changed', review: null, checkpoints: null })
  })

  const reworded = edits((shelf) => ({
    ...shelf,
    contract: (shelf.contract ?? []).map((entry) => ({ ...entry, assertion: 'It may work' })),
  }))
  const asked = () => given(two, [meanwhile, reworded, works('F-001')], { isolation }).state
  const granted = (state: MissionState) =>
    hearing(state, {
      type: 'GateAnswered',
      at,
      commandId: one(state, 'AskHuman').id,
      answer: { choice: 'grant', reason: '', by: 'ada' },
    })

  it('is not sent between a grant and the reading of what was granted', () => {
    const before = asked()
    const limited = hearing(before, ...before.calls.map((id) => failed(id, 'network')))
    const woken = granted(hearing(limited, issued(one(limited, 'EditDocuments')), wrote(limited)))
    const due = one(woken, 'WakeAt').id
    const awake = hearing(woken, { type: 'TimerFired', at, commandId: due })
    expect(wanted(awake).map(({ type }) => type)).toEqual(['ReadDocuments'])
    expect(wanted(hearing(awake, ...read(awake))).map(({ type }) => type)).toContain('RunAgent')
  })

  it('and ends before what was granted is read, has written what nobody has granted', () => {
    const state = granted(asked())
    expect(hearing(state, ...read(state)).changes).toEqual([])
    const [call = ''] = state.calls
    const ended = hearing(state, failed(call))
    expect(namesOf(hearing(ended, ...read(ended, 'Anything goes')).changes)).toContain(
      'VAL-F-001 says something else',
    )
  })
})
