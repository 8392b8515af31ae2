/** Tells which commands of the repository's CI no check covers: a change can pass here and fail there. Pure. */
import { counted } from '@harness/formats/text/amounts'
import { type Diagnosis, ok, warn } from '../../line/diagnosis.ts'
import { ciFilesOf, type RepoFiles } from '../init/evidence/evidence.ts'
import { uncoveredBy } from '../init/find-work.ts'

const mostShown = 3

/** Nothing to say if the CI runs nothing. */
export function ciCheck(files: RepoFiles, checks: readonly { readonly run: string }[]): readonly Diagnosis[] {
  if (ciFilesOf(files).every(({ commands }) => commands.length === 0)) return []
  const found = uncoveredBy(files, checks)
  if (found.length === 0)
    return [ok('ci', 'no known gap: the checks cover each proof that is known in the CI')]
  const shown = found.slice(0, mostShown).map(({ run, from }) => `${run} (${from[0]})`)
  const more = found.length > mostShown ? `; and ${found.length - mostShown} more` : ''
  return [
    warn(
      'ci',
      `the CI runs ${counted(found.length, 'command')} that no check covers: ${shown.join('; ')}${more}`,
      'Add what has to pass before a merge to checks in the config',
    ),
  ]
}
