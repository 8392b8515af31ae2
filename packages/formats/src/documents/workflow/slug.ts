/** Owns the short name of a task: its folder for documents and its branch are called so. */
import { trapOf } from '@harness/core/kernel/contained-path'
import { isReserved } from '@harness/core/work/path-validator'
import anyAscii from 'any-ascii'

const mostCharacters = 50

/** Letters, digits, `_` and `-` only. `date` makes a name of an empty or reserved one, as in `memory-2026-01-31`. */
export function slugOf(task: string, date: string): string {
  // Of a long task only the start counts; each of its characters becomes at least one, or none.
  const hyphened = task.slice(0, 1_000).trim().replace(/\s+/g, '-')
  const plain = anyAscii(hyphened)
    .toLowerCase()
    .replace(/[^\w-]/g, '')
    .replace(/-{2,}/g, '-')
  const slug = trimmed(trimmed(plain).slice(0, mostCharacters))
  if (slug !== '' && !isReserved(slug) && trapOf(slug) === null) return slug
  return slug === '' ? date : `${slug}-${date}`
}

/** The name itself, or the first with a number that is not taken. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    const candidate = `${trimmed(slug.slice(0, mostCharacters - suffix.length))}${suffix}`
    if (!isTaken(candidate)) return candidate
  }
}

const trimmed = (slug: string): string => slug.replace(/^-+|-+$/g, '')
