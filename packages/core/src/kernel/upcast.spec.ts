import { describe, expect, it } from 'vitest'
import type { AnyCommand, EventOf } from './effect.ts'
import { asRunId, commandId } from './ids.ts'
import { readsVersion, type Upcast, upcaster } from './upcast.ts'

type AnyEvent = EventOf<AnyCommand>

const runId = asRunId('20261117-120000')
const started = (playbookVersion: number): AnyEvent => ({
  type: 'RunStarted',
  at: 1,
  runId,
  playbook: 'spike',
  playbookVersion,
  input: null,
})
const resumed = (playbookVersion: number): AnyEvent => ({
  type: 'RunResumed',
  at: 3,
  until: null,
  playbookVersion,
})
const ended = (said: Readonly<Record<string, unknown>>): AnyEvent => ({
  type: 'Tried',
  at: 2,
  commandId: commandId(runId, 'try', 'a', 1),
  ...said,
})
/** A field got another name, then another form. */
const renamed: Upcast = {
  from: 1,
  event: (event) => ('mark' in event ? ended({ score: event.mark }) : event),
}
const scaled: Upcast = {
  from: 2,
  event: (event) =>
    'score' in event && typeof event.score === 'number' ? ended({ score: event.score * 10 }) : event,
}
const playbook = { version: 3, upcasts: [scaled, renamed] }

const readBy = (events: readonly AnyEvent[]): readonly AnyEvent[] => events.map(upcaster(playbook))

describe('events of an older version are upcast on reading', () => {
  it('by each step from their version to this one', () =>
    expect(readBy([started(1), ended({ mark: 4 })])[1]).toEqual(ended({ score: 40 })))
  it('and not by the steps of versions before theirs', () =>
    expect(readBy([started(2), ended({ score: 4 })])[1]).toEqual(ended({ score: 40 })))
  it('an event of this version stays as it is', () =>
    expect(readBy([started(3), ended({ score: 4 })])[1]).toEqual(ended({ score: 4 })))
  it('after a resume by this version events are its own', () =>
    expect(readBy([started(1), ended({ mark: 4 }), resumed(3), ended({ score: 7 })])).toEqual([
      started(3),
      ended({ score: 40 }),
      resumed(3),
      ended({ score: 7 }),
    ]))
})

describe('the start of a run and each resume', () => {
  it('say the version of the reader after they are upcast', () =>
    expect(readBy([started(1), resumed(2), resumed(3)])).toEqual([started(3), resumed(3), resumed(3)]))
  it('are left alone if a step is missing, or if they are newer', () => {
    expect([started(0), started(4)].map(upcaster(playbook))).toEqual([started(0), started(4)])
  })
})

describe('a version can be read', () => {
  it('if no step is missing', () => expect(readsVersion(playbook, 1)).toBe(true))
  it('not if a step is missing', () => expect(readsVersion({ version: 3, upcasts: [scaled] }, 1)).toBe(false))
  it('not if it is newer', () => expect(readsVersion(playbook, 4)).toBe(false))
})
