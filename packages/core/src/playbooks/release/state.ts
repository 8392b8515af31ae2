/** Owns how far a release gate has come. */
import type { TagFound } from '../../effects/find-tags.ts'
import type { Evidence } from '../../kernel/evidence.ts'
import type { CommandId } from '../../kernel/ids.ts'
import type { LaneAt } from '../../work/lane.ts'
import { newRun, type RunState } from '../../work/run-state.ts'
import type { ReleaseReport } from './documents.ts'
import type { ReleaseFacts } from './facts.ts'
import type { ReleaseInput } from './input.ts'

export interface ReleaseState extends RunState<ReleaseInput> {
  readonly at: Place
  /** Null until it is open. */
  readonly lane: LaneAt | null
}

interface Seen {
  readonly facts: ReleaseFacts
}
interface Searched extends Seen {
  readonly found: Readonly<Record<string, TagFound>>
  readonly absent: readonly string[]
}

export type Place =
  | { readonly phase: 'open' | 'look' }
  | (Seen & { readonly phase: 'search' })
  | (Searched & { readonly phase: 'check' })
  | (Searched & {
      readonly phase: 'weigh'
      readonly evidence: readonly Evidence[]
      readonly checked: CommandId
    })
  | { readonly phase: 'report' | 'close'; readonly report: ReleaseReport }
  /** Null if a person abandoned the run. */
  | { readonly phase: 'over'; readonly report: ReleaseReport | null }

export const newRelease = (input: ReleaseInput): ReleaseState => ({
  ...newRun(input),
  at: { phase: 'open' },
  lane: null,
})
