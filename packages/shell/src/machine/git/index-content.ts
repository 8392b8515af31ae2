/** Names what an index holds by its bytes, so that what git said of the same bytes before need not be asked for again. */
import { createHash } from 'node:crypto'
import { readIfThere } from './read-if-there.ts'

/** Null if there is no index, or if a part of it may be in another file, which it links to. */
export function indexContent(index: string): string | null {
  const content = readIfThere(index)
  if (content === null || content.includes('link')) return null
  return createHash('sha256').update(content).digest('hex')
}

/** Pure functions of an index, by its content: no fact about the world is remembered, only a process is spared. */
export function indexMemory<Told extends NonNullable<unknown>>() {
  const told = new Map<string, Told>()
  return {
    get: (content: string | null): Told | undefined => (content === null ? undefined : told.get(content)),
    set(content: string | null, value: Told): void {
      if (content === null) return
      const oldest = told.keys().next().value
      if (told.size >= keptIndexes && oldest !== undefined) told.delete(oldest)
      told.set(content, value)
    },
  }
}

const keptIndexes = 64
