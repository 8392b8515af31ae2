/** Owns how site-reverse ends. */
import { counted } from '../../kernel/counted.ts'
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { givenUpEnd } from '../../kernel/given-up.ts'
import { present } from '../../kernel/invariant.ts'
import { bulleted, section } from '../../work/report-sections.ts'
import type { SiteInput } from './input.ts'
import type { Captured, Result, SiteState } from './state.ts'

export const siteCommand = ({ url }: Pick<SiteInput, 'url'>): string => `harness site-reverse ${url}`

export const titleOf = ({ url }: Pick<SiteInput, 'url'>): string => `Reverse ${url}`

export const writtenFiles = ({ files: { spec, acceptance, drop } }: SiteInput): readonly string[] => [
  spec,
  acceptance,
  drop,
]

export function over({ input, site, problems }: SiteState, result: Result): RunEnd {
  if (result.how !== 'written') return refused(input, site, problems)
  const { analysis } = result
  const { pages, bundle } = present(site, 'the site was captured')
  const files = writtenFiles(input)
  const { spec } = input.files
  return {
    outcome: 'done',
    exitCode: exitCode.done,
    reason: [
      `${analysis.appName}: ${counted(analysis.features.length, 'feature')} and ${counted(analysis.acceptanceCriteria.length, 'criterion', 'criteria')} from ${counted(pages.length, 'page')}. Written:`,
      ...files.map((file) => `  ${file}`),
    ].join('\n'),
    next: `Read ${spec}, correct what is wrong, commit the files; then: harness plan ${spec}`,
    resumable: false,
    report: [
      `# ${titleOf(input)}`,
      ...section('Written', bulleted(files)),
      ...section('Evidence', bundle),
      ...aboutCapture(site),
    ].join('\n\n'),
  }
}

function refused(input: SiteInput, site: Captured | null, problems: readonly string[]): RunEnd {
  const reason = [
    'No analysis of the agent keeps to the rules; nothing was written:',
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n')
  return {
    outcome: 'halted',
    exitCode: exitCode.contractBroken,
    reason,
    next: `See its answers: harness show site-reverse; then: ${siteCommand(input)}`,
    resumable: false,
    report: [`# ${titleOf(input)}`, reason, ...aboutCapture(site)].join('\n\n'),
  }
}

const aboutCapture = (site: Captured | null): readonly string[] =>
  site === null
    ? []
    : [
        ...section(
          'Pages',
          bulleted(site.pages.map(({ path, status, title }) => `${path} (${status}) ${title}`.trimEnd())),
        ),
        ...section('Not captured', bulleted(site.passedOver.map(({ url, why }) => `${url}: ${why}`))),
      ]

/** Null once it is written or refused: what is left then is done by resuming. */
export const givenUp = ({ at, input, site }: SiteState, by: string, reason: string): RunEnd | null =>
  at.phase === 'close' || at.phase === 'over'
    ? null
    : givenUpEnd({
        by,
        reason,
        next: `Nothing was written. Start again: ${siteCommand(input)}`,
        report: (why) => [`# ${titleOf(input)}`, why, ...aboutCapture(site)].join('\n\n'),
      })
