/** Owns the effects of a workflow, and what they may touch. */

import { type ArtifactEdit, artifactNames } from '@harness/core/playbooks/workflow/artifacts'
import type { Command } from '@harness/core/playbooks/workflow/effects'
import type { WithBase } from '@harness/core/work/base-first'
import type { LineAnswer } from '@harness/core/work/first-line'
import type { Language } from '@harness/core/work/voice'
import { artifactCodec } from '@harness/formats/documents/workflow/artifact-codec'
import { workflowVoice } from '@harness/formats/documents/workflow/voice'
import { runAgentEffect } from '../../effects/agents/call/run-agent.effect.ts'
import { type DeskPorts, DocumentDesk, type DocumentKinds } from '../../effects/documents/document-desk.ts'
import { editDocumentsEffect } from '../../effects/documents/edit-documents.effect.ts'
import { readDocumentsEffect } from '../../effects/documents/read-documents.effect.ts'
import type { Effects } from '../../effects/effect.ts'
import { measureChangeEffect } from '../../effects/lanes/measure-change.effect.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { sharedEffects } from '../../engine/shared-effects.ts'
import { applyPatchEffect } from './apply-patch.effect.ts'
import { cleanUpEffect } from './clean-up.effect.ts'
import { commitChangeEffect } from './commit-change.effect.ts'
import { scanFilesEffect } from './scan-files.effect.ts'
import type { Spoken } from './workflow-ports.ts'

type WorkflowPorts = RunPorts & DeskPorts & Spoken

/** Documents that are only read, beside those that the run makes. */
const readNames = ['persisted_conventions', 'named_conventions', 'claude', 'qa_notes', 'critic_findings']

export const workflowDocuments: DocumentKinds = {
  codecs: Object.fromEntries([...artifactNames, ...readNames].map((name) => [name, artifactCodec])),
  resume: 'harness resume',
}

export const workflowEffects: Effects<WithBase<Command>, WorkflowPorts> = {
  ...sharedEffects,
  RunAgent: runAgentEffect<LineAnswer>(),
  MeasureChange: measureChangeEffect,
  ReadDocuments: readDocumentsEffect<Readonly<Record<string, string>>>(),
  EditDocuments: editDocumentsEffect<ArtifactEdit>(),
  ScanFiles: scanFilesEffect,
  ApplyPatch: applyPatchEffect,
  CommitChange: commitChangeEffect,
  CleanUp: cleanUpEffect,
}

export const workflowPerformers = (ports: RunPorts, language: Language): Performers<WithBase<Command>> =>
  bindEffects(workflowEffects, {
    ...ports,
    desk: new DocumentDesk(ports, workflowDocuments),
    words: workflowVoice.words[language],
  })
