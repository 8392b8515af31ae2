/** What a playbook adds so that its runs can be played again; everything else about a replay is common to all. */

import type { Playbook } from '@harness/core/kernel/playbook'
import type { Command } from '@harness/core/playbooks/every-effect'
import type { Identity } from '../../machine/git/identity.ts'
import type { RunOutside } from '../conduct/run-outside.ts'
import type { RunPorts } from '../conduct/run-ports.ts'
import type { Adapters } from '../loop/adapters.ts'

export interface ReplayedPlaybook<Input, State> {
  readonly playbook: Playbook<Input, State, Command>
  baseBranchOf(input: Input): string
  adaptersFor(place: ReplayPlace, input: Input): Promise<Adapters>
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
