/**
 * Owns how new plans are written: all or none, and never beside a plan with the same id. Its files are the folder of the
 * active plans and that of the completed ones.
 */
import type { RefusedEdit } from '@harness/core/effects/edit-documents'
import type { NewPlans } from '@harness/core/playbooks/planning/documents'
import { proposalFile } from '@harness/core/playbooks/planning/proposal'
import { describeProblem } from '../../text/format-problem.ts'
import type { DocumentCodec, Rewritten } from '../codec/document-codec.ts'
import { filesOf } from '../codec/folder-text.ts'
import { textCodec } from '../codec/text-codec.ts'
import { parsePlan } from '../plan/parse-plan.ts'
import { readPlanFileName } from '../plan/plan-file-name.ts'
import { printPlan } from './print-plan.ts'

export const newPlansCodec: DocumentCodec<string, NewPlans> = {
  ...textCodec('plan'),
  rewrite(folders, edits): Rewritten {
    const written = edits.flatMap((edit) =>
      edit.proposals.map((proposal) => ({
        name: proposalFile(proposal),
        id: proposal.id,
        text: printPlan(proposal, edit),
      })),
    )
    const misprinted = written.flatMap(({ name, text }) => {
      const read = parsePlan(text, name)
      return read.ok ? [] : read.problems.map(describeProblem)
    })
    if (misprinted.length > 0) return refusal('invalid', 'A plan could not be read again.', misprinted)
    const there = folders.map(filesOf)
    const taken = written.flatMap(({ name, id, text }) =>
      there.flatMap((files, folder) =>
        Object.entries(files)
          .filter(([file, found]) => idOf(file) === id && !(folder === 0 && file === name && found === text))
          .map(([file]) => `id-collision: ${id} is the id of ${file}, which is there already`),
      ),
    )
    if (taken.length > 0) return refusal('taken', 'A plan is there already.', taken)
    return { texts: written.map(({ name, text }) => ({ file: 0, name, text })), refused: [] }
  },
}

function idOf(file: string): string | null {
  const name = readPlanFileName(file)
  return name.kind === 'plan' ? name.id : null
}

const refusal = (reason: RefusedEdit['reason'], detail: string, problems: readonly string[]): Rewritten => ({
  texts: [],
  refused: [{ edit: 0, reason, detail, problems }],
})
