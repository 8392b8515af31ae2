/** Finds the text that says who an agent is: the target repository's own, else the product's. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@harness/core/user-error'
import { readInside } from '../files/inside.ts'

/** `repo` is the operator's checkout: what an agent writes into its lane must not change who the next one is. */
export async function roleText(role: string, rolesDir: string, repo: string): Promise<string> {
  const own = await readInside(repo, `.harness/roles/${role}.md`)
  if (own !== null) return own.toString('utf8')
  try {
    return await readFile(join(rolesDir, `${role}.md`), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new UserError('role-missing', `There is no text for the role ${role}.`, {
      next: `Write it to .harness/roles/${role}.md, then: harness resume`,
      cause: error,
    })
  }
}
