/** Holds a located value against a schema and says what does not fit, in words and with the nearest right name. */
import * as z from 'zod'
import { type FormatProblem, type Parsed, parsed, refused } from './format-problem.ts'
import { fieldOf, type LocatedValue, type Path, valueAt } from './located-value.ts'
import { didYouMean } from './nearest-name.ts'
import { shown } from './shown.ts'

const problemLimit = 20

export function checkAgainst<Schema extends z.ZodType>(
  schema: Schema,
  located: LocatedValue,
  file: string,
): Parsed<z.output<Schema>> {
  const result = schema.safeParse(located.value, { error: expectedBy })
  if (result.success) return parsed(result.data)
  let shape: JsonSchema | null = null
  const shapeOf = (): JsonSchema => {
    shape ??= z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    return shape
  }
  const problems = result.error.issues
    .slice(0, problemLimit)
    .flatMap((issue) => problemsOf(issue, shapeOf, located, file))
  return refused(problems.slice(0, problemLimit))
}

function problemsOf(
  issue: z.core.$ZodIssue,
  shapeOf: () => JsonSchema,
  located: LocatedValue,
  file: string,
): readonly FormatProblem[] {
  const path = issue.path as Path
  const meant = issue.code === 'invalid_union' ? meantIn(issue, valueAt(located.value, path)) : []
  // None if not even the kind of alternative is said: then the message of the union itself tells what is expected.
  if (meant.length > 0) {
    return meant.flatMap((one) =>
      problemsOf({ ...one, path: [...path, ...one.path] } as z.core.$ZodIssue, shapeOf, located, file),
    )
  }
  if (issue.code === 'unrecognized_keys') {
    const known = fieldsAt(shapeOf(), path)
    return issue.keys.map((key) => ({
      file,
      ...place(located.keyPlaceOf([...path, key])),
      field: fieldOf([...path, key]),
      expected: known.length > 0 ? `one of the fields ${known.join(', ')}` : 'no fields here',
      found: `the unknown field ${shown(key)}`,
      hint: didYouMean(key, known),
    }))
  }
  if (issue.code === 'invalid_key') {
    const found = `the field ${shown(String(path.at(-1)))}`
    return [
      {
        file,
        ...place(located.keyPlaceOf(path)),
        field: fieldOf(path),
        expected: issue.message,
        found,
        hint: null,
      },
    ]
  }
  const found = valueAt(located.value, path)
  return [
    {
      file,
      ...place(located.placeOf(path)),
      field: fieldOf(path),
      expected: issue.message,
      found: shown(found),
      hint: hintFor(issue, found),
    },
  ]
}

/** What keeps the value from being the alternative that was meant: of those for an object if it is one. */
function meantIn(issue: z.core.$ZodIssueInvalidUnion, found: unknown): readonly z.core.$ZodIssue[] {
  const isObject = typeof found === 'object' && found !== null
  const isMeant = (issues: readonly z.core.$ZodIssue[]): boolean =>
    isObject === issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys')
  return issue.errors.find(isMeant) ?? issue.errors[0] ?? []
}

const place = (at: { readonly line: number; readonly column: number } | null) =>
  at ?? { line: null, column: null }

/** What an issue's message becomes, unless the schema says it in its own words. */
function expectedBy(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? `a value of type ${issue.expected}`
    case 'invalid_value':
      return issue.values.length === 1
        ? shown(issue.values[0])
        : `one of ${issue.values.map((value) => shown(value)).join(', ')}`
    case 'too_small':
      if (issue.origin === 'string') return 'a text that is not empty'
      if (issue.origin === 'array') return `at least ${issue.minimum} of them`
      return issue.inclusive === false
        ? `a number above ${issue.minimum}`
        : `a number of at least ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'string') return `no more than ${issue.maximum} characters`
      if (issue.origin === 'array') return `no more than ${issue.maximum} of them`
      return `a number of at most ${issue.maximum}`
    case 'invalid_key':
      return issue.issues[0]?.message ?? 'another name'
    default:
      return undefined
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function hintFor(issue: z.core.$ZodIssue, found: unknown): string | null {
  if (
    issue.code === 'invalid_type' &&
    issue.expected === 'string' &&
    /^(number|boolean)$/.test(typeof found)
  ) {
    return 'put it in quotes'
  }
  if (issue.code !== 'invalid_value' || typeof found !== 'string') return null
  return didYouMean(
    found,
    issue.values.filter((value) => typeof value === 'string'),
  )
}

/** The names of the fields that the shape has at `path`. */
function fieldsAt(shape: JsonSchema, path: Path): readonly string[] {
  let at: JsonSchema[] = [shape]
  for (const part of path) at = at.flatMap((one) => alternatives(one)).flatMap((one) => inside(one, part))
  return at.flatMap((one) => alternatives(one)).flatMap((one) => Object.keys(one.properties ?? {}))
}

type JsonSchema = z.core.JSONSchema.BaseSchema

const alternatives = (schema: JsonSchema): JsonSchema[] =>
  [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter((one) => typeof one === 'object')

function inside(schema: JsonSchema, part: string | number): JsonSchema[] {
  const next =
    typeof part === 'number' ? schema.items : (schema.properties?.[part] ?? schema.additionalProperties)
  return typeof next === 'object' && !Array.isArray(next) ? [next] : []
}
