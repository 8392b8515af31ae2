/**
 * Owns the operator's token: 256 random bits in a file that only its owner can read. Each start of a daemon makes a new
 * one, so that a token that leaked is worth nothing after it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { lstat, open, rename } from 'node:fs/promises'
import { UserError } from '@harness/core/kernel/user-error'
import { tokenPath } from '../place/daemon-place.ts'

const openBits = 0o077

export interface FreshToken {
  readonly token: string
  /** What was wrong with the file before; null if nothing was. */
  readonly note: string | null
}

export async function freshToken(stateDir: string): Promise<FreshToken> {
  const path = tokenPath(stateDir)
  const before = await lstat(path).catch(() => null)
  if (before !== null && !before.isFile())
    throw new UserError('daemon-token-invalid', `${path} is not a file of its own.`, {
      next: `Look who made it, then remove it: rm '${path}'`,
    })
  const token = randomBytes(32).toString('hex')
  const fresh = await open(`${path}.${process.pid}`, 'w', 0o600)
  try {
    await fresh.chmod(0o600)
    await fresh.writeFile(`${token}\n`)
    await fresh.sync()
  } finally {
    await fresh.close()
  }
  await rename(`${path}.${process.pid}`, path)
  const wasOpen = before !== null && (before.mode & openBits) !== 0
  const mode = wasOpen ? (before.mode & 0o777).toString(8).padStart(3, '0') : ''
  return {
    token,
    note: wasOpen
      ? `Others could read the token (mode ${mode}). It was replaced, and the old one is void.`
      : null,
  }
}

/** In constant time. */
export function isToken(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)]
  return one.length === other.length && timingSafeEqual(one, other)
}
