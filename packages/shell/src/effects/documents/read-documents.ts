/** ReadDocuments: reads documents as they are now. Only changed ones come back. Only reads, and may be repeated. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { DocumentsRead, ReadDocuments } from '@harness/core/effects/read-documents'
import type { Reread } from '@harness/core/effects/reread'
import { redactValue } from '../../machine/redaction/redact-value.ts'
import type { Attempt } from '../failure/attempt.ts'
import { orCommandFailed } from '../failure/expected-failure.ts'
import type { DocumentDesk } from './document-desk.ts'
import { guardBranch } from './guard-branch.ts'
import { readDocument } from './read-document.ts'

export const readDocuments = (
  command: ReadDocuments,
  attempt: Attempt,
  desk: DocumentDesk,
): Promise<DocumentsRead | CommandFailed> =>
  orCommandFailed(command, attempt, desk.ports, async () => {
    const { clock, redact, repoRoot } = desk.ports
    await guardBranch(repoRoot, command.branch)
    const documents: Record<string, Reread<unknown>> = {}
    const read = desk.reader()
    const notes: string[] = []
    for (const [name, files] of Object.entries(command.files)) {
      const document = await readDocument(name, files, desk, read)
      const { digest } = document
      const isKnown = digest === command.known[name]
      // The journal keeps the content: secrets must not enter it.
      documents[name] = {
        digest,
        changed: isKnown ? null : { content: redactValue(document.content(), redact) },
      }
      if (!isKnown) notes.push(...document.notes().map(redact))
    }
    const event = { type: 'DocumentsRead', at: clock.now(), commandId: command.id, documents } as const
    return notes.length === 0 ? event : { ...event, notes }
  })
