/** Owns the effects of an audit. */
import type { Answer } from '@harness/core/playbooks/fidelity/answers'
import type { FiledEdit } from '@harness/core/playbooks/fidelity/documents'
import type { Command } from '@harness/core/playbooks/fidelity/effects'
import type { Read } from '@harness/core/playbooks/fidelity/facts'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { lastChangeCodec } from '@harness/formats/documents/codec/last-change-codec'
import { filedCodec } from '@harness/formats/documents/fidelity/filed-codec'
import { specFactsCodec } from '@harness/formats/documents/fidelity/spec-facts-codec'
import { runAgentEffect } from '../../effects/agents/call/run-agent.effect.ts'
import { type DeskPorts, DocumentDesk, type DocumentKinds } from '../../effects/documents/document-desk.ts'
import { editDocumentsEffect } from '../../effects/documents/edit-documents.effect.ts'
import { readDocumentsEffect } from '../../effects/documents/read-documents.effect.ts'
import type { Effects } from '../../effects/effect.ts'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { closeLaneEffect } from '../../effects/lanes/close-lane.effect.ts'
import { openLaneEffect } from '../../effects/lanes/open-lane.effect.ts'
import { askHumanEffect } from '../../effects/people/ask-human.effect.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import { wakeAtEffect } from '../../effects/time/wake-at.effect.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { findTagsEffect } from '../release/find-tags.effect.ts'
import { holdPlansEffect } from './hold-plans.effect.ts'

type FidelityPorts = RunPorts & DeskPorts & { readonly forge: Forge }

export const fidelityEffects: Effects<Command, FidelityPorts> = {
  OpenLane: openLaneEffect,
  ReadDocuments: readDocumentsEffect<Read>(),
  RunAgent: runAgentEffect<Answer>(),
  FindTags: findTagsEffect,
  EditDocuments: editDocumentsEffect<FiledEdit>(),
  HoldPlans: holdPlansEffect,
  CloseLane: closeLaneEffect,
  AskHuman: askHumanEffect,
  WakeAt: wakeAtEffect,
}

export const fidelityDocuments: DocumentKinds = {
  codecs: {
    spec: specFactsCodec as AnyCodec,
    change: lastChangeCodec as AnyCodec,
    filed: filedCodec as AnyCodec,
  },
  resume: 'harness fidelity',
}

/** Lanes start from the base of the forge, which is where plans are merged. */
export function fidelityPerformers(ports: RunPorts, forge: Forge): Performers<Command> {
  const based = { ...ports, base: forge, forge }
  return bindEffects(fidelityEffects, { ...based, desk: new DocumentDesk(based, fidelityDocuments) })
}
