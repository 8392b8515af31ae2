/** Owns reading a text that may be no JSON, if it does not matter what is wrong with it. */
import { isObject } from './is-object.ts'

/** Undefined if the text is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Null if the text is no JSON object. */
export function jsonObjectIn(text: string): Readonly<Record<string, unknown>> | null {
  const value = jsonIn(text)
  return isObject(value) ? value : null
}
