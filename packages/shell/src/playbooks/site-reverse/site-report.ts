/** Owns what site-reverse tells of a state. Pure. */
import { titleOf, writtenFiles } from '@harness/core/playbooks/site-reverse/endings'
import type { SiteState } from '@harness/core/playbooks/site-reverse/state'
import type { GivenReport } from '../../engine/run-report.ts'

export function siteReport(state: SiteState): GivenReport {
  const { at, input, hurdle, problems, site } = state
  const isWritten = 'result' in at && at.result.how === 'written'
  const files = isWritten ? writtenFiles(input) : []
  const pages = site?.pages ?? []
  const title = titleOf(input)
  return {
    title,
    about: title,
    label: 'site',
    heading: input.url,
    phase: at.phase,
    baseBranch: input.baseBranch,
    isOver: at.phase === 'over',
    follows: hurdle !== null || at.phase === 'over' ? null : at.phase,
    next: at.phase === 'analyse' ? 'check and write' : null,
    sections: [
      { title: 'Pages', lines: pages.map(({ path, status, title: name }) => `${path} (${status}) ${name}`) },
      { title: 'Written', lines: files },
      { title: 'What was wrong with the last analysis', lines: problems },
    ],
    fields: {
      phase: at.phase,
      url: input.url,
      pages: pages.map(({ path, status, title: name }) => ({ path, status, title: name })),
      passedOver: site?.passedOver ?? [],
      ended: site?.ended ?? null,
      bundle: site?.bundle ?? null,
      specPath: input.files.spec,
      files,
      problems,
    },
  }
}
