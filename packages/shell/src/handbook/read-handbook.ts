/**
 * ReadHandbook: the handbook, its skeleton, PRODUCT.md and DESIGN.md as they are now in the checkout, which must be on the
 * branch that the run merges into. Only reads, and may be repeated.
 */
import type { ReadHandbook } from '@harness/core/command'
import type { CommandFailed, HandbookRead, Reread } from '@harness/core/event'
import { parseRuleDocument } from '@harness/formats/handbook/rule-document'
import { redactValue } from '../agents/redact-value.ts'
import type { Attempt } from '../attempt.ts'
import { readHandbookFolder } from '../documents/handbook-folder.ts'
import type { KnownHandbook } from '../documents/known-handbook.ts'
import { orCommandFailed } from '../expected-failure.ts'
import type { RunPorts } from '../playbook-run/run-ports.ts'
import { digestOf, digestOfHandbook } from './document-digests.ts'
import { guardBranch, soundInRun } from './documents-in-run.ts'

export const readHandbookCommand = (
  command: ReadHandbook,
  attempt: Attempt,
  ports: RunPorts,
  handbook: KnownHandbook,
): Promise<HandbookRead | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    await guardBranch(ports)
    const folder = await readHandbookFolder(ports.repoRoot, handbook)
    const reread = <Content>(digest: string, known: string | null, read: () => Content): Reread<Content> => ({
      digest,
      changed: digest === known ? null : { content: redactValue(read(), ports.redact) },
    })
    const { known } = command
    const { product, design } = folder
    return {
      type: 'HandbookRead',
      at: ports.clock.now(),
      commandId: command.id,
      handbook: reread(digestOfHandbook(folder), known.handbook, () => soundInRun(folder)),
      product: reread(digestOf(product), known.product, () => parseRuleDocument(product)),
      design: reread(digestOf(design ?? ''), known.design, () =>
        design === null ? null : parseRuleDocument(design),
      ),
    }
  })
