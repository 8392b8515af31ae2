/** Owns the documents of a delivery: the plan where people edit it, and how it differs from the plan that is followed. */
import type { LastChange } from '../../effects/document-file.ts'
import type { DocumentsRead, ReadDocuments } from '../../effects/read-documents.ts'
import { asCommitHash, type CommandId, type CommitHash } from '../../kernel/ids.ts'
import { oneLine } from '../../kernel/one-line.ts'
import { lineDifference } from '../../work/line-difference.ts'
import type { DeliveryState } from './state.ts'

export type PlanContents = {
  /** On the base branch. */
  readonly plan: string
  /** In the checkout, not committed. */
  readonly draft: string
  /** Who put the file into its completed place on the base branch. */
  readonly completion: LastChange
}

export type ReadPlan = ReadDocuments<PlanContents>
export type PlanRead = DocumentsRead<PlanContents>

export const readPlan = (id: CommandId, { input }: DeliveryState): ReadPlan => {
  const { plan, baseBranch: branch } = input
  return {
    type: 'ReadDocuments',
    id,
    files: {
      plan: [{ place: 'base', branch, path: plan.path }],
      draft: [{ place: 'draft', branch, path: plan.path }],
      completion: [{ place: 'history', branch, path: plan.completedPath }],
    },
    known: { plan: null, draft: null, completion: null },
    branch: null,
  }
}

export interface PlanEdit {
  /** Null if the file is gone, as `digest` is then. */
  readonly text: string | null
  readonly digest: string | null
  readonly difference: string
}

export interface CompletedPlan {
  readonly commit: CommitHash
  /** Whose it is, and what it says. */
  readonly by: string
}

/** Null unless the base has the plan completed, and no person said to continue without the file. */
export function completedIn({ documents }: PlanRead, state: DeliveryState): CompletedPlan | null {
  const change = documents.completion.changed?.content ?? null
  const isThere = (documents.plan.changed?.content ?? null) !== null
  if (change === null || isThere || state.agreedPlans.includes(null)) return null
  const by = `${describeChange(change)}, moved it to ${state.input.plan.completedPath}`
  return { commit: asCommitHash(change.commit), by }
}

export const describeChange = ({ commit, author, subject }: LastChange): string =>
  `${commit.slice(0, 12)} by ${oneLine(author)}, “${oneLine(subject)}”`

/**
 * How a person edited the plan; null if it is what the run follows. An old copy is no edit as long as the plan that is
 * followed is there too.
 */
export function editIn({ documents }: PlanRead, state: DeliveryState): PlanEdit | null {
  const { planText, agreedPlans, input } = state
  const found = [documents.draft, documents.plan].flatMap(({ digest, changed }) =>
    changed?.content == null ? [] : [{ text: changed.content, digest }],
  )
  // A plan that git ignores is only in the checkout.
  const texts = found.length > 0 ? found : [{ text: null, digest: null }]
  const agreed: readonly (string | null)[] = [input.plan.text, ...agreedPlans]
  const isFollowed = ({ text }: Pick<PlanEdit, 'text'>): boolean =>
    text === planText || (text === null && agreed.includes(null))
  const others = texts.filter((one) => !isFollowed(one))
  const edit = texts.some(isFollowed) ? others.find(({ text }) => !agreed.includes(text)) : others[0]
  return edit === undefined ? null : { ...edit, difference: lineDifference(planText, edit.text ?? '') }
}
