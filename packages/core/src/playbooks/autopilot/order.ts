/** Owns what a person wants of the phases to come: which are skipped, and which come first. What is over stays as it is. */
import type { PhaseWishes } from './documents.ts'
import type { NumberedPhase } from './state.ts'

export interface Arranged {
  readonly phases: readonly NumberedPhase[]
  /** If the phases to come have another order now. */
  readonly isMoved: boolean
  /** What changed, and what cannot be. */
  readonly notes: readonly string[]
}

export function arrange(phases: readonly NumberedPhase[], { skip, order }: PhaseWishes): Arranged {
  const isLeft = ({ status }: NumberedPhase): boolean => status === 'pending'
  const over = phases.filter((phase) => !isLeft(phase))
  const left = phases.filter(isLeft)
  const first = order.flatMap((number) => left.find((phase) => phase.number === number) ?? [])
  const ordered = [...first, ...left.filter((phase) => !first.includes(phase))]
  const skipped = ordered.filter(({ number }) => skip.includes(number))
  const isMoved = ordered.some((phase, index) => phase !== left[index])
  return {
    isMoved,
    phases: [
      ...over,
      ...ordered.map((phase) => (skipped.includes(phase) ? { ...phase, status: 'skipped' as const } : phase)),
    ],
    notes: [
      ...(isMoved ? [`The phases to come are now: ${ordered.map(({ number }) => number).join(', ')}`] : []),
      ...skipped.map(({ number, name }) => `Phase ${number}: ${name} is skipped`),
    ],
  }
}
