/** Owns how the making of a handbook ends that a person gives up: nothing was written. */
import type { RunEnd } from '../../kernel/event.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { bulleted, section } from '../../work/report-sections.ts'
import { type GenerationState, shared } from './state.ts'

/** Null once it is written or refused: what is left to do then is done by going on. */
export const givenUp = (state: GenerationState, by: string, reason: string): RunEnd | null =>
  state.phase === 'close' || state.phase === 'over'
    ? null
    : givenUpEnd({
        by,
        reason,
        next: 'Nothing was written. Start again: harness handbook generate',
        report: (why) =>
          [
            '# No handbook was made',
            why,
            ...section('What was wrong with the last one', bulleted(state.problems)),
          ].join('\n\n'),
      })

export const blockedBy = (state: GenerationState): GenerationState => ({
  ...shared(state),
  phase: 'over',
  hurdle: null,
  files: null,
})
