/** Finds what is in a repository's folder of role texts and gives no agent its words: misspelled, or empty. */
import { join } from 'node:path'
import { nearestName } from '@harness/formats/text/nearest-name'
import { readInside } from '../../../machine/disk/inside.ts'
import { roleFilesIn } from './role-files.ts'

const folder = '.harness/roles'

export interface UselessRoleText {
  /** Relative to the repository. */
  readonly path: string
  readonly message: string
  readonly next: string
}

/** `roles` names all roles that there are. */
export async function uselessRoleTexts(
  repo: string,
  roles: readonly string[],
): Promise<readonly UselessRoleText[]> {
  const found: UselessRoleText[] = []
  for (const name of await roleFilesIn(join(repo, folder))) {
    const path = `${folder}/${name}`
    const role = name.replace(/\.md$/, '')
    if (!name.endsWith('.md') || !roles.includes(role)) {
      const nearest = nearestName(role, roles)
      const meant = nearest === null ? `The roles are ${roles.join(', ')}` : `Did you mean ${nearest}`
      found.push({
        path,
        message: `${path} is the text of no role. ${meant}${nearest === null ? '.' : '?'}`,
        next: `Rename it to ${folder}/${nearest ?? '<role>'}.md, or remove it`,
      })
    } else if ((await readInside(repo, path))?.toString('utf8').trim() === '')
      found.push({
        path,
        message: `${path} is empty: the ${role} would be told nothing about its role.`,
        next: `Write who the ${role} is, or remove the file to use the built-in text`,
      })
  }
  return found
}
