/** Owns what a release gate tells of a state. Pure. */
import { describe, environmentNotes, missingIn, titleOf } from '@harness/core/playbooks/release/endings'
import type { ReleaseState } from '@harness/core/playbooks/release/state'
import type { GivenReport } from '../../engine/run-report.ts'

export function releaseReport({ at, input, hurdle }: ReleaseState): GivenReport {
  const report = 'report' in at ? at.report : null
  const title = titleOf(input)
  return {
    title,
    about: title,
    label: 'spec',
    heading: input.acceptancePath,
    phase: at.phase,
    baseBranch: input.baseBranch,
    isOver: at.phase === 'over',
    follows: hurdle !== null || at.phase === 'over' ? null : at.phase,
    sections:
      report === null
        ? []
        : [
            { title: 'Missing', lines: missingIn(report) },
            { title: 'Criteria', lines: report.criteria.map(describe) },
            { title: 'Notes', lines: [...report.notes, ...environmentNotes(report)] },
          ],
    fields: {
      phase: at.phase,
      specPath: input.acceptancePath,
      ready: report?.isReady ?? null,
      commit: report?.commit ?? null,
      criteria: report?.criteria ?? [],
      missing: report === null ? [] : missingIn(report),
      environment: report?.environment ?? [],
    },
  }
}
