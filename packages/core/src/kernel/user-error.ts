import { type ExitCode, exitCode } from './exit-code.ts'

/**
 * The operator's mistake, told in a way that can be acted on. `code` names the page `docs/errors/<code>.md`;
 * `next` is the step, usually a command, that gets the operator further.
 */
export class UserError extends Error {
  readonly code: string
  readonly next: string
  readonly exitCode: ExitCode

  constructor(
    code: string,
    message: string,
    options: { readonly next: string; readonly exitCode?: ExitCode; readonly cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'UserError'
    this.code = code
    this.next = options.next
    this.exitCode = options.exitCode ?? exitCode.usage
  }
}
