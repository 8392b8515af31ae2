/** Owns reading a text that may be no TOML, if it does not matter what is wrong with it. */
import { parse } from 'smol-toml'

/** Null if the text is no TOML. */
export function tomlObjectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return parse(text)
  } catch {
    return null
  }
}
