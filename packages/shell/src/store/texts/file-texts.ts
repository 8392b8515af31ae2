/**
 * Owns `texts/` in a run's folder: one file per long text, named by its digest, written whole and never again. What
 * writes is loaded when a text is kept: most commands only read.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TextPlace, textDamaged, textMissing } from './text-problem.ts'
import { digestOf, type KeptTexts, type TextStore } from './text-store.ts'

export const textsFolderName = 'texts'

/** Use one object to read one journal, or to append to one: each remembers what it has seen. */
export function fileTexts(runDir: string): TextStore {
  const textPlace = (digest: string): TextPlace => ({
    runDir,
    digest,
    path: join(runDir, textsFolderName, digest),
  })
  /** One text is referred to by many records. */
  const read = new Map<string, string>()
  const kept = new Set<string>()
  return {
    read(digest) {
      const text = read.get(digest) ?? textAt(textPlace(digest))
      read.set(digest, text)
      return text
    },
    async keep(texts: KeptTexts) {
      const wanted = [...texts].filter(([digest]) => !kept.has(digest))
      if (wanted.length === 0) return
      const [{ makeDir, syncDir }, { createWhole }] = await Promise.all([
        import('../../machine/disk/durable-dir.ts'),
        import('../../machine/disk/durable-write.ts'),
      ])
      const dir = join(runDir, textsFolderName)
      await makeDir(dir)
      for (const [digest, text] of wanted) {
        // A file that is there already must be that text: the record that refers to it follows now.
        if (!createWhole(textPlace(digest).path, text)) textAt(textPlace(digest))
      }
      await syncDir(dir)
      for (const [digest] of wanted) kept.add(digest)
    },
  }
}

function textAt(place: TextPlace): string {
  if (!/^[0-9a-f]{64}$/.test(place.digest)) throw textDamaged(place, 'is no name of a text')
  const bytes = bytesOf(place)
  if (digestOf(bytes) !== place.digest) throw textDamaged(place, 'has another content')
  return bytes.toString()
}

function bytesOf(place: TextPlace): Buffer {
  try {
    return readFileSync(place.path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw code === 'ENOENT' ? textMissing(place) : textDamaged(place, `cannot be read: ${message}`)
  }
}
