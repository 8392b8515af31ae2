/**
 * Keeps the copies of log-in files that agent programs work on in step with the operator's own files. A program that
 * renews its log-in changes its copy; the operator's file follows at once, so that programs beside it get the new one.
 */
import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

export interface Login {
  /** The operator's file. */
  readonly original: string
  readonly copy: string
}

export interface CopiedLogins {
  /** Hands over what changed since the last time. */
  settle(): void
}

/** A file that is missing is not copied. */
export function copyLogins(logins: readonly Login[]): CopiedLogins {
  const copied = logins.flatMap((login) => {
    const text = originalText(login.original)
    if (text === null) return []
    replace(login.copy, text, 0o600)
    return [{ ...login, known: text }]
  })
  return {
    settle() {
      for (const login of copied) login.known = settled(login, login.known)
    },
  }
}

/** The text that both files have now. Only one of them may have changed: if both did, the operator's file stays. */
function settled({ original, copy }: Login, known: string): string {
  const [theirs, mine] = [originalText(original), copyText(copy)]
  // A missing file of the operator's means that the operator has logged out.
  if (theirs === null || theirs === mine) return theirs ?? known
  try {
    if (theirs !== known) {
      replace(copy, theirs, 0o600)
      return theirs
    }
    if (mine === null || !isWhole(mine)) return known
    const real = realpathSync(original)
    replace(real, mine, statSync(real).mode)
    return mine
  } catch {
    // A file that cannot be written must not end a turn. The next settling tries again.
    return known
  }
}

/** A program may be writing it just now, or was ended while it did. */
function isWhole(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function originalText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const largest = 1024 * 1024

/** The program owns the folder: a link there could lead anywhere on this machine, and a pipe would never end. */
function copyText(path: string): string | null {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return null
  }
  try {
    const stats = fstatSync(file)
    return stats.isFile() && stats.size <= largest ? readFileSync(file, 'utf8') : null
  } finally {
    closeSync(file)
  }
}

/** Synchronous: no other turn of this process comes between looking and writing. Replaces a link, and follows none. */
function replace(path: string, text: string, mode: number): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`)
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode })
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}
