/** Owns what planning tells of a state. Pure. */
import { describe, titleOf } from '@harness/core/playbooks/planning/endings'
import type { PlanningState } from '@harness/core/playbooks/planning/state'
import type { GivenReport } from '../../engine/run-report.ts'

export function planningReport(state: PlanningState): GivenReport {
  const { at, input, hurdle, problems } = state
  const result = 'result' in at && at.result.how === 'proposed' ? at.result : null
  const proposals = result?.proposals ?? (at.phase === 'write' ? at.proposals : [])
  const files = result?.files ?? []
  const title = titleOf(input)
  return {
    title,
    about: title,
    label: 'spec',
    heading: input.spec.path,
    phase: at.phase,
    baseBranch: input.baseBranch,
    isOver: at.phase === 'over',
    follows: hurdle !== null || at.phase === 'over' ? null : at.phase,
    next: at.phase === 'propose' ? 'check and write' : null,
    sections: [
      { title: 'Plans', lines: proposals.map(describe) },
      { title: 'Written', lines: files },
      { title: 'What was wrong with the last proposals', lines: problems },
    ],
    fields: { phase: at.phase, specPath: input.spec.path, plans: proposals, files, problems },
  }
}
