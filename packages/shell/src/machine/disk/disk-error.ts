/** Owns how a failed disk operation is told to the operator: a full disk is named as such, with its path. */
import { exitCode } from '@harness/core/kernel/exit-code'
import { UserError } from '@harness/core/kernel/user-error'

export class DiskFullError extends UserError {
  readonly path: string

  constructor(path: string, cause: unknown) {
    super('disk-full', `No space left to write ${path}.`, {
      next: 'Free some space on that disk, then give the same command again, or harness resume if a run had begun: nothing that was recorded is lost.',
      exitCode: exitCode.halted,
      cause,
    })
    this.name = 'DiskFullError'
    this.path = path
  }
}

const fullCodes: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT'])

/** The place that an error names: the system's, or the folder that git worked in. */
export const pathOfError = (error: unknown): string => {
  const { path, cwd } = (error ?? {}) as { readonly path?: unknown; readonly cwd?: unknown }
  return typeof path === 'string' ? path : typeof cwd === 'string' ? cwd : 'a file'
}

/** What git and other programs say on standard error when they cannot write. */
const fullSaid = /No space left on device|Disk quota exceeded/

export const saysDiskIsFull = (output: string): boolean => fullSaid.test(output)

/**
 * The error to throw for `error` at `path`: a DiskFullError if it or one of its causes means that, else
 * `error` itself.
 */
export function diskError(error: unknown, path: string): unknown {
  if (error instanceof UserError) return error
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException
    if (fullCodes.has(code) || fullSaid.test(at.message)) return new DiskFullError(path, error)
  }
  return error
}
