/** Makes of the files of a handbook what the playbook goes by, or says everything that keeps it from being run. */
import type { Handbook } from '@harness/core/playbooks/handbook/handbook-document'
import { combineHandbook } from '@harness/formats/documents/handbook/combine-handbook'
import { parseSkeleton } from '@harness/formats/documents/handbook/skeleton'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import { type HandbookFolder, skeletonFile } from './handbook-folder.ts'

export function soundHandbook({ handbook, skeleton }: HandbookFolder): Handbook {
  const parsed = skeleton === null ? null : parseSkeleton(skeleton, skeletonFile)
  const problems = [...handbook.problems, ...(parsed?.ok === false ? parsed.problems : [])]
  if (problems.length > 0) throw userErrorOf('handbook', problems)
  return combineHandbook(handbook.handbook, parsed?.ok === true ? parsed.value : null).handbook
}
