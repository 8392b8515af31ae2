/** Owns what came of edits, and what codecs may ask while they are made. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentsEdited } from '@harness/core/effects/edit-documents'
import { containedPath } from '@harness/core/kernel/contained-path'
import type { EditWorld } from '@harness/formats/documents/codec/document-codec'
import type { DocumentDesk } from './document-desk.ts'

export interface MadeEdits extends Pick<DocumentsEdited, 'digests' | 'written' | 'refused'> {
  /** Files that hold what was there before. */
  readonly kept: readonly string[]
}

export const editWorld = ({ ports: { repoRoot, redact } }: DocumentDesk): EditWorld => ({
  redact,
  has: (path) => path === '.' || (containedPath(path).ok && existsSync(join(repoRoot, path))),
})
