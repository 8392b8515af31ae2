/** Finds the text that says who an agent is: the target repository's own, else the product's. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import { readInside } from '../../../machine/disk/inside.ts'
import { roleFile } from './own-files.ts'

export interface RoleText {
  readonly text: string
  /** The path of the target repository's own text, relative to it; null if the product's is used. */
  readonly own: string | null
}

/** Refuses a text of the repository's own that says nothing: its agent would not know what it is there for. */
export async function guardRoleText(role: string, repo: string): Promise<void> {
  const path = roleFile(role)
  if ((await readInside(repo, path))?.toString('utf8').trim() !== '') return
  throw new UserError('role-missing', `${path} is empty: the ${role} would be told nothing about its role.`, {
    next: `Write who the ${role} is, or remove the file to use the built-in text.`,
  })
}

/** `own` are the texts of the repository's own that count. */
export async function roleText(
  role: string,
  rolesDir: string,
  own: Readonly<Record<string, string>>,
): Promise<RoleText> {
  const path = roleFile(role)
  const text = Object.hasOwn(own, role) ? own[role] : undefined
  if (text !== undefined) return { text, own: path }
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
