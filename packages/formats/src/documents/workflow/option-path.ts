/** Owns what is said of an option whose path is refused, in the language of a person. */
import type { RefusedPath } from '@harness/core/work/path-validator'
import { pathRefusal } from '../../text/path-words.ts'
import type { WorkflowTexts } from './words/texts.ts'

export const optionPathRefusal = (refused: RefusedPath, { paths, refusals }: WorkflowTexts): string =>
  pathRefusal(refused, { ...paths, unc: () => refusals.uncPath })
