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
  rewrite: ([there = null], edits) => ({
    texts: [{ file: 0, text: edits.reduce<string | null>(afterEdit, there) }],
    refused: [],
  }),
}

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
