/** Owns a document of a workflow: its content is its text, and an edit is printed over it. */
import type { ArtifactEdit } from '@harness/core/playbooks/workflow/artifacts'
import { parsed } from '../../text/format-problem.ts'
import type { DocumentCodec } from '../codec/document-codec.ts'
import { withChanges } from './changes-file.ts'
import { printVerifyReport } from './verify-report.ts'

export const artifactCodec: DocumentCodec<string, ArtifactEdit> = {
  // No text has a mistake, so no message says this name.
  format: 'plan',
  inPlace: null,
  walk: (text) => text,
  parse: (text) => parsed(text),
  rewrite([there = null], edits, { redact }) {
    const refused = edits.flatMap((edit, index) =>
      there !== null && isAnother(redact(there), edit)
        ? [{ edit: index, reason: 'edited' as const, detail: 'It was edited meanwhile.', problems: [] }]
        : [],
    )
    const texts = [{ file: 0, text: edits.reduce<string | null>(afterEdit, there) }]
    return { texts: refused.length === 0 ? texts : [], refused }
  },
}

/** The file has neither the text that the edit replaces nor the one that it makes. */
const isAnother = (there: string, edit: ArtifactEdit): boolean =>
  edit.kind === 'text' &&
  edit.replaces !== undefined &&
  there !== edit.replaces &&
  there !== afterEdit(null, edit)

function afterEdit(document: string | null, edit: ArtifactEdit): string {
  switch (edit.kind) {
    case 'text':
      return edit.text === '' || edit.text.endsWith('\n') ? edit.text : `${edit.text}\n`
    case 'changes':
      return withChanges(document, edit)
    case 'verify-report':
      return printVerifyReport(edit.report)
  }
}
