import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkStoredEvent, parseStoredEvent } from './stored-event.ts'

const sound = [
  {
    type: 'RunStarted',
    at: 1,
    runId: 'r',
    playbook: 'delivery',
    playbookVersion: 1,
    input: { any: 'thing' },
  },
  { type: 'CommandIssued', at: 2, command: { type: 'WakeAt', id: 'r/p/s/1', at: 3, why: '' } },
  { type: 'TimerFired', at: 3, commandId: 'r/p/s/1' },
  { type: 'RunInterrupted', at: 4, reason: 'signal', spent: [] },
  { type: 'RunResumed', at: 5, until: null },
  { type: 'RunEnded', at: 6, end: { outcome: 'done' } },
]

describe('QA-03 events from disk', () => {
  it.each(sound)('are believed when they have what every reader leans on: $type', (event) => {
    expect(parseStoredEvent(JSON.stringify(event))).toEqual({ ok: true, event })
  })

  it.each([
    [{ at: 1 }, 'type: expected the name of an event, found nothing'],
    [{ type: 7, at: 1 }, 'type: expected the name of an event, found 7'],
    [{ type: 'TimerFired', commandId: 'x' }, 'at: expected milliseconds since the epoch, found nothing'],
    [{ type: 'TimerFired', at: '1', commandId: 'x' }, 'at: expected milliseconds since the epoch, found "1"'],
    [{ type: 'TimerFired', at: 1, commandId: 7 }, 'commandId: expected a text, found 7'],
    [{ type: 'CommandIssued', at: 1 }, 'command: expected an object, found nothing'],
    [
      { type: 'CommandIssued', at: 1, command: { type: 'WakeAt' } },
      'command.id: expected a text, found nothing',
    ],
    [{ type: 'CommandIssued', at: 1, command: { id: 'x' } }, 'command.type: expected a text, found nothing'],
    [
      { type: 'RunStarted', at: 1, runId: 'r', playbook: 'p' },
      'playbookVersion: expected a whole number, found nothing',
    ],
    [{ type: 'RunEnded', at: 1, end: null }, 'end: expected an object, found null'],
    [[], 'expected an event, found an empty list'],
    [null, 'expected an event, found null'],
  ])('are refused with the field that is wrong: %j', (event, problem) => {
    expect(checkStoredEvent(event)).toEqual({ ok: false, problem, newer: false })
  })

  it('are believed if they are the outcome of a command, whatever its name', () => {
    const event = { type: 'SpikeJudged', at: 1, commandId: 'r/judge/s/1' }
    expect(checkStoredEvent(event)).toEqual({ ok: true, event })
  })

  it('of a kind that only a newer version knows are told apart from damage', () => {
    expect(checkStoredEvent({ type: 'LaneTeleported', at: 1 })).toEqual({
      ok: false,
      problem: 'the event "LaneTeleported" is not known here',
      newer: true,
    })
    expect(checkStoredEvent({ type: 'toString', at: 1 })).toMatchObject({ ok: false, newer: true })
  })

  it('never crash the reader, whatever stands there', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => typeof parseStoredEvent(text).ok === 'boolean'),
    )
    fc.assert(fc.property(fc.anything(), (value) => typeof checkStoredEvent(value).ok === 'boolean'))
  })
})
