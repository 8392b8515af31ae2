/** Keeps all that differs in a lane from a commit as a patch, before the lane is cleaned of it. */
import type { CommitHash } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { writePatch } from '../../machine/git/changes.ts'
import { gitOk } from '../../machine/git/git.ts'
import { pathText, shownPath } from '../../machine/git/path-text.ts'
import { type Keeping, keepPatch } from './keep-patch.ts'

/** Null if nothing differs. */
export const keepLanePatch = (
  path: string,
  commit: CommitHash,
  ports: Keeping,
  purpose: string,
): ReturnType<typeof keepPatch> =>
  keepPatch(ports, purpose, (file) =>
    writePatch(file, path, commit, undefined, { also: (env) => refuseLeftOut(path, env) }),
  )

/** What the patch does not hold would be lost when the lane is cleaned. A repository inside is moved away whole. */
async function refuseLeftOut(path: string, env: Readonly<Record<string, string>>): Promise<void> {
  const { bytes } = await gitOk(path, ['ls-files', '--others', '--exclude-standard', '-z'], { env })
  const left = pathText(bytes)
    .split('\0')
    .filter((file) => file !== '' && !file.endsWith('/'))
  if (left.length > 0) throw cannotPutBack(path, left)
}

export const cannotPutBack = (path: string, files: readonly string[]): UserError =>
  new UserError(
    'lane-changed',
    `The lane in ${path} cannot be put back: ${files.slice(0, 5).map(shownPath).join(', ')}`,
    { next: 'Move that out of the lane, then: harness resume' },
  )
