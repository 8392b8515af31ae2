/** Owns how the making of a spec ends that a person abandons: nothing was written. */
import type { RunEnd } from '../../kernel/event.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { oneLine } from '../../kernel/one-line.ts'
import { specCommand } from './ending.ts'
import { type SpecState, shared } from './state.ts'
import type { SpecVoice } from './words.ts'

/** Null once it is written or stopped: what is left then is done by resuming. */
export const givenUp =
  ({ words }: SpecVoice) =>
  (state: SpecState, by: string, reason: string): RunEnd | null => {
    if (state.phase === 'close' || state.phase === 'over') return null
    const { ends, report } = words[state.language]
    return givenUpEnd({
      by,
      reason,
      next: ends.nothingWritten(specCommand(state.input)),
      report: (why) => [`# ${report.title(oneLine(state.input.idea))}`, why].join('\n\n'),
    })
  }

export const abandoned = (state: SpecState): SpecState => ({
  ...shared(state),
  hurdle: null,
  phase: 'over',
  rounds: 'rounds' in state ? state.rounds : [],
  result: null,
})
