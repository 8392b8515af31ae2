/** Owns the one way in which secrets are kept out of journals, logs, transcripts, reports and screens. */

import type { TextStage } from '../process/text-stage.ts'
import { latin1Literals, literalForms, type Secret } from './literal-forms.ts'
import { type LiteralSearch, literalSearch } from './literal-search.ts'
import { createLiteralStage } from './literal-stage.ts'
import type { ValueStage } from './redact-patch.ts'
import { createShapeStage } from './shape-stage.ts'

export type { TextStage } from '../process/text-stage.ts'

interface RedactionRules {
  readonly secrets: readonly Secret[]
}

/** Replaces what must not be seen in a whole text. */
export type Redactor = (text: string) => string

/** Known values first, in every spelling, then whatever has the shape of a key. */
export function createRedactor(rules: RedactionRules): Redactor {
  const search = searchFor(rules)
  return (text) => {
    const stage = stagesOf(search)
    return stage.push(text) + stage.end()
  }
}

/** The same for text that comes in pieces: however it is cut, the result is that of the whole. */
export const createRedactionStream = (rules: RedactionRules): TextStage => createRedactionStreams(rules)()

/** Many of them; what to look for is prepared once. */
export function createRedactionStreams(rules: RedactionRules): () => TextStage {
  const search = searchFor(rules)
  return () => stagesOf(search)
}

/** Known values only, in text that is bytes read as Latin-1, such as a patch. */
export function createValueStages({ secrets }: RedactionRules): ValueStage {
  const search = literalSearch(latin1Literals(secrets))
  return (onHit) => createLiteralStage(search, onHit)
}

const searchFor = ({ secrets }: RedactionRules): LiteralSearch | null =>
  literalSearch(secrets.flatMap(({ name, value }) => literalForms(value).map((form) => ({ name, form }))))

function stagesOf(search: LiteralSearch | null): TextStage {
  const known = createLiteralStage(search)
  const shapes = createShapeStage()
  return {
    push: (text) => shapes.push(known.push(text)),
    end: () => shapes.push(known.end()) + shapes.end(),
  }
}
