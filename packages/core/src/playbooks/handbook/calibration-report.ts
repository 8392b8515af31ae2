/** Owns `.impeccable-calibration.md`: what was expected of each prompt, and what it came to. */
import { bulleted, section } from '../../work/report-sections.ts'
import type { Overrun } from './budgets.ts'
import type { KnownSoFar, PromptRecord } from './known-so-far.ts'

export function calibrationReport({ overruns, records }: Pick<KnownSoFar, 'overruns' | 'records'>): string {
  const worst = [...overruns].sort((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0))
  return [
    '# Calibration',
    ...section(
      'Expected against actual',
      records.length === 0
        ? 'Nothing was measured.'
        : [
            '| prompt | lines | files | overrun |',
            '|---|---|---|---|',
            ...records.map((record) => rowOf(record, overruns)),
          ].join('\n'),
    ),
    ...section('Worst overruns', bulleted(worst.map((one) => `${one.promptId}: ${ratioText(one)}`))),
    ...section('Out of scope', bulleted(leaksOf(records, overruns))),
    ...section('Recommendations', bulleted(worst.map((one) => `${one.promptId}: ${recommendation(one)}`))),
  ].join('\n\n')
}

function rowOf(record: PromptRecord, overruns: readonly Overrun[]): string {
  const { promptId, actualLoc, actualFiles, overrun } = record
  const { loc, files } = expectationOf(record, overruns)
  return `| ${promptId} | ${loc} → ${actualLoc ?? '–'} | ${files} → ${actualFiles ?? '–'} | ${overrun ? 'yes' : 'no'} |`
}

/** A record that does not say may be one whose overrun does. */
function expectationOf(
  { promptId, expected }: PromptRecord,
  overruns: readonly Overrun[],
): { readonly loc: string; readonly files: string } {
  if (expected === null) return { loc: 'unsized', files: 'unsized' }
  if (expected !== undefined)
    return {
      loc: sizeText(expected.loc, expected.locFloor),
      files: sizeText(expected.files, expected.filesFloor),
    }
  const over = overruns.findLast((one) => one.promptId === promptId)
  return over === undefined
    ? { loc: 'unknown', files: 'unknown' }
    : { loc: sizeText(over.expectedLoc, 0), files: sizeText(over.expectedFiles, 0) }
}

/** `80±20`; what has no bound is ∞. */
export const sizeText = (size: number | null, floor: number): string =>
  size === null ? '∞' : floor === 0 ? `${size}` : `${size}±${floor}`

/** The record knows those of unbounded prompts too, which are no overrun. */
function leaksOf(records: readonly PromptRecord[], overruns: readonly Overrun[]): readonly string[] {
  const told = records.flatMap(({ promptId, outOfScopeFiles: files }) =>
    files === undefined ? [] : [{ promptId, files }],
  )
  const others = overruns
    .filter((over) => !told.some(({ promptId }) => promptId === over.promptId))
    .map(({ promptId, outOfScopeFiles: files }) => ({ promptId, files }))
  return [...told, ...others]
    .filter(({ files }) => files.length > 0)
    .map(({ promptId, files }) => `${promptId}: ${files.join(', ')}`)
}

const ratioText = ({ ratio, actualLoc, expectedLoc }: Overrun): string =>
  `${ratio === null ? 'unsized' : `${ratio.toFixed(2)}×`} (${actualLoc} lines where ${expectedLoc ?? '∞'} were expected)`

/** What leaks was sized for the wrong place; what is far too large was several prompts. */
function recommendation({ outOfScopeFiles, ratio }: Overrun): string {
  if (outOfScopeFiles.length > 0) return 'tighten sizing: its paths do not name all that it has to touch'
  return ratio !== null && ratio > 2 ? 'split prompt: it does the work of several' : 'loosen budget'
}
