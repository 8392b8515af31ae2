/** Finds the text that says who an agent is: the target repository's own, else the product's. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@harness/core/user-error'
import { readInside } from '../files/inside.ts'

export interface RoleText {
  readonly text: string
  /** Where the target repository's own text lies, relative to it; null where the product's is used. */
  readonly own: string | null
}

/** Refuses a text of the repository's own that says nothing: its agent would not know what it is there for. */
export async function guardRoleText(role: string, repo: string): Promise<void> {
  const path = `.harness/roles/${role}.md`
  if ((await readInside(repo, path))?.toString('utf8').trim() !== '') return
  throw new UserError('role-missing', `${path} is empty: the ${role} would be told nothing about its role.`, {
    next: `Write who the ${role} is, or remove the file to use the built-in text.`,
  })
}

/** `repo` is the operator's checkout: what an agent writes into its lane must not change who the next one is. */
export async function roleText(role: string, rolesDir: string, repo: string): Promise<RoleText> {
  const path = `.harness/roles/${role}.md`
  const own = await readInside(repo, path)
  if (own !== null) return { text: own.toString('utf8'), own: path }
  try {
    return { text: await readFile(join(rolesDir, `${role}.md`), 'utf8'), own: null }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new UserError('role-missing', `There is no text for the role ${role}.`, {
      next: `Write it to ${path}, then: harness resume`,
      cause: error,
    })
  }
}
