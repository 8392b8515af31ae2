/** What a playbook adds so that its runs can be played again; everything else about a replay is common to all. */

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

/** Where a run is played, and with what. */
export interface ReplayPlace {
  /** Nobody can be asked there, and no forge and no script is at hand. */
  readonly outside: RunOutside
  readonly runDir: string
  /** In whose name the recorded run made its commits. */
  readonly identity: Identity | undefined
  /** Answers as it was recorded. */
  readonly agentFor: RunPorts['agentFor']
}
