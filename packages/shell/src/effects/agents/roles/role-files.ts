/** Lists what a folder of role texts holds: `<role>.md`, and `<playbook>/<role>.md` for roles of one playbook alone. */
import { join } from 'node:path'
import { readableNamesIn } from '../../../machine/disk/folder-names.ts'

/** Paths in the folder, in order. None if the folder cannot be listed. */
export async function roleFilesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = []
  for (const name of await readableNamesIn(folder)) {
    const inside = name.endsWith('.md') ? [] : await readableNamesIn(join(folder, name))
    files.push(...(inside.length === 0 ? [name] : inside.map((each) => `${name}/${each}`)))
  }
  return files.sort()
}
