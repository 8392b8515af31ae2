/** Owns the folder of a new workflow's documents, and the name of its branch. */

import { UserError } from '@harness/core/kernel/user-error'
import type { ArtifactName } from '@harness/core/playbooks/workflow/artifacts'
import { validateDocsPath } from '@harness/core/work/path-validator'
import { optionPathRefusal } from '@harness/formats/documents/workflow/option-path'
import { freeSlug, slugOf } from '@harness/formats/documents/workflow/slug'
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import { isThere } from '../../machine/disk/is-there.ts'
import { readRef } from '../../machine/git/refs.ts'
import type { WorkflowAsked } from './workflow-asked.ts'

/** What a spec session calls its draft. */
export const draftName = 'spec_draft.md'

interface DocsPlace {
  readonly slug: string
  readonly docsPath: string
}

/**
 * The folder of the spec that is handed over. Otherwise a folder named after the task, with a number if a workflow's
 * documents, the draft of another spec or a branch of the name are there.
 */
export async function placeOf(
  repoRoot: string,
  { task, spec }: Pick<WorkflowAsked, 'task' | 'spec'>,
  base: string,
  today: string,
  words: WorkflowTexts,
): Promise<DocsPlace> {
  const handed = await folderOfSpec(repoRoot, spec, base)
  const named = handed?.split('/').at(-2)
  const wanted = named ?? slugOf(task, today)
  const taken = new Set<string>()
  for (let slug = wanted; ; slug = freeSlug(wanted, (one) => taken.has(one))) {
    const docsPath = handed ?? `${base}/${slug}/`
    const valid = validateDocsPath(docsPath)
    if (!valid.ok)
      throw new UserError('usage', optionPathRefusal(valid, words), { next: 'harness workflow --help' })
    const hasBranch = (await readRef(repoRoot, `refs/heads/harness/${slug}`).catch(() => null)) !== null
    const isFree = handed !== null || !(await hasDocuments(repoRoot, docsPath, spec))
    if (!hasBranch && isFree) return { slug, docsPath }
    taken.add(slug)
  }
}

const defaultFolder = 'docs/harness'

/** Null if the spec is not in a task's folder for documents, or a workflow has used that folder already. */
async function folderOfSpec(repoRoot: string, spec: string | null, base: string): Promise<string | null> {
  const steps = spec?.split('/').slice(0, -1) ?? []
  const above = steps.slice(0, -1).join('/')
  const docsPath = `${steps.join('/')}/`
  if ((above !== base && above !== defaultFolder) || !validateDocsPath(docsPath).ok) return null
  return (await hasDocuments(repoRoot, docsPath, spec)) ? null : docsPath
}

const ofWorkflow = (['spec', 'changes', 'verify_report', 'qa_report'] as const satisfies ArtifactName[]).map(
  (name) => `${name}.md`,
)

/** The draft of a spec that was not asked for is another task's. */
async function hasDocuments(repoRoot: string, docsPath: string, spec: string | null): Promise<boolean> {
  const isOther = spec !== null && !spec.startsWith(docsPath)
  for (const name of [...ofWorkflow, ...(isOther ? [draftName] : [])])
    if (await isThere(`${repoRoot}/${docsPath}${name}`)) return true
  return false
}
