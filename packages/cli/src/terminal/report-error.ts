/** Owns how an error is told to the operator: what is wrong, what to do next, where to read more; never a stack unasked. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCode } from '@harness/core/kernel/exit-code'
import { InvariantError } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import { diskError, pathOfError } from '@harness/shell/machine/disk/disk-error'
import type { Terminal } from './terminal.ts'

export interface ErrorReport {
  readonly code: string
  readonly message: string
  readonly next: string
  readonly docs: string
  readonly exitCode: number
}

function errorReport(thrown: unknown, pages: string): ErrorReport {
  const docsPage = (code: string): string => join(pages, `${code}.md`)
  const error = unusable(thrown) ?? diskError(thrown, pathOfError(thrown))
  if (error instanceof UserError) {
    const { code, message, next } = error
    return { code, message, next, docs: docsPage(code), exitCode: error.exitCode }
  }
  const code = error instanceof InvariantError ? 'invariant' : 'unexpected'
  return {
    code,
    message: `This is a bug in harness, not a mistake of yours: ${error instanceof Error ? error.message : String(error)}`,
    next: 'Nothing that was journaled is lost: see harness runs, then harness resume. Please report it with the output of the same command and --debug.',
    docs: docsPage(code),
    exitCode: exitCode.halted,
  }
}

/** An error of the machine is no bug of ours. */
const forbidden: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS', 'EIO'])

function unusable(error: unknown): UserError | null {
  if (!(error instanceof Error)) return null
  const { code, syscall } = error as NodeJS.ErrnoException
  const isInTheWay = code === 'ENOTDIR' || (code === 'EEXIST' && syscall === 'mkdir')
  if (syscall === undefined || !(isInTheWay || forbidden.has(code))) return null
  return new UserError('disk-failed', `${pathOfError(error)} cannot be used: ${error.message}.`, {
    next: isInTheWay
      ? 'A file stands where a folder is needed: move it out of the way, then give the same command again.'
      : 'Make that path readable and writable for you, then give the same command again.',
    exitCode: exitCode.halted,
    cause: error,
  })
}

/** The pages about errors: in the package `dist` is beside `docs`, in a clone it is below `packages/cli`. */
export function errorPages(dist: string): string {
  const inPackage = join(dist, '../docs/errors')
  return existsSync(inPackage) ? inPackage : join(dist, '../../../docs/errors')
}

export interface Telling {
  readonly json: boolean
  readonly debug: boolean
  /** The folder of the pages about errors. */
  readonly pages: string
  clean(text: string): string
}

/** Says it and returns the exit code. */
export function tellError(
  error: unknown,
  terminal: Terminal,
  { json, debug, clean, pages }: Telling,
): number {
  const report = errorReport(error, pages)
  const said = { ...report, message: clean(report.message), next: clean(report.next) }
  if (json) terminal.print(JSON.stringify({ ok: false, error: said }, null, 2))
  else {
    const { bad, strong, faint } = terminal.colours
    terminal.note(`${bad('error:')} ${said.message}`)
    terminal.note(`${strong('next:')}  ${said.next}`)
    terminal.note(faint(`more:  ${said.docs}`))
  }
  if (debug) terminal.note(clean(stackOf(error)))
  return report.exitCode
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by: ${stackOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
