/** A value together with where each part of it stood in the text it came from. */
import type { FormatProblem } from './format-problem.ts'

export type Path = readonly (string | number)[]

export interface Place {
  readonly line: number
  readonly column: number
}

export interface LocatedValue {
  readonly value: unknown
  /** The start of the value at `path`, or of the nearest value around it that exists. */
  placeOf(path: Path): Place | null
  /** The place of the name of the field at `path`; of a missing field, the value around it. */
  keyPlaceOf(path: Path): Place | null
}

/** For values that never were a text, such as the export of a module. */
export const unlocated = (value: unknown): LocatedValue => ({
  value,
  placeOf: () => null,
  keyPlaceOf: () => null,
})

/** `checks[0].run`; null for the whole. */
export function fieldOf(path: readonly PropertyKey[]): string | null {
  let field = ''
  for (const part of path) {
    if (typeof part === 'number') field += `[${part}]`
    else if (/^[\w$-]+$/.test(String(part))) field += field === '' ? String(part) : `.${String(part)}`
    else field += `[${JSON.stringify(String(part))}]`
  }
  return field === '' ? null : field
}

/** Returns the start of the value at `path`. */
export const problemIn = (
  located: LocatedValue,
  path: Path,
  file: string,
  expected: string,
  found: string,
  hint: string | null = null,
): FormatProblem => {
  const place = located.placeOf(path) ?? { line: null, column: null }
  return { file, ...place, field: fieldOf(path), expected, found, hint }
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value
  for (const part of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined
    at = (at as Record<PropertyKey, unknown>)[part]
  }
  return at
}

/** Line and column, from 1, of an offset. Finds them by scanning: asked for once per problem. */
export function placeAt(text: string, offset: number): Place {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return { line, column: offset - start + 1 }
}
