/**
 * Copies the env files of an allow-list from the user's checkout into a lane. Only files that git ignores there: any
 * other would be committed with the lane's work. Copying again puts the same bytes in the same place.
 */
import { UserError } from '@harness/core/kernel/user-error'
import { readInside, removeInside, writeInside } from '../../machine/disk/inside.ts'
import { gitOk } from '../../machine/git/git.ts'

export async function copyEnvFiles(
  repoRoot: string,
  lanePath: string,
  files: readonly string[],
): Promise<void> {
  for (const file of files) {
    const content = await readInside(repoRoot, file)
    // Not every machine has every env file; a tracked one came with the checkout.
    if (content === null || (await isListed(lanePath, ['--cached'], file))) continue
    await writeInside(lanePath, file, content)
    if (await isListed(lanePath, ['--others', '--ignored', '--exclude-standard'], file)) continue
    await removeInside(lanePath, file)
    throw new UserError(
      'env-file-not-ignored',
      `${file} is to be copied into lanes (lanes.copyEnvFiles), but git does not ignore it there: it would be committed.`,
      { next: `Add ${file} to .gitignore and commit that, then: harness resume` },
    )
  }
}

async function isListed(cwd: string, kind: readonly string[], file: string): Promise<boolean> {
  const { stdout } = await gitOk(cwd, ['ls-files', ...kind, '-z', '--', file])
  return stdout !== ''
}
