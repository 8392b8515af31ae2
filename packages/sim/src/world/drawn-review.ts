/** Owns reviews that are drawn: few findings, so that a fixed one comes back now and then. */
import type { Finding } from '@harness/core/kernel/finding'
import type { ReviewAnswer } from '@harness/core/work/answers'
import type { Random } from '../engine/random.ts'

export function drawnReview(luck: Random): ReviewAnswer {
  const findings = drawnFindings(luck)
  return { kind: 'review', findings, sentinel: findings.length === 0 && luck.chance(0.9) }
}

export const drawnFindings = (luck: Random): readonly Finding[] =>
  (['Off by one', 'Too loud', 'Name is odd'] as const)
    .filter(() => luck.chance(0.25))
    .map((title) => ({
      severity: title === 'Name is odd' ? 'Low' : 'High',
      title,
      detail: '',
      file: 'a.js',
      line: null,
    }))
