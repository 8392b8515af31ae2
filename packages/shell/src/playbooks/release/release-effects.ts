/** Owns the effects of a release gate. */
import type { Read, ReleaseReport } from '@harness/core/playbooks/release/documents'
import type { Command } from '@harness/core/playbooks/release/effects'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { releaseFactsCodec } from '@harness/formats/documents/release/release-facts-codec'
import { releaseReportCodec } from '@harness/formats/documents/release/release-report-codec'
import { runChecksEffect } from '../../effects/checks/run-checks.effect.ts'
import { type DeskPorts, DocumentDesk, type DocumentKinds } from '../../effects/documents/document-desk.ts'
import { editDocumentsEffect } from '../../effects/documents/edit-documents.effect.ts'
import { readDocumentsEffect } from '../../effects/documents/read-documents.effect.ts'
import type { Effects } from '../../effects/effect.ts'
import { closeLaneEffect } from '../../effects/lanes/close-lane.effect.ts'
import { openLaneEffect } from '../../effects/lanes/open-lane.effect.ts'
import { askHumanEffect } from '../../effects/people/ask-human.effect.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import { wakeAtEffect } from '../../effects/time/wake-at.effect.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { findTagsEffect } from './find-tags.effect.ts'

export const releaseEffects: Effects<Command, RunPorts & DeskPorts> = {
  OpenLane: openLaneEffect,
  ReadDocuments: readDocumentsEffect<Read>(),
  FindTags: findTagsEffect,
  RunChecks: runChecksEffect,
  EditDocuments: editDocumentsEffect<ReleaseReport>(),
  CloseLane: closeLaneEffect,
  AskHuman: askHumanEffect,
  WakeAt: wakeAtEffect,
}

export const releaseDocuments: DocumentKinds = {
  codecs: { release: releaseFactsCodec as AnyCodec, 'release-report': releaseReportCodec as AnyCodec },
  resume: 'harness release-gate',
}

export const releasePerformers = (ports: RunPorts): Performers<Command> =>
  bindEffects(releaseEffects, { ...ports, desk: new DocumentDesk(ports, releaseDocuments) })
