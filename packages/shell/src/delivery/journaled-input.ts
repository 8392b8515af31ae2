/**
 * Owns what of a delivery's input may be journaled: every decision is made from the journal, so what must not be seen
 * there must not enter. Words are redacted; a command line cannot be, for it is executed as it stands there.
 */
import type { Check } from '@harness/core/check'
import type { DeliveryInput, EarlierRun } from '@harness/core/playbooks/delivery/input'
import { UserError } from '@harness/core/user-error'
import type { Redactor } from '../redaction/redactor.ts'

export function journaledInput(input: DeliveryInput, redact: Redactor): DeliveryInput {
  const { plan, author, earlier, ...rest } = input
  const leaking = commandLines(input).find((line) => holdsSecret(line, redact))
  if (leaking !== undefined) throw checkHoldsSecret(redact(leaking.name))
  return {
    ...rest,
    // A name that may not be seen is asked for again each time, for half a name would be a wrong one.
    ...(author === undefined || isSecret(author, redact) ? {} : { author }),
    ...(earlier === undefined ? {} : { earlier: earlier.map((run) => unseen(run, redact)) }),
    plan: {
      ...plan,
      title: redact(plan.title),
      text: redact(plan.text),
      acceptanceTags: plan.acceptanceTags.map(redact),
    },
  }
}

/** What was no secret when it was journaled may be one by now. */
const unseen = ({ runId, why, findings }: EarlierRun, redact: Redactor): EarlierRun => ({
  runId,
  why: redact(why),
  findings: findings.map((finding) => ({
    ...finding,
    title: redact(finding.title),
    detail: redact(finding.detail),
  })),
})

const isSecret = (author: NonNullable<DeliveryInput['author']>, redact: Redactor): boolean =>
  Object.values(author).some((text) => redact(text) !== text)

type CommandLine = Pick<Check, 'name' | 'run'>

const commandLines = ({ checks, e2e, ui }: DeliveryInput): readonly CommandLine[] => [
  ...checks,
  ...(e2e === null ? [] : [e2e.check]),
  ...(ui === null ? [] : [{ name: 'devServer', run: ui.server.run }]),
]

/** `TEST_PASSWORD=postgres` and a password in a URL are guesses: most often they are made up for the test. */
const guessed = /\[redacted:(?:setting|url-password)\]/g

function holdsSecret({ name, run }: CommandLine, redact: Redactor): boolean {
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
