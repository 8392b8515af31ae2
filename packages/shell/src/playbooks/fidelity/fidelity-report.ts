/** Owns what an audit tells of a state. Pure. */
import { reportPath, shortfalls, titleOf } from '@harness/core/playbooks/fidelity/endings'
import { type FidelityState, needsPerson } from '@harness/core/playbooks/fidelity/state'
import type { GivenReport } from '../../engine/run-report.ts'

export function fidelityReport({ at, input, hurdle, problems }: FidelityState): GivenReport {
  const result = 'result' in at ? at.result : null
  const audited = result?.how === 'audited' ? result : null
  const report = audited?.report ?? ('report' in at ? at.report : null)
  const title = titleOf(input)
  return {
    title,
    about: title,
    label: 'spec',
    heading: input.specPath,
    phase: at.phase,
    baseBranch: input.baseBranch,
    isOver: at.phase === 'over',
    follows: hurdle !== null || at.phase === 'over' ? null : at.phase,
    next: at.phase === 'audit' ? 'verify and report' : null,
    sections: [
      { title: 'Shortfalls', lines: report === null ? [] : shortfalls(report.audit) },
      { title: 'Plans', lines: audited === null ? [] : [...audited.plans, ...audited.left] },
      { title: 'What was wrong with the last answer', lines: problems },
    ],
    fields: {
      phase: at.phase,
      specPath: input.specPath,
      score: report?.score ?? null,
      threshold: input.threshold,
      exceedsThreshold: report === null ? null : needsPerson(report),
      report: audited === null ? null : reportPath(input, audited.name),
      plans: result !== null && 'plans' in result ? result.plans : [],
      left: audited?.left ?? [],
      problems,
    },
  }
}
