/** Words the one form in which an agent answers: the schema that its provider is sent, or the same schema in words. */
import type { Contract } from './contract.ts'

/** Empty if the contract asks for nothing. `isSchemaSent` tells whether the provider holds the model to the schema. */
export function answerForm({ form, jsonSchema }: Contract, isSchemaSent: boolean): string {
  if (jsonSchema === null) return form
  const which = isSchemaSent ? 'that you are given' : 'below'
  return [
    `Your answer is one JSON object that satisfies the schema ${which}, with nothing around it. If another text asks for another form, this one counts.`,
    ...(form === '' ? [] : [form]),
    ...(isSchemaSent ? [] : [`The schema:\n\n${asJson(jsonSchema)}`]),
  ].join('\n\n')
}

/** Without the name of its dialect, which tells an agent nothing. */
const asJson = ({ $schema: _, ...schema }: Readonly<Record<string, unknown>>): string =>
  `\`\`\`json\n${JSON.stringify(schema)}\n\`\`\``
