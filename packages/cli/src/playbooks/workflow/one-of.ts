/** Refuses a value that an option does not take, in the language of a person. */
import type { WorkflowTexts } from '@harness/formats/documents/workflow/words/texts'
import { refusal } from './refusal.ts'

export function oneOf<Name extends string>(
  flag: string,
  given: string,
  known: readonly Name[],
  { refusals }: WorkflowTexts,
): Name {
  const found = known.find((each) => each === given)
  if (found !== undefined) return found
  throw refusal(refusals.notOneOf(flag, JSON.stringify(given), known.join(', ')))
}
