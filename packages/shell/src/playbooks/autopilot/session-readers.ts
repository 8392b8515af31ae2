/** Owns how each file in the folder of a session is read, by its name. */
import { readHandoff } from '@harness/formats/documents/autopilot/handoff-file'
import { readJsonObject } from '@harness/formats/documents/autopilot/json-object'
import { readWishes } from '@harness/formats/documents/autopilot/phase-wishes'
import { readReview } from '@harness/formats/documents/autopilot/review-file'
import { readSessionFile } from '@harness/formats/documents/autopilot/session-file'
import type { Parsed } from '@harness/formats/text/format-problem'

type Reader = (text: string, file: string) => Parsed<unknown>

const readers: readonly (readonly [RegExp, Reader])[] = [
  [/^autopilot-state\.json$/, readSessionFile],
  [/^state\.json$/, readJsonObject],
  [/^handoff\.json$/, readHandoff],
  [/^phases\.json$/, readWishes],
  [/^phase-\d+-review\.json$/, readReview],
]

/** Undefined if any text will do. */
export const readerOf = (path: string): Reader | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return readers.find(([names]) => names.test(name))?.[1]
}
