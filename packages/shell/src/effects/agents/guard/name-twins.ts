/** Finds names in a lane that some file systems take for the same: they differ only by case or by how accents are written. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../../../machine/disk/if-missing.ts'

/** The twin of a file, or of a folder that it is in; null if there is none. */
export function createTwinSearch(lane: string): (path: string) => Promise<string | null> {
  const folders = new Map<string, Promise<ReadonlyMap<string, readonly string[]>>>()
  const namesIn = (folder: string): Promise<ReadonlyMap<string, readonly string[]>> => {
    const known = folders.get(folder) ?? foldedNames(join(lane, folder))
    folders.set(folder, known)
    return known
  }
  return async (path) => {
    const parts = path.split('/')
    for (const [index, part] of parts.entries()) {
      const folder = parts.slice(0, index).join('/')
      const twin = (await namesIn(folder)).get(folded(part))?.find((name) => name !== part)
      if (twin !== undefined) return [...parts.slice(0, index), twin].join('/')
    }
    return null
  }
}

const folded = (name: string): string => name.normalize('NFC').toLowerCase()

async function foldedNames(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>()
  for (const name of await readdir(folder).catch(ifMissing([] as string[]))) {
    const others = names.get(folded(name))
    if (others === undefined) names.set(folded(name), [name])
    else others.push(name)
  }
  return names
}
