/** Reads a file that must be one JSON object. A byte order mark is no mistake. */
import { type Parsed, parsed, refused, unplaced } from '../../text/format-problem.ts'
import { isObject } from '../../text/is-object.ts'
import { readJson } from '../../text/json-text.ts'
import { type LocatedValue, problemIn } from '../../text/located-value.ts'
import { shown } from '../../text/shown.ts'
import { oversize } from '../../text/text-size.ts'

export interface JsonObject {
  readonly fields: Readonly<Record<string, unknown>>
  readonly located: LocatedValue
}

const expected = 'one JSON object'

export function readJsonObject(text: string, file: string): Parsed<JsonObject> {
  const json = readJsonValue(text, file)
  if (!json.ok) return json
  const { value } = json.value
  return isObject(value)
    ? parsed({ fields: value, located: json.value })
    : refused([problemIn(json.value, [], file, expected, shown(value))])
}

/** Of a text that is no JSON at all, the start is shown; of JSON with a mistake, the place. */
export function readJsonValue(text: string, file: string): Parsed<LocatedValue> {
  const tooLarge = oversize(text, file)
  if (tooLarge !== null) return refused([tooLarge])
  const body = text.replace(/^\uFEFF/, '')
  const json = readJson(body, file)
  const start = body.trim()
  if (json.ok || /^[[{]/.test(start)) return json
  return refused([unplaced(file, expected, start === '' ? 'an empty file' : shown(start))])
}
