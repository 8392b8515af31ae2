/** Owns how a tick of a simulated handbook can be refused. */
import type { DrawnRefusal } from '../../world/edit-documents.ts'

export const drawnRefusal: DrawnRefusal = (luck) =>
  luck.chance(0.95) ? null : { reason: luck.pick(['gone', 'edited']), detail: '', problems: [] }
