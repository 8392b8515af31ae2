/** Finds the secrets that an environment holds: those named, and those that by their name can be nothing else. */
import { looksSecret } from '../process/environment.ts'
import type { Secret } from './literal-forms.ts'

/** To be handed to a redactor; values are never shown. */
export function knownSecrets(
  source: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): readonly Secret[] {
  const named = new Set(names)
  return Object.entries(source).flatMap(([name, value]) =>
    value !== undefined && value !== '' && (named.has(name) || looksSecret(name)) ? [{ name, value }] : [],
  )
}
