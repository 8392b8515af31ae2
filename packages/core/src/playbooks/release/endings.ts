/** Owns how a release gate ends: ready, or with what is missing. */
import { counted } from '../../kernel/counted.ts'
import type { RunEnd } from '../../kernel/event.ts'
import { exitCode } from '../../kernel/exit-code.ts'
import { bulleted, section } from '../../work/report-sections.ts'
import type { ReleaseReport } from './documents.ts'
import type { ReleaseInput } from './input.ts'
import { type JudgedCriterion, notRun } from './verdict.ts'

export const titleOf = ({ acceptancePath }: Pick<ReleaseInput, 'acceptancePath'>): string =>
  `Release gate of ${acceptancePath}`

export const releaseCommand = ({ acceptancePath }: Pick<ReleaseInput, 'acceptancePath'>): string =>
  `harness release-gate ${acceptancePath}`

export function over(input: ReleaseInput, report: ReleaseReport): RunEnd {
  const missing = missingIn(report)
  const criteria = counted(report.criteria.length, 'criterion', 'criteria')
  const where = `${input.baseBranch} at ${report.commit.slice(0, 12)}`
  return {
    outcome: report.isReady ? 'done' : 'halted',
    exitCode: report.isReady ? exitCode.done : exitCode.halted,
    reason: report.isReady
      ? `RELEASE_READY: ${where} meets ${criteria}.`
      : [`Not ready: ${where} lacks`, ...missing.map((line) => `  ${line}`)].join('\n'),
    next: report.isReady
      ? 'Release it; see what each criterion rests on with: harness trace <tag>'
      : `See one of them with: harness trace <tag>; then again: ${releaseCommand(input)}`,
    resumable: false,
    report: [
      `# ${titleOf(input)}`,
      report.isReady ? `Ready: ${where}` : `Not ready: ${where}`,
      ...section('Missing', bulleted(missing)),
      ...section('Criteria', bulleted(report.criteria.map(describe))),
      ...section('Notes', bulleted([...report.notes, ...environmentNotes(report)])),
    ].join('\n\n'),
  }
}

/** If no check ran, something else was missing: what lacks only that is not named. */
export const missingIn = ({ problems, criteria, checks }: ReleaseReport): readonly string[] => [
  ...problems,
  ...criteria
    .filter(({ status, why }) => status !== 'covered' && why !== notRun)
    .map(({ tag, status, why }) => `${tag}: ${status}, ${why}`),
  ...checks.filter(({ passed }) => !passed).map(({ check, why }) => `the check ${check}: ${why}`),
]

export const environmentNotes = ({ environment }: ReleaseReport): readonly string[] =>
  environment
    .filter(({ state }) => state !== 'set')
    .map(({ name, state }) =>
      state === 'placeholder' ? `${name} is a placeholder in .env.example` : `${name} is not in .env.example`,
    )

export const describe = ({ tag, status, plans, proof, why }: JudgedCriterion): string =>
  [
    `${tag}: ${status}`,
    ...(plans.length === 0 ? [] : [`plan ${plans.join(', ')}`]),
    ...(proof === null ? [] : [`${proof.check}: ${proof.line}`]),
    ...(why === '' ? [] : [why]),
  ].join('; ')
