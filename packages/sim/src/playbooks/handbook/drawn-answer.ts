/** Owns the answers of a handbook's roles, drawn so that every kind comes up. */
import type { Answer } from '@harness/core/playbooks/handbook/answers'
import type { RunAgent } from '@harness/core/playbooks/handbook/effects'
import type { Random } from '../../engine/random.ts'
import { drawnFindings, drawnReview } from '../../world/drawn-review.ts'

export function drawnAnswer({ contract }: RunAgent, luck: Random): Answer {
  switch (contract) {
    case 'verdict':
      return luck.chance(0.5)
        ? { kind: 'verdict', pass: true, failures: [] }
        : { kind: 'verdict', pass: false, failures: ['It is a menu.'] }
    case 'prompt-report':
      return { kind: 'prompt-report', summary: '', findings: luck.chance(0.5) ? [] : ['It is open.'] }
    case 'final-critique':
      return { kind: 'final-critique', findings: drawnFindings(luck), issues: [] }
    case 'critique':
      return luck.chance(0.2) ? { kind: 'text' } : drawnReview(luck)
    case null:
      return { kind: 'text' }
    default:
      return drawnReview(luck)
  }
}
