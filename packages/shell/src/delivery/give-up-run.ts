/** Gives up a delivery that rests: it ends as blocked, and the plan can be begun anew. */
import type { RunEnd } from '@harness/core/event'
import { givenUp } from '@harness/core/playbooks/delivery/given-up'
import { delivery } from '@harness/core/playbooks/delivery/playbook'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { Clock } from '../clock.ts'
import { endRun } from '../playbook-run/end-run.ts'
import { holdSubject } from '../playbook-run/hold-subject.ts'
import { cleaning } from '../redaction/cleaning.ts'
import { knownSecrets } from '../redaction/known-secrets.ts'
import { createRedactor } from '../redaction/redactor.ts'
import type { KnownRun } from '../runs.ts'
import { deliverySidecar } from './delivery-sidecar.ts'
import { deliverySummary } from './delivery-summary.ts'

export interface GivingUp {
  readonly stateDir: string
  readonly config: HarnessConfig
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly run: KnownRun
  readonly by: string
  readonly reason: string
}

/** Null where it has ended already, or is merged: going on is all that is left then. */
export function giveUpRun(options: GivingUp): Promise<RunEnd | null> {
  const { stateDir, config, environment, clock, run, by } = options
  const redact = createRedactor({ secrets: knownSecrets(environment, config.redact.env) })
  const sanitise = cleaning(redact)
  return holdSubject(stateDir, run.subject, `harness refuse ${run.subject}`, () =>
    endRun({
      playbook: delivery,
      stateDir,
      run,
      clock,
      endOf: (state) => givenUp(state, by, redact(options.reason)),
      sidecarOf: (stood) =>
        deliverySidecar({ stateDir, planId: run.subject, runId: run.runId, stood, sanitise }),
      summarise: deliverySummary,
      sanitise,
    }),
  )
}
