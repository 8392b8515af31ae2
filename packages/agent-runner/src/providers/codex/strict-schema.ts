/**
 * Turns a JSON schema into the strict kind that the model server accepts: every property is required, none can be
 * added, and what may be left out may be null instead. Answers are turned back before anybody checks them.
 */
import type { JsonSchema } from '../../runner/provider.ts'

/** Null if it cannot be said in the strict kind: then the shape is left to the envelope and to the check outside. */
export function strictSchema(schema: JsonSchema): JsonSchema | null {
  if (schema.type !== 'object') return null
  try {
    return strict(schema)
  } catch (error) {
    if (error instanceof NotStrict) return null
    throw error
  }
}

/** Removes the nulls of fields that are optional in the first schema. */
export function withoutFillers(value: unknown, schema: JsonSchema, root: JsonSchema = schema): unknown {
  const shape = resolved(schema, root)
  if (Array.isArray(value)) {
    const { items } = shape
    return isSchema(items) ? value.map((item) => withoutFillers(item, items, root)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  const properties = propertiesOf(shape)
  const required = requiredOf(shape)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]) => {
      const property = properties[name]
      if (held === null && property !== undefined && !required.has(name)) return []
      return [[name, property === undefined ? held : withoutFillers(held, property, root)]]
    }),
  )
}

class NotStrict extends Error {}

const keptWords = new Set([
  'type',
  'description',
  'title',
  'enum',
  'const',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  '$ref',
])

function strict(schema: JsonSchema): JsonSchema {
  const kept = Object.fromEntries(Object.entries(schema).filter(([word]) => keptWords.has(word)))
  const choices = schema.anyOf ?? schema.oneOf
  return {
    ...kept,
    ...(Array.isArray(choices) ? { anyOf: choices.map(strict) } : {}),
    ...(isSchema(schema.items) ? { items: strict(schema.items) } : {}),
    ...(isSchema(schema.$defs) ? { $defs: mapped(schema.$defs as Record<string, JsonSchema>, strict) } : {}),
    ...(schema.type === 'object' ? strictObject(schema) : {}),
  }
}

function strictObject(schema: JsonSchema): JsonSchema {
  // Keys that cannot be listed cannot be required.
  if (isSchema(schema.additionalProperties) || schema.patternProperties !== undefined) throw new NotStrict()
  const properties = propertiesOf(schema)
  const required = requiredOf(schema)
  return {
    properties: mapped(properties, (property, name) =>
      required.has(name) ? strict(property) : { anyOf: [strict(property), { type: 'null' }] },
    ),
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  isSchema(schema.properties) ? (schema.properties as Record<string, JsonSchema>) : {}

const requiredOf = (schema: JsonSchema): ReadonlySet<unknown> =>
  new Set(Array.isArray(schema.required) ? schema.required : [])

const mapped = (
  schemas: Readonly<Record<string, JsonSchema>>,
  change: (schema: JsonSchema, name: string) => JsonSchema,
): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema, name)]))

/** What a reference within the schema points at. */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === 'string' ? /^#\/\$defs\/([^/]+)$/.exec(schema.$ref)?.[1] : undefined
  const target = name === undefined || !isSchema(root.$defs) ? undefined : root.$defs[name]
  return isSchema(target) ? target : schema
}
