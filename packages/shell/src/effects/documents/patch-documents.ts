/** Makes edits in documents that are edited in place, one after the other. */
import type { DocumentFile } from '@harness/core/effects/document-file'
import type { DocumentsEdited, EditDocuments, RefusedEdit } from '@harness/core/effects/edit-documents'
import { invariant } from '@harness/core/kernel/invariant'
import type { DocumentDesk } from './document-desk.ts'
import { digestAfter } from './document-digest.ts'
import { readDocument } from './read-document.ts'

export async function patchDocuments(
  { documents, edits }: EditDocuments,
  desk: DocumentDesk,
): Promise<Pick<DocumentsEdited, 'digests' | 'refused'>> {
  const digests: Record<string, string | null> = {}
  const refused: RefusedEdit[] = []
  for (const [at, { document, edit }] of edits.entries()) {
    const stated = documents[document]
    const [first] = stated?.files ?? []
    if (desk.codecOf(document).inPlace === null) continue
    invariant(stated !== undefined && first !== undefined, `${document} has a file`)
    const file = await desk.knownFile(first, desk.codecOf(document))
    const made = () => file.edit(edit, desk.world)
    const patched = await whenSound(made(), document, stated.files, desk, made)
    if (patched.type === 'refused') {
      const { reason, detail, problems } = patched
      refused.push({ edit: at, reason, detail, problems })
    } else {
      const expected = document in digests ? (digests[document] ?? null) : stated.expected
      digests[document] = digestAfter(expected, patched.before, patched.after)
    }
  }
  return { digests, refused }
}

/** A document with mistakes, half saved perhaps, does not tell that an edit no longer fits. */
async function whenSound<Result extends { readonly type: string }>(
  result: Result,
  document: string,
  files: readonly DocumentFile[],
  desk: DocumentDesk,
  again: () => Result,
): Promise<Result> {
  if (result.type !== 'refused') return result
  const { content } = await readDocument(document, files, desk)
  content()
  return again()
}
