/** Owns the effect that ticks a prompt's box. */
import type { CommandFailed } from '../../effects/command-failed.ts'
import type { Ask } from '../../kernel/effect.ts'
import type { OutcomeBase } from '../../kernel/event.ts'

/** Ticks a prompt's box, one byte of the file. Done already, it is done. */
export interface TickBox extends Ask<'TickBox', BoxTicked | TickRefused | CommandFailed> {
  readonly promptId: string
  /** The prompt as it was carried out: another text is another prompt. */
  readonly text: string
  /** Digest of the handbook as the run knows it. */
  readonly known: string | null
}

export interface BoxTicked extends OutcomeBase {
  readonly type: 'BoxTicked'
  readonly promptId: string
  /** Of the handbook now, if nothing but the box differs from what the run knew; else null. */
  readonly digest: string | null
}

export interface TickRefused extends OutcomeBase {
  readonly type: 'TickRefused'
  readonly promptId: string
  /** `gone`: no such prompt, or it has no one box; `edited`: its text is another one by now. */
  readonly reason: 'gone' | 'edited'
  readonly detail: string
}
