/** Finds the values of known secrets in what an agent changed: they must get into no commit, let alone to a forge. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { git } from '../../../machine/git/git.ts'
import type { Secret } from '../../../machine/redaction/literal-forms.ts'

/** Anything shorter stands in ordinary code too. */
const shortest = 8

/** The files that hold one, in a commit or in what is staged; the values go to git in a way that no other process can see. */
export async function filesWithSecrets(
  lane: string,
  where: CommitHash | 'staged',
  changed: readonly string[],
  secrets: readonly Secret[],
): Promise<readonly string[]> {
  const values = secrets
    .map(({ value }) => value)
    .filter((value) => value.length >= shortest && !value.includes('\n'))
  if (values.length === 0 || changed.length === 0) return []
  const args = [
    'grep',
    '--fixed-strings',
    '--text',
    '-l',
    '-z',
    '-f',
    '-',
    where === 'staged' ? '--cached' : where,
    '--',
  ]
  // A name that is not UTF-8 cannot be asked for: then everything is, and what did not change is left out below.
  const asked = changed.some((path) => path.includes('\uFFFD')) ? [] : changed
  const { stdout } = await git(lane, [...args, ...asked], { stdin: `${values.join('\n')}\n` })
  // The commit comes before the name, if one was asked.
  const begin = where === 'staged' ? 0 : where.length + 1
  return stdout
    .split('\0')
    .map((found) => found.slice(begin))
    .filter((found) => changed.includes(found))
}
