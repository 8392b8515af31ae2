/** Owns what each language words for a spec itself; the gates of the convention scan are the workflow's. */
import type { SpecWords } from '@harness/core/playbooks/spec/words'
import type { Trouble } from '../../workflow/words/texts.ts'

export interface SpecTexts extends Omit<SpecWords, 'gates'> {
  readonly gates: Pick<SpecWords['gates'], 'questions'>
  /** Why the command cannot start. */
  readonly refusals: {
    readonly exclusive: (one: string, other: string) => string
    readonly emptyIdea: Trouble<string, (command: string) => string>
    readonly nameFolder: (option: string) => string
    readonly otherIdea: Trouble<(idea: string) => string, (resume: string, giveUp: string) => string>
  }
}
