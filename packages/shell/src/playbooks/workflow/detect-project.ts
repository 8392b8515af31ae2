/** Looks at a project: whether git has it, its language, and how it is built, tested, linted and type-checked. */
import {
  type DetectedProject,
  detectCommands,
  foldersOf,
  type SeenFolder,
} from '@harness/formats/documents/workflow/detect-tables'
import { readableNamesIn } from '../../machine/disk/folder-names.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { repositoryRoot } from '../../machine/git/git-dirs.ts'

export interface Project extends DetectedProject {
  readonly hasGit: boolean
}

/** `scope` is a glob; null for the whole project. A folder that cannot be read tells nothing. */
export async function detectProject(root: string, scope: string | null): Promise<Project> {
  const paths = foldersOf(scope)
  const seen = await Promise.all(paths.map((path) => look(root, path)))
  return { ...detectCommands(seen, paths[0]), hasGit: repositoryRoot(root) !== null }
}

async function look(root: string, path: string): Promise<SeenFolder> {
  const inFolder = (name: string): string => (path === '' ? name : `${path}/${name}`)
  const names = await readableNamesIn(`${root}/${path}`)
  const textOf = async (name: string): Promise<string | null> => {
    if (!names.includes(name)) return null
    const bytes = await readInside(root, inFolder(name)).catch(() => null)
    return bytes?.toString('utf8') ?? null
  }
  return { path, names, packageJson: await textOf('package.json'), pyproject: await textOf('pyproject.toml') }
}
