/** Owns which commands a daemon carries out for an operator, and how a line becomes one. Pure. */
import { UserError } from '@harness/core/kernel/user-error'
import { shellTokens } from '@harness/core/work/shell-words'

/** `mission --spec SPEC.md` as a program is given it. No shell reads it: there is nothing but words. */
export function queuedArgs(line: string): readonly string[] {
  const tokens = [...shellTokens(line)]
  const words = tokens.flatMap((token) => (token.type === 'word' ? [token.text] : []))
  if (words.length === 0 || words.length !== tokens.length)
    throw new UserError('queue-invalid', `${JSON.stringify(line)} is not one command of the harness.`, {
      next: 'Give its words as you would type them: harness daemon queue "mission --spec SPEC.md"',
    })
  return words[0] === 'harness' ? words.slice(1) : words
}

/** They would lead to another repository, or answer for the operator. */
const refusedOptions = /^(?:--repo|--trust|--json|--debug)(?:=|$)/

/** Null if the daemon may carry it out. */
export function refuseQueued(args: readonly string[], drives: ReadonlySet<string>): UserError | null {
  const [name = ''] = args
  const next = `One of: ${[...drives].sort().join(', ')}`
  if (!drives.has(name))
    return new UserError('queue-invalid', `${JSON.stringify(name)} is no command that drives a run.`, {
      next,
    })
  const option = args.find((arg) => refusedOptions.test(arg))
  if (option === undefined) return null
  return new UserError('queue-invalid', `A queued command takes no ${option}.`, {
    next: 'The daemon knows its repository, and what you trust there: harness trust',
  })
}
