/** Owns the effects of a release gate. */
import type { Read, ReleaseReport } from '@harness/core/playbooks/release/documents'
import type { Command } from '@harness/core/playbooks/release/effects'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { releaseFactsCodec } from '@harness/formats/documents/release/release-facts-codec'
import { releaseReportCodec } from '@harness/formats/documents/release/release-report-codec'
import { type DeskPorts, DocumentDesk, type DocumentKinds } from '../../effects/documents/document-desk.ts'
import { editDocumentsEffect } from '../../effects/documents/edit-documents.effect.ts'
import { readDocumentsEffect } from '../../effects/documents/read-documents.effect.ts'
import type { Effects } from '../../effects/effect.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { sharedEffects } from '../../engine/shared-effects.ts'
import { findTagsEffect } from './find-tags.effect.ts'

export const releaseEffects: Effects<Command, RunPorts & DeskPorts> = {
  ...sharedEffects,
  ReadDocuments: readDocumentsEffect<Read>(),
  FindTags: findTagsEffect,
  EditDocuments: editDocumentsEffect<ReleaseReport>(),
}

export const releaseDocuments: DocumentKinds = {
  codecs: { release: releaseFactsCodec as AnyCodec, 'release-report': releaseReportCodec as AnyCodec },
  resume: 'harness release-gate',
}

export const releasePerformers = (ports: RunPorts): Performers<Command> =>
  bindEffects(releaseEffects, { ...ports, desk: new DocumentDesk(ports, releaseDocuments) })
