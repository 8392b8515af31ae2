/**
 * Owns how the spec of a site is written: the spec, its acceptance file and the context drop, all or none. A file of a
 * person is never replaced.
 */
import type { RefusedEdit } from '@harness/core/effects/edit-documents'
import type { NewSpec } from '@harness/core/playbooks/site-reverse/documents'
import { describeProblem } from '../../text/format-problem.ts'
import { parseAcceptance } from '../acceptance/parse-acceptance.ts'
import type { DocumentCodec, Rewritten } from '../codec/document-codec.ts'
import { textCodec } from '../codec/text-codec.ts'
import { printAcceptance, printSiteDrop, printSpec } from './print-spec.ts'

export const newSpecCodec: DocumentCodec<string, NewSpec> = {
  ...textCodec('acceptance'),
  rewrite(found, [edit], { redact }): Rewritten {
    if (edit === undefined) return { texts: [], refused: [] }
    const { analysis, source } = edit
    const texts = [
      printSpec(analysis, source),
      printAcceptance(analysis),
      printSiteDrop(analysis, source),
    ].map(redact)
    const read = parseAcceptance(texts[1] ?? '', source.acceptancePath)
    if (!read.ok)
      return refusal(
        'invalid',
        'The acceptance file could not be read again.',
        read.problems.map(describeProblem),
      )
    const names = [source.specPath, source.acceptancePath, 'The context drop']
    const taken = names.filter((_, at) => (found[at] ?? null) !== null && found[at] !== texts[at])
    if (taken.length > 0)
      return refusal(
        'taken',
        `${taken.join(' and ')}: another file is there already. Nothing was written.`,
        [],
      )
    return { texts: texts.map((text, file) => ({ file, text })), refused: [] }
  },
}

const refusal = (reason: RefusedEdit['reason'], detail: string, problems: readonly string[]): Rewritten => ({
  texts: [],
  refused: [{ edit: 0, reason, detail, problems }],
})
