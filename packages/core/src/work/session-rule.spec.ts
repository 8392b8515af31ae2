import { describe, expect, it } from 'vitest'
import { asCommitHash, asLaneName, asTreeHash } from '../kernel/ids.ts'
import {
  chooseSession,
  isInterruption,
  type KnownSession,
  type SessionCall,
  type StandingLane,
} from './session-rule.ts'

const [start, later] = ['aaa', 'bbb'].map(asCommitHash) as [
  ReturnType<typeof asCommitHash>,
  ReturnType<typeof asCommitHash>,
]
const tree = asTreeHash('t1')

const call: SessionCall = {
  provider: 'claude',
  name: null,
  lane: asLaneName('0001'),
  role: 'worker',
  task: 'work/F-001',
  startCommit: start,
}
const known: KnownSession = {
  ...call,
  provider: 'claude',
  answered: true,
  state: 'interrupted',
  left: { commit: start, tree },
  why: null,
}
const lane: StandingLane = {
  commit: start,
  tree,
  isOnItsBranch: true,
  continuesSession: true,
  changedSince: [],
}
const writer = { name: 'writer', state: 'finished', left: { commit: start, tree } } as const
const fixer = { ...call, name: 'writer', role: 'fixer', task: 'fix/F-001' }
const goesOn = { how: 'resumed', lane: 'same', isSameCall: true }

const choose = (
  record: Partial<KnownSession> | null,
  asked: Partial<SessionCall> = {},
  found: Partial<StandingLane> = {},
) =>
  chooseSession(
    record === null ? null : { ...known, ...record },
    { ...call, ...asked },
    { ...lane, ...found },
  )

describe('AG-13 an interrupted call', () => {
  it('goes on in its session if the lane is as it left it', () => expect(choose({})).toEqual(goesOn))

  it('goes on after the harness died, if nothing changed after its last sign of life', () =>
    expect(choose({ state: 'working', left: null }, {}, { tree: asTreeHash('t2') })).toEqual({
      ...goesOn,
      lane: 'unknown',
    }))

  it('starts afresh if others changed files after the harness died', () =>
    expect(choose({ state: 'working', left: null }, {}, { changedSince: ['a', 'b'] })).toEqual({
      how: 'lost',
      why: 'files of the lane changed after the harness died: a, b',
    }))

  it('starts afresh if its model never answered: nothing was paid for', () =>
    expect(choose({ answered: false })).toEqual({ how: 'fresh' }))

  it.each([
    ['the files changed', {}, { tree: asTreeHash('t2') }],
    ['the lane has other commits', {}, { commit: later }],
    ['the lane is on another branch', {}, { isOnItsBranch: false }],
    ['the call starts elsewhere', { startCommit: later }, {}],
    ['the provider is another', { provider: 'codex' }, {}],
    ['the provider has no sessions', { provider: null }, {}],
  ])('starts afresh and is told what was tried if %s', (_what, asked, found) =>
    expect(choose({}, asked, found)).toMatchObject({ how: 'lost', why: expect.stringMatching(/\w/) }),
  )

  it.each([
    ['another role', { role: 'validator' }],
    ['another task', { task: 'work/F-002' }],
    ['another lane', { lane: asLaneName('0002') }],
  ])('is none of %s', (_what, asked) => expect(choose({}, asked)).toEqual({ how: 'fresh' }))
})

describe('AG-13 a finished call', () => {
  it('is followed by a fresh session: reviewers, and each attempt of a worker', () =>
    expect(choose({ state: 'finished' })).toEqual({ how: 'fresh' }))

  it('of a named session is continued, whatever the next role is', () =>
    expect(choose(writer, fixer)).toEqual({ how: 'resumed', lane: 'same', isSameCall: false }))

  it('of a named session is continued if only the harness changed the lane, which is told', () =>
    expect(choose(writer, { ...fixer, startCommit: later })).toMatchObject({ how: 'resumed', lane: 'moved' }))

  it('of a named session is not continued if the lane lost its work', () =>
    expect(choose(writer, fixer, { continuesSession: false })).toMatchObject({ how: 'lost' }))

  it('of another name is not continued', () =>
    expect(choose({ ...writer, name: 'other' }, fixer)).toEqual({ how: 'fresh' }))
})

it('AG-13 a call that failed by itself is told to the next of a named session, and to no other', () => {
  expect(choose({ ...writer, state: 'failed' }, fixer)).toMatchObject({ how: 'lost' })
  expect(choose({ state: 'failed' })).toEqual({ how: 'fresh' })
})

it('AG-13 lost work is told, for the same reason, until another session has taken it over', () => {
  const gone = { state: 'lost', why: 'the files changed' } as const
  expect(choose(gone)).toEqual({ how: 'lost', why: 'the files changed' })
  expect(choose({ ...gone, name: 'writer' }, { ...fixer, provider: 'codex' })).toEqual(choose(gone))
  expect(choose(gone, { task: 'work/F-002' })).toEqual({ how: 'fresh' })
})

it('AG-13 limits, cut streams and cancellations interrupt; what the agent did itself does not', () => {
  for (const kind of ['rate_limit', 'overloaded', 'network', 'aborted', 'auth', 'billing'] as const)
    expect(isInterruption(kind)).toBe(true)
  for (const kind of ['invalid', 'context', 'max_turns', 'timeout', 'unknown', 'schema'] as const)
    expect(isInterruption(kind)).toBe(false)
})
