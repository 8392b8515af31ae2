/**
 * Owns what of a delivery's input may be journaled: every decision is made from the journal, so what must not be seen
 * there must not enter. Words are redacted; a check's command line cannot be, for it is executed as it stands there.
 */
import type { Check } from '@harness/core/check'
import type { DeliveryInput } from '@harness/core/playbooks/delivery/input'
import { UserError } from '@harness/core/user-error'
import type { Redactor } from '../redaction/redactor.ts'

export function journaledInput(input: DeliveryInput, redact: Redactor): DeliveryInput {
  const { plan, checks } = input
  const leaking = checks.find((check) => holdsSecret(check, redact))
  if (leaking !== undefined) throw checkHoldsSecret(redact(leaking.name))
  return {
    ...input,
    plan: {
      ...plan,
      title: redact(plan.title),
      text: redact(plan.text),
      acceptanceTags: plan.acceptanceTags.map(redact),
    },
  }
}

/** `TEST_PASSWORD=postgres` and a password in a URL are guesses: most often they are made up for the test. */
const guessed = /\[redacted:(?:setting|url-password)\]/g

function holdsSecret({ name, run }: Check, redact: Redactor): boolean {
  const text = `${name}\n${run}`
  return marks(redact(text).replace(guessed, '')) > marks(text)
}

const marks = (text: string): number => text.split('[redacted:').length - 1

const checkHoldsSecret = (name: string): UserError =>
  new UserError(
    'check-holds-secret',
    `The command line of check ${name} holds a secret, and the journal of a run would show it.`,
    {
      next: 'Put it into an environment variable, name that in lanes.env and redact.env, and write "$NAME" in the check.',
    },
  )
