/**
 * Owns what of a delivery's input may be journaled: every decision is made from the journal, so what must not be seen
 * there must not enter. Words are redacted; a command line cannot be, for it is executed as it stands there.
 */
import type { DeliveryInput, EarlierRun } from '@harness/core/playbooks/delivery/input'
import { type CommandLine, isSecret, refuseSecretsIn } from '../../engine/conduct/command-lines.ts'
import type { Redactor } from '../../machine/redaction/redactor.ts'

export function journaledInput(input: DeliveryInput, redact: Redactor): DeliveryInput {
  const { plan, author, earlier, ...rest } = input
  refuseSecretsIn(commandLines(input), redact)
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

const commandLines = ({ checks, e2e, ui }: DeliveryInput): readonly CommandLine[] => [
  ...checks,
  ...(e2e === null ? [] : [e2e.check]),
  ...(ui === null ? [] : [{ name: 'devServer', run: ui.server.run }]),
]
