/** Gives up a resting run of any playbook: it ends as blocked, its work is left alone, and what it was about can be started again. */

import type { AnyCommand } from '@harness/core/kernel/effect'
import type { RunEnd } from '@harness/core/kernel/event'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { AnyEffects } from '../../effects/effect.ts'
import type { Clock } from '../../machine/clock/clock.ts'
import { cleaning } from '../../machine/redaction/cleaning.ts'
import { createRedactor } from '../../machine/redaction/redactor.ts'
import type { Project } from '../../store/layout/run-projections.ts'
import { openRunStore } from '../../store/open-run-store.ts'
import type { KnownRun } from '../../store/port/run-store.ts'
import type { OwnSidecar, SpendingState } from '../../store/sidecars/run-sidecars.ts'
import { otherVersionIn } from '../../store/trust/other-version.ts'
import { endOfOtherVersion } from './end-other-version.ts'
import { endRun } from './end-run.ts'
import { holdSubject } from './hold-subject.ts'
import { secretsOf } from './secrets-of.ts'

export interface GivingUp {
  readonly repoRoot: string
  readonly stateDir: string
  readonly config: HarnessConfig
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly run: KnownRun
  readonly by: string
  readonly reason: string
}

/** What a playbook adds so that its runs can be given up. */
export interface GivenUpPlaybook<Input, State extends SpendingState> {
  readonly playbook: Playbook<Input, State, AnyCommand>
  /** The records of the playbook's commands. */
  readonly effects: AnyEffects
  /** Null if going on is all that is left. */
  givenUp(state: State, by: string, reason: string): RunEnd | null
  sidecarOf(stood: State, place: GivingUp, sanitise: (text: string) => string): Promise<OwnSidecar<State>>
  readonly project: Project<State>
}

/** Null if it has ended already, or going on is all that is left. */
export async function giveUpRun<Input, State extends SpendingState>(
  options: GivingUp,
  { playbook, effects, givenUp, sidecarOf, project }: GivenUpPlaybook<Input, State>,
): Promise<RunEnd | null> {
  const { stateDir, clock, run, by } = options
  const redact = createRedactor({ secrets: await secretsOf(options) })
  const sanitise = cleaning(redact)
  return holdSubject(stateDir, run.subject, `harness refuse ${run.subject}`, async () =>
    (await otherVersionIn(openRunStore(stateDir), run, [playbook])) !== null
      ? endOfOtherVersion({ stateDir, run, clock, by, reason: redact(options.reason) })
      : endRun({
          playbook,
          effects,
          stateDir,
          run,
          clock,
          endOf: (state) => givenUp(state, by, redact(options.reason)),
          sidecarOf: (stood) => sidecarOf(stood, options, sanitise),
          project,
          sanitise,
        }),
  )
}
