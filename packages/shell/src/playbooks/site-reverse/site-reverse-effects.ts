/** Owns the effects of site-reverse. */
import type { Answer } from '@harness/core/playbooks/site-reverse/answers'
import type { NewSpec } from '@harness/core/playbooks/site-reverse/documents'
import type { Command } from '@harness/core/playbooks/site-reverse/effects'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { newSpecCodec } from '@harness/formats/documents/site/new-spec-codec'
import { runAgentEffect } from '../../effects/agents/call/run-agent.effect.ts'
import { type DeskPorts, DocumentDesk, type DocumentKinds } from '../../effects/documents/document-desk.ts'
import { editDocumentsEffect } from '../../effects/documents/edit-documents.effect.ts'
import type { Effects } from '../../effects/effect.ts'
import { closeLaneEffect } from '../../effects/lanes/close-lane.effect.ts'
import { openLaneEffect } from '../../effects/lanes/open-lane.effect.ts'
import { askHumanEffect } from '../../effects/people/ask-human.effect.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import { captureSiteEffect } from '../../effects/site/capture-site.effect.ts'
import { wakeAtEffect } from '../../effects/time/wake-at.effect.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'

export const siteReverseEffects: Effects<Command, RunPorts & DeskPorts> = {
  CaptureSite: captureSiteEffect,
  OpenLane: openLaneEffect,
  RunAgent: runAgentEffect<Answer>(),
  EditDocuments: editDocumentsEffect<NewSpec>(),
  CloseLane: closeLaneEffect,
  AskHuman: askHumanEffect,
  WakeAt: wakeAtEffect,
}

export const siteReverseDocuments: DocumentKinds = {
  codecs: { 'new-spec': newSpecCodec as AnyCodec },
  resume: 'harness resume',
}

export const siteReversePerformers = (ports: RunPorts): Performers<Command> =>
  bindEffects(siteReverseEffects, { ...ports, desk: new DocumentDesk(ports, siteReverseDocuments) })
