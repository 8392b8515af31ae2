/** Knows which values of an env file are secrets: not those that stand in ordinary code and output too. */
import { readEnvFile } from '@harness/formats/text/env-file'
import type { Secret } from './literal-forms.ts'

/** To be handed to a redactor; values are never shown. */
export const envFileSecrets = (text: string): readonly Secret[] =>
  readEnvFile(text).flatMap(({ name, value }) =>
    isOrdinary(name, value) ? [] : [{ name, value }, ...passwordIn(name, value)],
  )

const shortest = 8

const namesSecret = /pass|pwd|token|key|secret|cred|auth|private|dsn|salt|seed|webhook|cookie|session/i

/** Values that people give to local services. */
const defaults =
  /^(?:password\d*|passw0rd|postgres(?:ql)?|changeme|changeit|localhost|development|production|mongodb|rabbitmq|rootroot|adminadmin|minioadmin|test(?:ing|test|user|pass|password|secret|key|token)|dev(?:elop|user|pass|password|secret|key|token)|secret(?:key)?|example|12345678\d*)$/i

/** A word, a number, an address or a path. */
function isOrdinary(name: string, value: string): boolean {
  if (value.length < shortest || defaults.test(value)) return true
  if (isAddress(value)) return true
  if (namesSecret.test(name)) return false
  return ordinary.some((pattern) => pattern.test(value))
}

const ordinary: readonly RegExp[] = [
  // Numbers, dates, versions, IP addresses.
  /^v?[\d.,:_+\-TZ/ ]+$/,
  // Words, and names of up to three words.
  /^[A-Za-z]+(?:[ .,_-][A-Za-z]+){0,2}\d{0,3}$/,
  /^[A-Za-z]+(?: [A-Za-z]+)*[.!?]?$/,
  // Regions and models.
  /^[a-z]{2,5}(?:-[a-z0-9]{1,9}){1,3}$/,
  // Paths.
  /^(?:~|\.{0,2})\/[\w./@ -]*$/,
  /^[A-Za-z]:\\[\w.\\ -]*$/,
  // Hosts, mail addresses and names of files.
  /^(?:[\w.+-]+@)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/i,
  /^localhost(?::\d+)?$/,
]

const address = /^[a-z][a-z0-9+.-]*:\/\/(?:([^/?#@]*)@)?([^@]*)$/i

/** A URL that names no secret: no password, or a usual one, and no long mark in its path or query. */
function isAddress(value: string): boolean {
  const match = address.exec(value)
  if (match === null) return false
  const [, login = '', rest = ''] = match
  const [user = '', password = ''] = login.split(':')
  if (password !== '' && password !== user && !isUsual(password)) return false
  return rest.split(/[/?#&=:,;.]/).every((part) => part.length < 16 || !/\d/.test(part))
}

const isUsual = (password: string): boolean => password.length < 6 || defaults.test(password)

/** Programs print a password without its URL too. */
function passwordIn(name: string, value: string): readonly Secret[] {
  const [, login = ''] = address.exec(value) ?? []
  const at = login.indexOf(':')
  const password = at === -1 ? '' : decoded(login.slice(at + 1))
  return isPassword(password) ? [{ name, value: password }] : []
}

/** Long enough to stand for nothing else, and not one that everyone uses. */
export const isPassword = (text: string): boolean => text.length >= shortest && !defaults.test(text)

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
