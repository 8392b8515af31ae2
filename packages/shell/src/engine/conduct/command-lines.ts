/** Owns what must not be journaled of a run's input: a command line is executed as it stands there, so it cannot be redacted. */
import type { Check } from '@harness/core/kernel/check'
import { UserError } from '@harness/core/kernel/user-error'
import type { Redactor } from '../../machine/redaction/redactor.ts'

export type CommandLine = Pick<Check, 'name' | 'run'>

/** A name that may not be seen is asked for again each time, for half a name would be a wrong one. */
export const isSecret = (
  author: { readonly name: string; readonly email: string },
  redact: Redactor,
): boolean => Object.values(author).some((text) => redact(text) !== text)

export function refuseSecretsIn(lines: readonly CommandLine[], redact: Redactor): void {
  const leaking = lines.find((line) => holdsSecret(line, redact))
  if (leaking !== undefined) throw checkHoldsSecret(redact(leaking.name))
}

/** `TEST_PASSWORD=postgres` and a password in a URL are guesses: most often they are made up for the test. */
const guessed = /\[redacted:(?:setting|url-password)\]/g

/** Whether a text that cannot be redacted holds a secret. */
export function holdsSecret({ name, run }: CommandLine, redact: Redactor): boolean {
  const text = `${name}\n${run}`
  return marks(redact(text).replace(guessed, '')) > marks(text)
}

const marks = (text: string): number => text.split('[redacted:').length - 1

const checkHoldsSecret = (name: string): UserError =>
  new UserError(
    'check-holds-secret',
    `The command line of check ${name} holds a secret, and the journal of a run would show it.`,
    {
      next: 'Put it into an environment variable, name that in lanes.env and redact.env, and write "$NAME" in the command.',
    },
  )
