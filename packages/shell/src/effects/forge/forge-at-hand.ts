/** Owns the forge as the effects need it: a run that merges without one must not ask for pull requests. */
import { invariant } from '@harness/core/kernel/invariant'
import type { ForgePorts } from '../landing/forge-ports.ts'
import type { Forge } from './port/forge.ts'

export interface PullPorts extends ForgePorts {
  /** Null if the run opens no pull requests. */
  readonly forge: Forge | null
}

export function forgeAtHand({ forge }: PullPorts): Forge {
  invariant(forge !== null, 'a run without a forge asks for no pull request')
  return forge
}
