/** What a run of any playbook is given of the outside, and what it is told to do with it. */

import type { OwnFiles } from '@harness/core/kernel/event'
import type { Contract } from '@harness/formats/answers/contract'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import type { OnAgentEvent } from '../../effects/agents/port/agent-ports.ts'
import type { TrustedFiles } from '../../effects/documents/trusted-files.ts'
import type { AskPerson } from '../../effects/people/ask-person.ts'
import type { Clock } from '../../machine/clock/clock.ts'

export interface RunOutside {
  readonly repoRoot: string
  readonly stateDir: string
  readonly config: HarnessConfig
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly rolesDir: string
  readonly clock: Clock
  /** The files that the operator trusts; absent if the operator was not asked, as for samples of the harness. */
  readonly trusted?: TrustedFiles
  /** What the run keeps to of the repository's own; absent if it is read when it is needed. */
  readonly own?: OwnFiles
  /** The answer contracts of the run's playbook; none if absent. */
  readonly contracts?: readonly Contract[]
  /** The version of the run's playbook that drives it. */
  readonly playbookVersion?: number
  /** Null if no person can be asked: gates then stay open. */
  readonly ask: AskPerson | null
  /** Hears what agents do while they do it; absent if no operator watches. */
  readonly onAgent?: OnAgentEvent
}
