/** Owns the effects of a delivery, and what they may touch. */
import type { Answer } from '@harness/core/playbooks/delivery/answers'
import type { Command } from '@harness/core/playbooks/delivery/effects'
import type { WithBase } from '@harness/core/work/base-first'
import { lastChangeCodec } from '@harness/formats/documents/codec/last-change-codec'
import { textCodec } from '@harness/formats/documents/codec/text-codec'
import { runAgentEffect } from '../../effects/agents/call/run-agent.effect.ts'
import { type DeskPorts, DocumentDesk, type DocumentKinds } from '../../effects/documents/document-desk.ts'
import type { Effects } from '../../effects/effect.ts'
import { awaitCiEffect } from '../../effects/forge/await-ci.effect.ts'
import { mergePullEffect } from '../../effects/forge/merge-pull.effect.ts'
import { openForge } from '../../effects/forge/open-forge.ts'
import { openPullEffect } from '../../effects/forge/open-pull.effect.ts'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { freezeEffect } from '../../effects/freeze/freeze.effect.ts'
import { syncLaneEffect } from '../../effects/lanes/sync-lane.effect.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import { captureUiEffect } from '../../effects/ui/capture-ui.effect.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { type RunPorts, runPorts } from '../../engine/conduct/run-ports.ts'
import { sharedEffects } from '../../engine/shared-effects.ts'
import type { Identity } from '../../machine/git/identity.ts'
import { completePlanEffect } from './complete-plan.effect.ts'
import { withConfigNote } from './config-note.ts'
import { readPlanEffect } from './read-plan.effect.ts'

export type DeliveryPorts = RunPorts &
  DeskPorts & {
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
  const ports = {
    ...(await runPorts(outside, runDir, { identity, baseBranch: config.baseBranch })),
    base: forge,
  }
  return {
    ...ports,
    desk: new DocumentDesk(ports, deliveryDocuments),
    forge,
    ciGraceMs: config.forge.kind === 'local' ? 0 : config.forge.ciGraceMs,
  }
}

export const deliveryDocuments: DocumentKinds = {
  codecs: { plan: textCodec('plan'), draft: textCodec('plan'), completion: lastChangeCodec },
  resume: 'harness resume',
}

export const deliveryEffects: Effects<WithBase<Command>, DeliveryPorts> = {
  ...sharedEffects,
  RunAgent: runAgentEffect<Answer>(),
  CaptureUi: captureUiEffect,
  ReadDocuments: readPlanEffect,
  SyncLane: {
    ...syncLaneEffect,
    perform: async (command, attempt, ports) =>
      withConfigNote(await syncLaneEffect.perform(command, attempt, ports), command, ports.repoRoot),
  },
  OpenPull: openPullEffect,
  AwaitCi: awaitCiEffect,
  MergePull: mergePullEffect,
  CompletePlan: completePlanEffect,
  Freeze: freezeEffect,
}

export const deliveryPerformers = (ports: DeliveryPorts): Performers<WithBase<Command>> =>
  bindEffects(deliveryEffects, ports)
