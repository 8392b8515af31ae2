import { asRunId, commandId } from '@harness/core/kernel/ids'
import type { HandbookRead } from '@harness/core/playbooks/handbook/documents'
import type { Command, Event } from '@harness/core/playbooks/handbook/effects'
import type { HandbookState } from '@harness/core/playbooks/handbook/state'
import { describe, expect, it } from 'vitest'
import type { Checker } from '../../engine/checker.ts'
import { closesKept } from './closes-kept.ts'
import { doneHonestly } from './done-honestly.ts'
import { plainHandbook, plainInput } from './input.ts'
import { limitsHold } from './limits-hold.ts'
import { orderKept } from './order-kept.ts'
import { tickedWithEvidence } from './ticked-with-evidence.ts'

const idOf = (part: string, subject: string) => commandId(asRunId('r'), part, subject, 1)
const sent = (subject: string, part = 'work'): Event =>
  ({
    type: 'CommandIssued',
    at: 0,
    command: { type: 'RunAgent', id: idOf(part, subject) } as Command,
  }) as Event
const ended = (subject: string, part = 'work'): Event =>
  ({ type: 'AgentFinished', at: 0, commandId: idOf(part, subject), answer: { kind: 'text' } }) as Event
const stopped = (subject: string): Event =>
  ({
    type: 'RunInterrupted',
    at: 0,
    reason: 'signal',
    spent: [{ commandId: idOf('work', subject) }],
  }) as unknown as Event
const read = (done: readonly string[], at = 0): Event => {
  const prompts = plainHandbook.handbook.prompts.map((one) => ({
    ...one,
    box: done.includes(one.id) ? ('done' as const) : one.box,
  }))
  const handbook = { digest: 'd', changed: { content: { ...plainHandbook.handbook, prompts } } }
  const documents = { handbook }
  return { type: 'DocumentsRead', at, commandId: idOf('read', 'handbook'), documents } as unknown as Event
}
const complaint = (checker: Checker<HandbookState>, ...events: readonly Event[]): string | null =>
  events.map((event, index) => checker.durable?.(event, index, '') ?? null).find((one) => one !== null) ??
  null

describe('order kept', () => {
  it.each([
    ['phases that overlap', [sent('0.1'), sent('1.1')], 'phases'],
    ['a ninth agent', Array.from({ length: 9 }, (_, nth) => sent(`1.${nth}`)), '9 agents'],
    ['a shape beside a craft', [read(['0.1', '1.1', '1.2']), sent('2.1'), sent('2.2')], 'beside others'],
    ['an agent for a ticked box', [read(['0.1']), sent('0.1')], 'which is done'],
    ['a phase that is begun too early', [read(['0.1']), sent('2.1')], 'while 1.1 is open'],
  ])('finds %s', (_name, events, said) => expect(complaint(orderKept(), ...events)).toContain(said))
  it('finds nothing in critiques side by side, one phase after the other', () =>
    expect(
      complaint(orderKept(), read([]), sent('0.1'), ended('0.1'), read(['0.1']), sent('1.1'), sent('1.2')),
    ).toBeNull())
  it('a call that was stopped does not work any more', () =>
    expect(complaint(orderKept(), sent('3.1'), stopped('3.1'), sent('4.1'))).toBeNull())
})

describe('HB-10 closes kept', () => {
  const checked = (exitCode: number): Event =>
    ({
      type: 'ChecksFinished',
      at: 0,
      commandId: idOf('verify', 'phase-1'),
      evidence: [{ check: 'npm run close', exitCode, problem: null }],
    }) as unknown as Event
  const judged = (pass: boolean): Event =>
    ({ ...ended('phase-1', 'close'), answer: { kind: 'verdict', pass, failures: [] } }) as Event
  const ticked = (promptId: string): Event =>
    ({
      type: 'DocumentsEdited',
      at: 0,
      commandId: idOf('tick', promptId),
      digests: {},
      written: [],
      refused: [],
    }) as Event
  const before = read(['0.1', '1.1', '1.2'])
  it.each([
    ['a phase that is begun without it', [before, sent('2.1')]],
    ['a command that failed', [before, checked(1), judged(true), sent('2.1')]],
    ['a question that was not asked', [before, checked(0), sent('2.1')]],
    ['a question that was answered with no', [before, checked(0), judged(false), sent('2.1')]],
    ['a prompt that ran after it', [before, checked(0), judged(true), ticked('1.1'), sent('2.1')]],
    ['the last critique without it', [before, sent('final', 'final')]],
  ])('finds %s', (_name, events) =>
    expect(complaint(closesKept(), ...events)).toContain('before Phase 1 was closed'),
  )
  const boxed = (box: 'open' | 'done'): Event => {
    const event = before as HandbookRead
    const content = event.documents.handbook.changed?.content ?? null
    if (content === null) return event
    const phases = content.phases.map((phase) =>
      phase.close === null ? phase : { ...phase, close: { ...phase.close, box } },
    )
    const handbook = { digest: box, changed: { content: { ...content, phases } } }
    return { ...event, documents: { ...event.documents, handbook } }
  }
  it('finds one that a person unticked, and takes the word of one who ticked it', () => {
    const ours = { ...ticked('1.close'), commandId: idOf('tick', 'phase-1') } as Event
    const passed = [boxed('open'), checked(0), judged(true), ours]
    expect(complaint(closesKept(), ...passed, sent('2.1'))).toBeNull()
    expect(complaint(closesKept(), ...passed, boxed('open'), sent('2.1'))).toContain('before Phase 1')
    expect(complaint(closesKept(), boxed('open'), boxed('done'), sent('2.1'))).toBeNull()
  })
  it('finds nothing where it has passed, or was passed before', () => {
    expect(complaint(closesKept(), before, checked(0), judged(true), sent('2.1'))).toBeNull()
    expect(complaint(closesKept(), read(['0.1', '1.1', '1.2', '2.1']), sent('2.2'))).toBeNull()
  })
})

describe('HB-50 done honestly', () => {
  const over = { type: 'RunEnded', at: 0, end: { outcome: 'done' } } as unknown as Event
  const halted = { type: 'RunEnded', at: 0, end: { outcome: 'halted' } } as unknown as Event
  const prompts = plainHandbook.handbook.prompts.map(({ id }) => id)
  const closes: Event = {
    type: 'DocumentsEdited',
    at: 0,
    commandId: idOf('tick', 'phase-1'),
    digests: {},
    written: [],
    refused: [],
  }
  const judged = (severity: 'Critical' | 'High'): Event => {
    const findings = [{ severity, title: 'It is lost', detail: '', file: null, line: null }]
    return { ...ended('final', 'final'), answer: { kind: 'final-critique', findings, issues: [] } } as Event
  }
  it('finds an open prompt, an open close and a new Critical issue', () => {
    expect(complaint(doneHonestly(), read(prompts.slice(1)), closes, over)).toContain('0.1 is open')
    expect(complaint(doneHonestly(), read(prompts), over)).toContain('the close of Phase 1 is open')
    expect(complaint(doneHonestly(), read(prompts), closes, judged('Critical'), over)).toContain('It is lost')
  })
  it('finds nothing if all is ticked, nor in a halt', () => {
    expect(complaint(doneHonestly(), read(prompts), closes, judged('High'), over)).toBeNull()
    expect(complaint(doneHonestly(), read([]), judged('Critical'), halted)).toBeNull()
  })
})

const ticked = {
  type: 'DocumentsEdited',
  at: 0,
  commandId: idOf('tick', '1.1'),
  digests: {},
  written: [],
  refused: [],
} as const

describe('ticked with evidence', () => {
  const tick = (id: string, ...events: readonly Event[]): string | null => {
    const checker = tickedWithEvidence()
    for (const event of [read([]), ...events]) checker.durable?.(event, 0, '')
    return checker.changed?.({ kind: `ticked ${id}`, commandId: null, once: null }) ?? null
  }
  it('finds a tick without an answer, a critique or checks', () => {
    expect(tick('1.1')).toContain('without answer')
    expect(tick('3.1', ended('3.1'))).toContain('without checks')
    expect(tick('2.1')).toContain('without a passed critique')
  })
  it('finds nothing where the answer is there', () => expect(tick('1.1', ended('1.1'))).toBeNull())
  it('HB-13 finds a craft that is ticked by itself, unless every shape was crafted with its brief', () => {
    const shaped = { ...ticked, commandId: idOf('tick', '2.1'), promptId: '2.1' }
    const judged = { ...ended('2.1', 'self-critique'), answer: { kind: 'verdict', pass: true, failures: [] } }
    const brief = [ended('2.1'), judged as Event]
    const checked = {
      type: 'ChecksFinished',
      at: 0,
      commandId: idOf('verify', '2.1'),
      evidence: [{ check: 'test', exitCode: 0, problem: null }],
    } as unknown as Event
    expect(tick('2.2')).toContain('not all crafted')
    expect(tick('2.2', ...brief, shaped)).toContain('not all crafted')
    expect(tick('2.2', ...brief, checked, shaped)).toBeNull()
    expect(tick('2.2', ended('2.1'), shaped)).toBeNull()
  })
  it('finds a box that is ticked again by what it was told to be ticked for', () =>
    expect(tick('1.1', ended('1.1'), ticked)).toContain('without answer'))
})

describe('limits hold', () => {
  const limited = () => limitsHold({ ...plainInput, limits: { maxIterations: 1, timeoutMinutes: 1 } })
  it('finds an iteration too many, and a dispatch after the timeout', () => {
    expect(complaint(limited(), ticked, ticked)).toContain('2 boxes')
    expect(complaint(limited(), read([], 60_001), sent('1.1'))).toContain('after the timeout')
    expect(complaint(limited(), ticked, read([], 60_000), sent('1.1'))).toBeNull()
  })
})
