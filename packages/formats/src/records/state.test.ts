import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neverCrashes, textsLike, valuesWith } from '../test-support/fuzz.ts'
import { describeProblem } from '../text/format-problem.ts'
import { emptyDaemonState, parseDaemonState, printDaemonState } from './daemon-state.ts'
import { parseFrozenMark, printFrozenMark } from './frozen-mark.ts'
import { parseTokenLine, printTokenLine } from './token-record.ts'

const noon = Date.UTC(2026, 0, 31, 12)

describe('DL-16 tokens-used.json', () => {
  const record = {
    phase: 'implement',
    model: 'm',
    inputTokens: 10,
    outputTokens: 5,
    costCents: 1.5,
    at: noon,
  }

  it('DL-16 is one JSON object a line, without a price if none is known', () => {
    expect(printTokenLine(record)).toBe(
      '{"phase":"implement","model":"m","inputTokens":10,"outputTokens":5,"costCents":1.5,"at":"2026-01-31T12:00:00.000Z"}\n',
    )
    expect(printTokenLine({ ...record, costCents: null })).not.toContain('costCents')
  })

  it('DL-16 comes back as it was written', () => {
    const records = fc.record({
      phase: fc.string(),
      model: fc.string(),
      inputTokens: fc.nat(),
      outputTokens: fc.nat(),
      costCents: fc.option(
        fc.double({ min: 0, max: 1e6, noNaN: true }).filter((cents) => !Object.is(cents, -0)),
      ),
      at: fc.integer({ min: 0, max: 4e12 }),
    })
    fc.assert(
      fc.property(records, (one) => {
        expect(parseTokenLine(printTokenLine(one))).toEqual(one)
      }),
    )
  })

  it.each([
    '',
    '{"phase":"imple',
    'null',
    '[]',
    '{}',
    '{"inputTokens":1,"outputTokens":-1,"at":0}',
    '{"inputTokens":"1","outputTokens":1,"at":0}',
    '{"inputTokens":1,"outputTokens":1,"at":"soon"}',
  ])('DL-16 counts nothing for %j', (line) => {
    expect(parseTokenLine(line)).toBe(null)
  })

  it('QA-03 any line gets an answer', () => {
    fc.assert(fc.property(textsLike(printTokenLine(record)), (line) => void parseTokenLine(line)))
  })
})

describe('DL-15 FROZEN', () => {
  it.each([
    [printFrozenMark(noon, 'release'), { frozenAt: noon, reason: 'release' }],
    ['{"frozenAt": 5, "reason": " x "}', { frozenAt: 5, reason: 'x' }],
    ['wait for Ada\n', { frozenAt: null, reason: 'wait for Ada' }],
    ['{"reason": 3}', { frozenAt: null, reason: '{"reason": 3}' }],
    ['null', { frozenAt: null, reason: 'null' }],
    ['', { frozenAt: null, reason: 'no reason given' }],
  ])('DL-15 reads %j', (text, mark) => {
    expect(parseFrozenMark(text)).toEqual(mark)
  })

  it('QA-03 any text freezes, with a reason', () => {
    fc.assert(
      fc.property(textsLike(printFrozenMark(noon, 'x')), (text) => {
        expect(parseFrozenMark(text).reason).not.toBe('')
      }),
    )
  })
})

describe('DL-14 state.json', () => {
  const state = {
    ...emptyDaemonState,
    active: {
      planId: '0001',
      runId: '20260131-120000',
      branch: 'task/0001-a',
      startedAt: '2026-01-31T12:00:00.000Z',
      logPath: 'logs/x',
    },
    blocked: { '0002': { reason: 'no', blockedAt: '2026-01-31T12:00:00.000Z', retries: 1 } },
    history: [{ at: '2026-01-31T12:00:00.000Z', event: 'plan_started', planId: '0001' }],
  }

  it('DL-14 comes back as it was written, with what another tool added', () => {
    const more = { ...state, theirs: { a: 1 }, active: { ...state.active, pid: 7 } }
    expect(parseDaemonState(printDaemonState(more), 'state.json')).toEqual({ ok: true, value: more })
  })

  it('DL-14 takes over what another tool began', () => {
    const theirs =
      '{"version": 1, "mode": "paused", "active": {"planId": "0007"}, "history": [{"at": 1769860800000, "event": "plan_started"}]}'
    expect(parseDaemonState(theirs, 'state.json')).toMatchObject({
      ok: true,
      value: {
        active: { planId: '0007', runId: null },
        history: [{ at: '2026-01-31T12:00:00.000Z' }],
        runsFired: 0,
      },
    })
  })

  it('DL-14 reads the file of the tool that the format is from, and prints it back as it was', () => {
    const theirs = {
      version: 1,
      mode: 'running',
      lastMergeSha: 'a1b2c3d',
      active: {
        planId: '0050',
        branch: 'task/0050-orchestrator',
        startedAt: '2026-04-22T10:00:00.000Z',
        logPath: '.orchestrator/logs/0050-20260422-100000.log',
        rateLimitRetries: 1,
      },
      blocked: {
        '0049': { reason: 'tail of the log', blockedAt: '2026-04-22T09:00:00.000Z', retries: 0 },
      },
      history: [
        { planId: '0048', event: 'plan_completed', at: '2026-04-22T08:00:00.000Z' },
        {
          planId: null,
          event: 'merge_observed',
          at: '2026-04-22T08:00:30.000Z',
          details: { pr: 12, sha: 'a1b2c3d', branch: 'task/0048-x' },
        },
        { planId: null, runId: null, detail: null, event: 'frozen', at: '2026-04-22T08:01:00.000Z' },
      ],
      runsFired: 3,
    }
    const read = parseDaemonState(JSON.stringify(theirs), 'state.json')
    expect(read).toMatchObject({ ok: true })
    const printed = JSON.parse(read.ok ? printDaemonState(read.value) : '{}')
    expect(printed).toEqual({ ...theirs, active: { ...theirs.active, runId: null }, runs: {} })
  })

  it('DL-14 keeps the last hundred of the history', () => {
    const history = Array.from({ length: 150 }, (_, at) => ({
      at: '2026-01-31T12:00:00.000Z',
      event: `e${at}`,
    }))
    const result = parseDaemonState(JSON.stringify({ ...state, history }), 'state.json')
    expect(result.ok && result.value.history.map(({ event }) => event).at(0)).toBe('e50')
    expect(printDaemonState({ ...state, history })).not.toContain('e49')
  })

  it('DL-14 refuses what it does not understand, with the place', () => {
    const result = parseDaemonState('{"version": 2,\n "mode": "runing",\n "blocked": {"x": 1}}', 'state.json')
    expect(result.ok ? [] : result.problems.map(describeProblem)).toEqual([
      'state.json:1:13 version: expected 1, found 2',
      'state.json:2:10 mode: expected one of "paused", "running", "idle", "stopping", found "runing"; did you mean "running"?',
      'state.json:3:14 blocked.x: expected the four digits of a plan, found the field "x"',
    ])
  })

  it('QA-03 any state file gets an answer', () => {
    neverCrashes(textsLike(printDaemonState(state)), parseDaemonState)
    neverCrashes(
      valuesWith('version', 'mode', 'active', 'blocked', 'history', 'planId', 'at', 'running'),
      (value, file) => parseDaemonState(JSON.stringify({ version: 1, ...(value as object) }), file),
    )
  })
})
