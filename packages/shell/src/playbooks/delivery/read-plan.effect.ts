/** Owns how a delivery tells what it read of its plan. A gate tells of an edit. */
import { describeChange, type PlanContents, type PlanRead } from '@harness/core/playbooks/delivery/documents'
import { readDocumentsEffect } from '../../effects/documents/read-documents.effect.ts'
import { line } from '../../effects/progress-line.ts'

const readDocuments = readDocumentsEffect<PlanContents>()

export const readPlanEffect: typeof readDocuments = {
  ...readDocuments,
  outcomes: {
    ...readDocuments.outcomes,
    DocumentsRead: {
      ...readDocuments.outcomes.DocumentsRead,
      line(event) {
        const completion = completionIn(event)
        return completion === null
          ? null
          : line('plan', `was completed by others meanwhile: ${describeChange(completion)}`, { tone: 'warn' })
      },
      log: (event) => (completionIn(event) === null ? '' : 'completed elsewhere'),
    },
  },
}

const completionIn = ({ documents: { plan, completion } }: PlanRead): PlanContents['completion'] | null =>
  plan.changed?.content == null ? (completion.changed?.content ?? null) : null
