/** Owns the document that planning writes: new plans in the folders of plans, all or none. */
import { inCheckout } from '../../effects/document-file.ts'
import type { EditDocuments } from '../../effects/edit-documents.ts'
import type { CommandId } from '../../kernel/ids.ts'
import type { PlanningInput } from './input.ts'
import type { Proposal } from './proposal.ts'

export interface NewPlans {
  readonly proposals: readonly Proposal[]
  readonly spec: string
  readonly criteria: PlanningInput['criteria']
}

export type WritePlans = EditDocuments<NewPlans>

export const writePlans = (
  id: CommandId,
  { spec, criteria, planDir, completedDir }: PlanningInput,
  proposals: readonly Proposal[],
): WritePlans => ({
  type: 'EditDocuments',
  id,
  documents: {
    'new-plans': { files: [inCheckout(`${planDir}/`), inCheckout(`${completedDir}/`)], expected: null },
  },
  edits: [{ document: 'new-plans', edit: { proposals, spec: spec.path, criteria } }],
  branch: null,
})
