/** Owns how agents' memory grows: raw entries, the curated memory, identities, and what is kept of an earlier mission. */
import type { DocumentEdit, MissionMemory } from '@harness/core/playbooks/mission/state/mission-document'
import { hasRaw, printRaw, withIdentityLines } from '../../answers/mission/mission-texts.ts'
import type { Rewritten, Texts, WrittenText } from '../codec/document-codec.ts'
import { filesOf } from '../codec/folder-text.ts'

type Edit<Type extends DocumentEdit['type']> = Extract<DocumentEdit, { type: Type }>

const identityFile = (role: string): string => `${role}.md`

/** The files are summary, long memory and the folder of identities. */
export function readMemory(summary: string, [long, folder]: Texts, roles: readonly string[]): MissionMemory {
  const files = filesOf(folder ?? null)
  const identities = roles.flatMap((role) => {
    const identity = files[identityFile(role)] ?? ''
    return identity.trim() === '' ? [] : [[role, identity] as const]
  })
  return { summary, long: long ?? '', identities: Object.fromEntries(identities) }
}

export function writeMemory([, , folder]: Texts, edits: readonly Edit<'curate' | 'promote'>[]): Rewritten {
  const texts: WrittenText[] = []
  const files = { ...filesOf(folder ?? null) }
  for (const edit of edits) {
    if (edit.type === 'curate') {
      texts.push({ file: 0, text: `${edit.summary.trimEnd()}\n` })
      texts.push({ file: 1, text: `${edit.long.trimEnd()}\n` })
    } else {
      const name = identityFile(edit.role)
      const text = withIdentityLines(files[name] ?? '', edit.lines)
      files[name] = text
      texts.push({ file: 2, name, text })
    }
  }
  return { texts, refused: [] }
}

export function writeRaw([raw = null]: Texts, edits: readonly Edit<'remember'>[]): Rewritten {
  const text = edits.reduce(
    (sum, { entry }) =>
      hasRaw(sum, entry) ? sum : [sum.trimEnd(), printRaw(entry)].filter((part) => part !== '').join('\n\n'),
    raw ?? '',
  )
  return { texts: text === (raw ?? '') ? [] : [{ file: 0, text }], refused: [] }
}

/**
 * The files are those of the memory, and the folder that they go to. Each moves once: if the folder has another text,
 * the file was written since.
 */
export function moveAside(names: readonly string[], texts: Texts): Rewritten {
  const aside = filesOf(texts[names.length] ?? null)
  return {
    refused: [],
    texts: names.flatMap((name, file): readonly WrittenText[] => {
      const text = texts[file] ?? null
      return text === null || (aside[name] ?? text) !== text
        ? []
        : [
            { file: names.length, name, text },
            { file, text: null },
          ]
    }),
  }
}
