/** Owns the answers of a delivery's roles, drawn so that every kind comes up. */
import type { Answer } from '@harness/core/playbooks/delivery/answers'
import type { RunAgent } from '@harness/core/playbooks/delivery/effects'
import type { Random } from '../../engine/random.ts'
import { drawnReview } from '../../world/drawn-review.ts'

export function drawnAnswer({ contract }: RunAgent, luck: Random): Answer {
  switch (contract) {
    case 'pull-text':
      return { kind: 'pull-text', summary: 'It adds.', risks: '' }
    case 'work':
      return luck.chance(0.3)
        ? { kind: 'dispute', disputes: [{ title: 'Off by one', why: 'It is not.' }] }
        : { kind: 'text' }
    case null:
      return { kind: 'text' }
    default:
      return drawnReview(luck)
  }
}
