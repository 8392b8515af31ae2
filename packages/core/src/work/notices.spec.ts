import { expect, it } from 'vitest'
import type { RunEnd } from '../kernel/event.ts'
import type { CommandId } from '../kernel/ids.ts'
import { aGate } from '../test-support/gates.ts'
import { endNotice, gateNotice } from './notices.ts'

const run = '0001-20260101-000000'
const asked = (opening: string) =>
  ({ type: 'AskHuman', id: '20260101-000000/gate/0001/1' as CommandId, gate: aGate({}), opening }) as const
const end = (given: Partial<RunEnd>): RunEnd => ({
  outcome: 'done',
  exitCode: 0,
  reason: 'Merged.',
  next: 'Look.',
  resumable: false,
  report: '',
  ...given,
})

it('DL-47 an open gate needs you: its exact question, and the words that answer it', () => {
  const notice = gateNotice(run, asked('a'), 7)
  expect(notice).toMatchObject({ kind: 'needs-you', subject: run, text: aGate({}).question })
  expect(notice.next).toContain(`harness answer ${run} <${aGate({}).choices[0]?.name}`)
})

it('DL-47 a gate that is opened again is another one, and the same opening is not', () => {
  expect(gateNotice(run, asked('a'), 9).key).toBe(gateNotice(run, asked('a'), 7).key)
  expect(gateNotice(run, asked('b'), 7).key).not.toBe(gateNotice(run, asked('a'), 7).key)
})

it('DL-47 a run that is over has finished, whatever came of it', () => {
  expect(endNotice(run, end({}), 7)).toMatchObject({ kind: 'finished', text: 'done: Merged.', next: 'Look.' })
  expect(endNotice(run, end({ outcome: 'blocked', exitCode: 1, reason: 'Red.' }), 7)).toMatchObject({
    kind: 'finished',
    text: 'blocked: Red.',
  })
})

it('DL-47 a run that stopped on its way needs you, but not where you had it stop', () => {
  const stopped = end({ outcome: 'paused', exitCode: 1, resumable: true, reason: 'The forge is down.' })
  expect(endNotice(run, stopped, 7)).toMatchObject({ kind: 'needs-you', text: 'The forge is down.' })
  expect(endNotice(run, { ...stopped, exitCode: 0 }, 7)).toBeNull()
  expect(endNotice(run, { ...stopped, exitCode: 9 }, 7)).toBeNull()
})
