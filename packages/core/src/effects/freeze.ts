/** Owns the effect that refuses all further work in a repository. */

import type { AnyEvent, Ask } from '../kernel/effect.ts'
import type { OutcomeBase } from '../kernel/event.ts'
import type { CommandFailed } from './command-failed.ts'

/** Refuses all further work in this repository until a person unfreezes it. */
export interface Freeze extends Ask<'Freeze', Frozen | CommandFailed> {
  readonly reason: string
}

export interface Frozen extends OutcomeBase {
  readonly type: 'Frozen'
  readonly reason: string
}

export const isFrozen = (event: AnyEvent): event is Frozen => event.type === 'Frozen'
