/** The part of config, environment and repository that a handbook's decisions depend on, frozen at its start. */

import type { RoleSettings } from '@harness/core/kernel/agent'
import type { RunId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import { stateFile } from '@harness/core/playbooks/handbook/handbook-document'
import {
  type HandbookInput,
  type HandbookRole,
  handbookDuties,
  handbookRoles,
} from '@harness/core/playbooks/handbook/input'
import type { KnownSoFar } from '@harness/core/playbooks/handbook/known-so-far'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { isSecret, refuseSecretsIn } from '../../engine/conduct/command-lines.ts'
import { redactValue } from '../../machine/redaction/redact-value.ts'
import type { Redactor } from '../../machine/redaction/redactor.ts'

export interface HandbookRequest {
  readonly runId: RunId
  readonly config: HarnessConfig
  readonly baseBranch: string
  readonly checkout: string
  readonly author: NonNullable<HandbookInput['author']> | undefined
  readonly limits: HandbookInput['limits']
  readonly verification: HandbookInput['verification']
  readonly adopted: KnownSoFar | null
}

export const handbookInput = (request: HandbookRequest): HandbookInput => ({
  runId: request.runId,
  baseBranch: request.baseBranch,
  baseCheck: request.config.baseCheck,
  checkout: request.checkout,
  ...(request.author === undefined ? {} : { author: request.author }),
  limits: request.limits,
  verification: request.verification,
  roles: Object.fromEntries(
    handbookRoles.map((role) => [role, roleSettings(request.config, role)]),
  ) as HandbookInput['roles'],
  adopted: request.adopted,
  sidecarPath: stateFile,
})

function roleSettings({ agent }: HarnessConfig, role: HandbookRole): RoleSettings {
  const own = agent.roles[role]
  return {
    tier: own?.tier ?? handbookDuties[role].tier,
    limits: {
      wallMs: own?.wallMs ?? agent.limits.wallMs,
      idleMs: own?.idleMs ?? agent.limits.idleMs,
      maxTurns: own?.maxTurns ?? agent.limits.maxTurns,
    },
  }
}

/** What the environment says, else the config; they count when a handbook is begun, and never again. */
export const firstLimits = (
  { limits }: HarnessConfig['handbook'],
  env: Readonly<Record<string, string | undefined>>,
): HandbookInput['limits'] => ({
  maxIterations: positive('IMPECCABLE_MAX_ITERATIONS', env, /^\d{1,9}$/) ?? limits.maxIterations,
  timeoutMinutes:
    positive('IMPECCABLE_TIMEOUT_MINUTES', env, /^\d{1,9}(\.\d{1,6})?$/) ?? limits.timeoutMinutes,
})

function positive(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  form: RegExp,
): number | null {
  const value = env[name] ?? ''
  if (value === '') return null
  if (form.test(value) && Number(value) > 0) return Number(value)
  throw new UserError('usage', `${name} is ${JSON.stringify(value)}, which is no number above zero.`, {
    next: `Set it to a number such as 200, or unset it: unset ${name}`,
  })
}

/** What of it may stand in the journal. */
export function journaledHandbookInput(input: HandbookInput, redact: Redactor): HandbookInput {
  const { always, whereTouched } = input.verification
  refuseSecretsIn([...always, ...whereTouched.checks], redact)
  const { author, adopted, ...rest } = input
  return {
    ...rest,
    ...(author === undefined || isSecret(author, redact) ? {} : { author }),
    adopted: redactValue(adopted, redact),
  }
}
