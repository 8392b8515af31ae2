/** Owns what each language words for a spec itself; the gates of the convention scan are the workflow's. */
import type { SpecWords } from '@harness/core/playbooks/spec/words'

export interface SpecTexts extends Omit<SpecWords, 'gates'> {
  readonly gates: Pick<SpecWords['gates'], 'questions'>
}
