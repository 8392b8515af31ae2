/** What others did while a decision was written down, or before the run looked: it is decided again, and believed no more than it shows. */
import { describe, expect, it } from 'vitest'
import { cannot, ending, resumes } from '../../../test-support/story.ts'
import { edited } from '../documents/known-documents.ts'
import { remembering } from '../documents/memory.ts'
import type { EditMission } from '../state/edit-mission.ts'
import type { DocumentEdit } from '../state/mission-document.ts'
import { decisionsIn, given } from '../test-support/given.ts'
import {
  answersGate,
  done,
  edits,
  type Happening,
  passes,
  plans,
  refutes,
  reviewsPlan,
  type Scene,
  works,
} from '../test-support/happenings.ts'
import { entry, feature, planned, type Shelf } from '../test-support/shelf.ts'

const one = planned('F-001')
const two = planned('F-001', 'F-002')

/** A person edits both documents while this decision is written down, and fixes that it makes may not be taken. */
const writtenAmid = (name: string, edit: (shelf: Shelf) => Shelf, isRefused = false): Happening =>
  ending<Scene, 'EditDocuments'>(
    'EditDocuments',
    null,
    (told, at, scene) => {
      const command = told as EditMission
      const isTaken = ({ type }: DocumentEdit): boolean => !(isRefused && type.startsWith('add-'))
      const wanted = command.edits.map((one) => one.edit)
      scene.shelf = edit({ ...scene.shelf, ...edited(scene.shelf, wanted.filter(isTaken)) })
      return {
        type: 'DocumentsEdited',
        at,
        commandId: command.id,
        digests: { features: null, contract: null },
        written: [],
        refused: wanted.flatMap((one, index) =>
          isTaken(one) ? [] : [{ edit: index, reason: 'edited', detail: 'it was edited', problems: [] }],
        ),
      }
    },
    (told) => (told as EditMission).decision?.decision === name,
  )
const names = (decisions: readonly string[]): readonly string[] =>
  decisions.map((decision) => decision.replace(/:.*$/, ''))

describe('MI-04 a decision that others made pointless', () => {
  it('DONE, where a feature came to it meanwhile', () => {
    const adds = (shelf: Shelf): Shelf => ({
      ...shelf,
      features: [...(shelf.features ?? []), feature('F-002')],
      contract: [...(shelf.contract ?? []), entry('VAL-F-002')],
    })
    const overtaken = [...done('F-001'), writtenAmid('DONE', adds)]
    given(one, overtaken).wants('worker work/F-002/1')
  })
  it('ESCALATE, where somebody unblocked it meanwhile', () => {
    const blocked = planned(feature('F-001', { status: 'blocked' }))
    const unblocks = (shelf: Shelf): Shelf => ({ ...shelf, features: one.features })
    given(blocked, [writtenAmid('ESCALATE', unblocks)]).wants('worker work/F-001/1')
  })
  it('MI-09 CONVERTED, where the fix was not written down: it is still to be made', () => {
    const grave = [{ severity: 'critical', title: 'It deletes everything', detail: '' }] as const
    const story = [
      works('F-001'),
      passes('F-001', { issues: grave }),
      writtenAmid('CONVERTED', (shelf) => shelf, true),
    ]
    expect(names(decisionsIn(one, story)).slice(2, 4)).toEqual(['CONVERTED', 'CONVERTED'])
  })
})

describe('MI-07 what the documents say', () => {
  const passed = planned(feature('F-001', { status: 'passed' }))
  const carried = { proven: { 'VAL-F-001': 'VAL-F-001 holds' }, landed: ['F-001'] }
  const shown = (evidence: string): Shelf => ({
    ...passed,
    contract: [entry('VAL-F-001', { status: 'PASS', evidence })],
  })
  it('counts as passed only with what was seen, also if a validator has seen it', () => {
    expect(names(decisionsIn(shown('it says "200"'), [], { carried }))).toEqual(['DONE'])
    expect(names(decisionsIn(shown('It works.'), [], { carried }))[0]).toBe('NEXT_VALIDATOR F-001')
  })
  it('counts nothing of an earlier plan for a new one, though a claim is called the same', () => {
    const { state } = given(
      shown('it says "200"'),
      [answersGate('refuse', 'Smaller.'), plans(one), reviewsPlan('accept')],
      { carried, checkpoints: [{ name: 'look', triggerOn: 'post-planner', features: null }] },
    )
    expect(state).toMatchObject({ proven: {}, landed: [] })
  })
})

describe('MI-02 a plan that is called rejected while it is built', () =>
  it('is not reviewed again in the midst of it', () => {
    const rejects = edits((shelf) => ({ ...shelf, facts: { ...shelf.facts, planVerdict: 'reject' } }))
    given(two, [works('F-001'), refutes('F-001'), rejects, resumes]).wants('worker work/F-001/2')
  }))

describe('MI-13 a lane that was taken away with the work in it', () =>
  it('has nothing to validate: its worker starts again', () =>
    given(one, [works('F-001'), cannot('SyncLane', 'F-001', 'lane-gone')]).wants('worker work/F-001/2')))

describe('MI-14 what a curator is told', () =>
  it('is the newest of what roles said, as many as one can read at once', () => {
    const said = Array.from({ length: 250 }, (_, nth) => `entry ${nth}`)
    const about = { commandId: given(one).command('RunAgent').id, role: 'worker', at: 0 }
    const { raw, outbox } = said.reduce((state, text) => remembering(state, about, text), given(one).state)
    expect(raw.map(({ text }) => text)).toEqual(said.slice(-200))
    expect(outbox).toHaveLength(250)
  }))
