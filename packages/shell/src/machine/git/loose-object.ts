/**
 * Reads an object from the file in which git keeps it until it is packed, and holds it against its own name, so that
 * nothing else can pass for it. What is not there that way is undefined: only git itself can tell.
 */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { GitDirs } from './git-dirs.ts'

export interface LooseObject {
  readonly type: string
  readonly content: Buffer
}

const largest = 1024 * 1024

export const isHash = (name: string): boolean => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(name)

export const looseObjectPath = ({ commonDir }: GitDirs, name: string): string =>
  join(commonDir, 'objects', name.slice(0, 2), name.slice(2))

export function looseObject(dirs: GitDirs, name: string): LooseObject | undefined {
  if (!isHash(name)) return undefined
  const path = looseObjectPath(dirs, name)
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined || stats.size > largest) return undefined
    const object = inflateSync(readFileSync(path), { maxOutputLength: largest })
    const digest = createHash(name.length === 40 ? 'sha1' : 'sha256').update(object)
    return digest.digest('hex') === name ? parted(object) : undefined
  } catch {
    return undefined
  }
}

/** `<type> <size>`, a zero, and what it holds. */
function parted(object: Buffer): LooseObject | undefined {
  const end = object.indexOf(0)
  const [, type] = /^([a-z]+) \d+$/.exec(object.toString('latin1', 0, end)) ?? []
  return type === undefined ? undefined : { type, content: object.subarray(end + 1) }
}
