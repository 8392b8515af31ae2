/** Owns what the generation of a handbook tells of a state. Pure. */
import type { GenerationState } from '@harness/core/playbooks/handbook-generation/state'
import type { GivenReport } from '../../engine/run-report.ts'

export function generationReport(state: GenerationState): GivenReport {
  const { input, hurdle, phase, problems } = state
  return {
    title: 'Make a handbook',
    about: 'Make a handbook from PRODUCT.md and the code',
    label: 'handbook',
    heading: 'made from PRODUCT.md and the code',
    phase,
    baseBranch: input.baseBranch,
    isOver: phase === 'over',
    follows: hurdle !== null || phase === 'over' ? null : phase,
    next: phase === 'plan' ? 'lint and write' : null,
    gate: null,
    sleep: hurdle?.type === 'sleep' ? hurdle : null,
    sections: [
      { title: 'Written', lines: writtenIn(state) },
      { title: 'What was wrong with the last plan', lines: problems },
    ],
    fields: { phase, files: writtenIn(state), problems },
  }
}

export const writtenIn = (state: GenerationState): readonly string[] =>
  'files' in state && state.files !== null ? state.files : []
