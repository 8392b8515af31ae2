/** Removes templates of set-up that no lane uses. The newest stay, because the next lane may want them. */
import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { removeFile } from '../../machine/disk/remove-file.ts'
import { removeTree } from '../../machine/disk/remove-tree.ts'
import { readIfThere } from '../../machine/git/read-if-there.ts'

/** In git's own folder for a lane: which template the lane has. */
export const templateMark = 'harness-template'

export const templateRecord = (folder: string, id: string): string => join(folder, `${id}.json`)

const keptUnused = 3

export async function removeUnusedTemplates(folder: string, commonDir: string): Promise<void> {
  const worktrees = join(commonDir, 'worktrees')
  const lanes = await readdir(worktrees).catch(() => [])
  const used = new Set(
    lanes.map((name) => readIfThere(join(worktrees, name, templateMark))?.toString('utf8')),
  )
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const unused = names.map((name) => basename(name, '.json')).filter((id) => !used.has(id))
  const newestFirst = unused.sort((a, b) => ageOf(folder, a) - ageOf(folder, b))
  for (const id of newestFirst.slice(keptUnused)) {
    // Without its record it is no template any more, whatever a crash leaves of it.
    await removeFile(templateRecord(folder, id))
    await removeTree(join(folder, id))
  }
}

const ageOf = (folder: string, id: string): number =>
  -(statSync(templateRecord(folder, id), { throwIfNoEntry: false })?.mtimeMs ?? 0)
