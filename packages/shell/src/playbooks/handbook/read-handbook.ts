/**
 * ReadHandbook: the handbook, its skeleton, PRODUCT.md and DESIGN.md as they are now in the checkout, which must be on the
 * branch that the run merges into. Only reads, and may be repeated.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { Reread } from '@harness/core/effects/reread'
import type { HandbookRead, ReadHandbook } from '@harness/core/playbooks/handbook/read-handbook'
import { parseRuleDocument } from '@harness/formats/documents/handbook/rule-document'
import { redactValue } from '../../effects/agents/call/redact-value.ts'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orCommandFailed } from '../../effects/failure/expected-failure.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { digestOf, digestOfHandbook } from './document-digests.ts'
import { guardBranch, soundInRun } from './documents-in-run.ts'
import { readHandbookFolder } from './handbook-folder.ts'
import type { KnownHandbook } from './known-handbook.ts'

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
