/**
 * Owns `texts/` in a run's folder: packs of long texts, each text once, found by its digest. Every process that keeps
 * texts writes a pack of its own and only at its end, so that nothing is ever written over.
 */
import { join } from 'node:path'
import { type PackedText, packed, packReader, packsIn, walkPack } from './text-packs.ts'
import { type TextPlace, textDamaged, textMissing } from './text-problem.ts'
import { digestOf, type KeptTexts, type TextStore } from './text-store.ts'
import type { AppendToPack } from './write-pack.ts'

export const textsFolderName = 'texts'

/** Use one object to read one journal, or to append to one: each remembers what it has seen. */
export function fileTexts(runDir: string): TextStore {
  const folder = join(runDir, textsFolderName)
  const bytesAt = packReader()
  const places = new Map<string, PackedText>()
  const walked = new Map<string, number>()
  /** One text is referred to by many records. */
  const read = new Map<string, string>()
  const kept = new Set<string>()
  let hasLooked = false
  /** After a failure the next text starts another pack: a reader stops at a text that was cut short. */
  let pack: Promise<AppendToPack> | null = null

  const lookAgain = (): void => {
    for (const path of packsIn(folder)) {
      const from = walked.get(path) ?? 0
      const end = walkPack(path, from, bytesAt, (digest, text) => places.set(digest, text))
      walked.set(path, end)
    }
    hasLooked = true
  }
  /** Null if it is in no pack. One who writes need not look again: no other process writes meanwhile. */
  const textAt = (digest: string, again: boolean): string | null => {
    const place: TextPlace = { runDir, digest, path: folder }
    try {
      if (!places.has(digest) && (again || !hasLooked)) lookAgain()
      const found = places.get(digest)
      if (found === undefined) return null
      const bytes = bytesAt(found)
      if (digestOf(bytes) === digest) return bytes.toString()
      throw textDamaged({ ...place, path: found.pack }, 'has another content there')
    } catch (error) {
      const { code, syscall, message } = error as NodeJS.ErrnoException
      throw syscall === undefined ? error : textDamaged(place, `cannot be read: ${message} (${code})`)
    }
  }

  return {
    read(digest) {
      const text = read.get(digest) ?? textAt(digest, true)
      if (text === null) throw textMissing({ runDir, digest, path: folder })
      read.set(digest, text)
      return text
    },
    async keep(texts: KeptTexts) {
      // A text that an earlier process kept must be whole: the record that refers to it follows now.
      const wanted = [...texts].filter(([digest]) => !kept.has(digest) && textAt(digest, false) === null)
      if (wanted.length > 0) {
        const bytes = Buffer.from(wanted.map(([digest, text]) => packed(digest, text)).join(''))
        try {
          // Most commands only read, so what writes is loaded when a text is kept.
          pack ??= import('./write-pack.ts').then(({ newPack }) => newPack(folder))
          const append = await pack
          append(bytes)
        } catch (error) {
          pack = null
          throw error
        }
      }
      for (const digest of texts.keys()) kept.add(digest)
    },
  }
}
