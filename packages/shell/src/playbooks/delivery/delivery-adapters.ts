/** The adapters of a delivery: those of every playbook, and what plans, pull requests and user interfaces need. */

import { awaitCi } from '../../effects/forge/await-ci.ts'
import { mergePull } from '../../effects/forge/merge-pull.ts'
import { openForge } from '../../effects/forge/open-forge.ts'
import { openPull } from '../../effects/forge/open-pull.ts'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { syncLane } from '../../effects/lanes/sync-lane.ts'
import { captureUi } from '../../effects/ui/capture-ui.ts'
import { commonAdapters, redacting } from '../../engine/conduct/common-adapters.ts'
import type { AskPerson, RunOutside } from '../../engine/conduct/run-outside.ts'
import { type RunPorts, runPorts } from '../../engine/conduct/run-ports.ts'
import type { Adapters } from '../../engine/loop/adapters.ts'
import type { Identity } from '../../machine/git/identity.ts'
import { completePlan } from './complete-plan.ts'
import { withConfigNote } from './config-note.ts'
import { readPlan } from './read-plan.ts'

export type DeliveryPorts = RunPorts & {
  readonly forge: Forge
  /** When no check of the forge has begun by then, it is taken to have none. */
  readonly ciGraceMs: number
}

export async function deliveryPorts(
  outside: RunOutside,
  runDir: string,
  identity?: Identity,
): Promise<DeliveryPorts> {
  const { config } = outside
  const forge = await openForge(config.forge, { ...outside, identity })
  return {
    ...(await runPorts(outside, runDir, { identity, baseBranch: config.baseBranch })),
    forge,
    base: forge,
    ciGraceMs: config.forge.kind === 'local' ? 0 : config.forge.ciGraceMs,
  }
}

export function deliveryAdapters(ports: DeliveryPorts, ask: AskPerson | null): Adapters {
  const redacted = redacting(ports)
  return {
    ...commonAdapters(ports, ask),
    captureUi: (command, attempt) => captureUi(command, attempt, ports),
    readPlan: (command, attempt) => redacted(readPlan(command, attempt, ports)),
    openPull: (command, attempt) => redacted(openPull(command, attempt, ports, ports.forge)),
    awaitCi: (command, attempt) => redacted(awaitCi(command, attempt, ports, ports.forge)),
    mergePull: (command, attempt) => redacted(mergePull(command, attempt, ports, ports.forge)),
    syncLane: async (command, attempt) =>
      redacted(withConfigNote(await syncLane(command, attempt, ports), command, ports.repoRoot)),
    completePlan: (command, attempt) => redacted(completePlan(command, attempt, ports, ports.forge)),
  }
}
