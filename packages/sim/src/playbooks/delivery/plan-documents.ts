/** Owns the plan of a simulated delivery as its documents: it is on the base branch, where people edit it. */
import type { DocumentFile } from '@harness/core/effects/document-file'
import { InvariantError } from '@harness/core/kernel/invariant'
import type { PlanContents } from '@harness/core/playbooks/delivery/documents'
import type { Random } from '../../engine/random.ts'
import { baseTip } from '../../world/base-branch.ts'
import type { Site } from '../../world/ground.ts'
import type { SimDocuments } from '../../world/sim-documents.ts'
import { plainInput } from './input.ts'

export const planDocuments = (site: Site): SimDocuments => ({
  read(_document, [file]) {
    const { hash, files } = baseTip(site)
    const text = file === undefined ? null : (files[file.path] ?? null)
    return text === null ? null : contentOf(file, text, hash)
  },
  edit() {
    throw new InvariantError('a delivery edits no document')
  },
})

function contentOf(file: DocumentFile | undefined, text: string, commit: string) {
  switch (file?.place) {
    case 'history':
      return { commit, author: 'a person', subject: 'Complete the plan' }
    case 'base':
      return text
    default:
      return null
  }
}

type Drawn = { readonly [Name in keyof PlanContents]: PlanContents[Name] | null }

/** Mostly the plan as it was at the start. */
export function drawnPlan(luck: Random): Drawn {
  const { text } = plainInput.plan
  const plan = luck.chance(0.9) ? text : luck.pick([null, `plan ${luck.int(0, 1_000)}`])
  const completion = luck.chance(0.5)
    ? null
    : { commit: 'commit-theirs', author: 'a person', subject: 'Complete the plan' }
  return { plan, draft: null, completion: plan === null ? completion : null }
}
