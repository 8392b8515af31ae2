/** Owns the effects of a handbook, and what they may touch. */
import type { Answer } from '@harness/core/playbooks/handbook/answers'
import type { HandbookContents } from '@harness/core/playbooks/handbook/documents'
import type { Command } from '@harness/core/playbooks/handbook/effects'
import { handbookFile, skeletonFile, type TickEdit } from '@harness/core/playbooks/handbook/handbook-document'
import type { HandbookInput } from '@harness/core/playbooks/handbook/input'
import type { WithBase } from '@harness/core/work/base-first'
import { handbookCodec } from '@harness/formats/documents/handbook/handbook-codec'
import { ruleDocumentCodec } from '@harness/formats/documents/handbook/rule-document-codec'
import { runAgentEffect } from '../../effects/agents/call/run-agent.effect.ts'
import { type DeskPorts, DocumentDesk, type DocumentKinds } from '../../effects/documents/document-desk.ts'
import { editDocumentsEffect } from '../../effects/documents/edit-documents.effect.ts'
import { readDocumentsEffect } from '../../effects/documents/read-documents.effect.ts'
import type { Effects } from '../../effects/effect.ts'
import { measureChangeEffect } from '../../effects/lanes/measure-change.effect.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import { captureUiEffect } from '../../effects/ui/capture-ui.effect.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { type RunPorts, runPorts } from '../../engine/conduct/run-ports.ts'
import { sharedEffects } from '../../engine/shared-effects.ts'
import { sidecarFiles } from './handbook-files.ts'

/** No person is asked in this process: gates stay open. */
export type HandbookPorts = RunPorts & DeskPorts

export const handbookDocuments: DocumentKinds = {
  codecs: { handbook: handbookCodec, product: ruleDocumentCodec, design: ruleDocumentCodec },
  resume: 'harness handbook',
}

export const handbookPorts = async (
  outside: RunOutside,
  runDir: string,
  { author, baseBranch, verification }: Pick<HandbookInput, 'author' | 'baseBranch' | 'verification'>,
): Promise<HandbookPorts> => {
  const ports = await runPorts(outside, runDir, { identity: author, baseBranch })
  const checks = [...ports.rules.checks, ...verification.always, ...verification.whereTouched.checks]
  return {
    ...ports,
    rules: { ...ports.rules, checks },
    ...ownFiles,
    ask: null,
    desk: new DocumentDesk(ports, handbookDocuments),
  }
}

/** What people and the harness itself change while agents work, and no agent may. */
const reserved: ReadonlySet<string> = new Set([handbookFile, skeletonFile, ...sidecarFiles])
const ownFiles = { isReserved: (path: string) => reserved.has(path) }

export const handbookEffects: Effects<WithBase<Command>, HandbookPorts> = {
  ...sharedEffects,
  RunAgent: runAgentEffect<Answer>(),
  MeasureChange: measureChangeEffect,
  CaptureUi: captureUiEffect,
  ReadDocuments: readDocumentsEffect<HandbookContents>(),
  EditDocuments: editDocumentsEffect<TickEdit>(),
}

export const handbookPerformers = (ports: HandbookPorts): Performers<WithBase<Command>> =>
  bindEffects(handbookEffects, ports)
