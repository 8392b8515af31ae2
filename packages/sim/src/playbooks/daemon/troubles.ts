/** Owns what goes wrong around a simulated daemon, and when: faults of the machine, the forge and the provider. */
import { minuteMs } from '@harness/core/kernel/minute'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'

export const hourMs = 60 * minuteMs

export type Trouble = 'disk is full' | 'forge is down' | 'config is broken'

export interface Troubles {
  /** If it lasts at this moment. */
  has(trouble: Trouble): boolean
  /** Until when the provider's window is closed, as runs of all lanes know; null if it is open. */
  closedUntil(): number | null
  closeWindow(forMs: number): void
  readonly lanes: () => number
}

export interface TroubleStory {
  /** From 0, when nothing ever happens, to 1. */
  readonly roughness: number
  /** How many runs work at once; the operator changes it from one to the next. */
  readonly lanes: readonly number[]
}

/** How often each comes, and for how long. */
const spells: readonly (readonly [Trouble, everyMs: number, lastsMs: number])[] = [
  ['disk is full', 9 * hourMs, 5 * minuteMs],
  ['forge is down', 14 * hourMs, hourMs],
  ['config is broken', 20 * hourMs, 10 * minuteMs],
]

export function openTroubles(
  { timeline, wall, tally }: Stage,
  random: Random,
  { roughness, lanes }: TroubleStory,
): Troubles {
  const lasting = new Set<Trouble>()
  let closed = 0
  let turn = 0
  const come = (trouble: Trouble, everyMs: number, lastsMs: number): void => {
    if (roughness === 0) return
    const pause = random.int(everyMs / 4, everyMs) / roughness
    timeline.after(pause, () => {
      lasting.add(trouble)
      tally.note(trouble)
      timeline.after(lastsMs, () => {
        lasting.delete(trouble)
        come(trouble, everyMs, lastsMs)
      })
    })
  }
  const change = (): void =>
    void timeline.after(6 * hourMs, () => {
      turn++
      change()
    })
  for (const [trouble, everyMs, lastsMs] of spells) come(trouble, everyMs, lastsMs)
  if (lanes.length > 1) change()
  return {
    has: (trouble) => lasting.has(trouble),
    closedUntil: () => (closed > wall.now() ? closed : null),
    closeWindow(forMs) {
      closed = Math.max(closed, wall.now() + forMs)
      tally.note('window closed')
    },
    lanes: () => lanes[turn % lanes.length] ?? 1,
  }
}
