/** What a playbook adds so that its effects can be performed, in a run or in its replay. */

import type { AnyCommand } from '@harness/core/kernel/effect'
import type { Playbook } from '@harness/core/kernel/playbook'
import type { AnyEffects } from '../../effects/effect.ts'
import type { AnyPerformers } from '../../effects/performer.ts'
import type { Identity } from '../../machine/git/identity.ts'
import type { RunOutside } from '../conduct/run-outside.ts'
import type { RunPorts } from '../conduct/run-ports.ts'

export interface ReplayedPlaybook<Input, State> {
  readonly playbook: Playbook<Input, State, AnyCommand>
  baseBranchOf(input: Input): string
  /** How each outcome is replayed. */
  readonly effects: AnyEffects
  performersFor(place: ReplayPlace, input: Input): Promise<AnyPerformers>
}

/** Where effects are performed, and with what. */
export interface ReplayPlace {
  /** A replay has no person to ask, no forge and no script. */
  readonly outside: RunOutside
  readonly runDir: string
  /** In whose name the run commits. */
  readonly identity: Identity | undefined
  /** Answers as it was recorded; absent if real agents answer. */
  readonly agentFor?: RunPorts['agentFor']
}
