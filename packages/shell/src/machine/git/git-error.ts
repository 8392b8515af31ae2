/** Owns the two ways in which git can fail us: a call that did not do what was asked, and a repository we will not touch. */
import { UserError } from '@harness/core/kernel/user-error'

/** A git call that ended otherwise than asked; `message` holds the call and the end of what git said. */
export class GitError extends Error {
  readonly args: readonly string[]
  readonly cwd: string
  /** Null if git never came to an exit code: not startable, timed out, aborted, too much output. */
  readonly exitCode: number | null
  readonly stderr: string

  constructor(
    call: { readonly args: readonly string[]; readonly cwd: string },
    end: { readonly exitCode: number | null; readonly stderr: string },
  ) {
    super(`git ${call.args.join(' ')} (in ${call.cwd}) ${describeEnd(end)}`)
    this.name = 'GitError'
    this.args = call.args
    this.cwd = call.cwd
    this.exitCode = end.exitCode
    this.stderr = end.stderr
  }
}

function describeEnd({ exitCode, stderr }: { exitCode: number | null; stderr: string }): string {
  const said = stderr.trim()
  const how = exitCode === null ? 'did not finish' : `failed with exit code ${exitCode}`
  return said === '' ? how : `${how}: ${said.slice(-2_000)}`
}

/** The repository's own configuration would make git do something that cannot be switched off. */
export class UnsafeRepositoryError extends UserError {
  constructor(place: string, why: string) {
    super('git-repository-unsafe', `${place}: ${why}`, {
      next: 'Remove that setting from the repository, or work on a fresh clone of it.',
    })
    this.name = 'UnsafeRepositoryError'
  }
}
