/** Owns how a failed disk operation is told to the operator: a full disk is named as such, with its path. */
import { exitCode } from '@harness/core/exit-code'
import { UserError } from '@harness/core/user-error'

export class DiskFullError extends UserError {
  readonly path: string

  constructor(path: string, cause: unknown) {
    super('disk-full', `No space left to write ${path}.`, {
      next: 'Free some space on that disk, then resume the run: nothing that was recorded is lost.',
      exitCode: exitCode.halted,
      cause,
    })
    this.name = 'DiskFullError'
    this.path = path
  }
}

const fullCodes: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT'])

/** The error to throw for `error` at `path`: a DiskFullError where that is what it means, else `error` itself. */
export const diskError = (error: unknown, path: string): unknown =>
  fullCodes.has((error as NodeJS.ErrnoException | null)?.code) ? new DiskFullError(path, error) : error
