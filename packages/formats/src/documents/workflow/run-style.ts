/** Owns the style of a run as `.harness/state.json` shows it. */
import type { StepName } from '@harness/core/playbooks/workflow/input'

/** `auto` goes to the end, `phase` stops after a phase, `step` does one step only. */
export const runStyle = (until: StepName | null): 'auto' | 'phase' | 'step' => {
  if (until === null) return 'auto'
  return until === 'plan' || until === 'generate' ? 'phase' : 'step'
}
