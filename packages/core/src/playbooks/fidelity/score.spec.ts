import { describe, expect, it } from 'vitest'
import type { Audit, AuditedRequirement } from './audit.ts'
import { barOf, scoreOf } from './score.ts'

const audit = (states: readonly AuditedRequirement['status'][], drift = 0, riskScore = 0): Audit => ({
  riskScore,
  requirements: states.map((status, at) => ({ requirement: `r${at}`, status, planId: null, notes: 'a.js' })),
  drift: Array.from({ length: drift }, () => ({ planId: null, title: 't', rationale: 'r' })),
  risks: [],
  actions: [],
})

describe('DL-17 the drift score', () => {
  it('DL-17 is that of the source: two of five unmet, one drift, risk 40', () => {
    expect(scoreOf(audit(['met', 'met', 'met', 'unmet', 'unmet'], 1, 40))).toEqual({
      score: 34,
      met: 3,
      partial: 0,
      unmet: 2,
      drift: 1,
      components: { unmet: 20, drift: 2, risk: 12 },
    })
  })

  it.each([
    ['nothing is wrong', audit(['met']), 0],
    ['partial counts half', audit(['partial', 'met']), 13],
    ['it is rounded', audit(['met', 'met', 'unmet'], 0, 0), 17],
    ['it is at most 100', audit(['unmet'], 60, 100), 100],
    ['no requirement divides by nothing', audit([], 1), 2],
  ])('DL-17 %s', (_name, given, score) => expect(scoreOf(given).score).toBe(score))

  const accepted = { score: 40, specCommit: 'a', by: 'ada', reason: '' }
  it.each([
    ['nothing was accepted', null, 'a', 25],
    ['this version of the spec was accepted', accepted, 'a', 40],
    ['the spec has changed since', accepted, 'b', 25],
    ['a lower score was accepted', { ...accepted, score: 10 }, 'a', 25],
  ] as const)('DL-17 its bar if %s', (_name, word, commit, bar) => expect(barOf(25, word, commit)).toBe(bar))
})
