/** Owns how the linter can refuse a planned handbook in the simulation. */
import type { DrawnRefusal } from '../../world/edit-documents.ts'

export const drawnRefusal: DrawnRefusal = (luck) =>
  luck.chance(0.6) ? null : { reason: 'invalid', detail: '', problems: ['a path does not exist'] }
