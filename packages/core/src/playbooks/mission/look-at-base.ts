/** Owns the effect that looks at the base branch, and at the hooks of the repository. */
import type { CommandFailed } from '../../effects/command-failed.ts'
import type { ForgeFailed } from '../../effects/forge-failed.ts'
import type { Ask } from '../../kernel/effect.ts'
import type { OutcomeBase } from '../../kernel/event.ts'
import type { UnmergedFeature } from './mission-document.ts'

/** Only looks, so it is safe to repeat. */
export interface LookAtBase extends Ask<'LookAtBase', BaseLooked | ForgeFailed | CommandFailed> {
  readonly baseBranch: string
  /** Features that have passed, as the documents say. */
  readonly passed: readonly string[]
}

export interface BaseLooked extends OutcomeBase {
  readonly type: 'BaseLooked'
  /** Of the passed features, those that are not in the base yet. */
  readonly unmerged: readonly UnmergedFeature[]
  /** Names of hooks that are in `.harness/hooks/` and can be run. */
  readonly hooks: readonly string[]
}
