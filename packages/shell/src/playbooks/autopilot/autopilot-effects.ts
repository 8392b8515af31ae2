/** Owns the effects of an autopilot, and what they may touch. */
import type { Answer } from '@harness/core/playbooks/autopilot/answers'
import type { Command, Edit, Read } from '@harness/core/playbooks/autopilot/effects'
import type { WithBase } from '@harness/core/work/base-first'
import { notesCodec } from '@harness/formats/documents/autopilot/notes-codec'
import { wishesCodec } from '@harness/formats/documents/autopilot/phase-wishes'
import { planCodec } from '@harness/formats/documents/autopilot/plan-codec'
import { roadmapCodec } from '@harness/formats/documents/autopilot/roadmap-codec'
import { specCodec } from '@harness/formats/documents/autopilot/spec-codec'
import type { AnyCodec } from '@harness/formats/documents/codec/document-codec'
import { runAgentEffect } from '../../effects/agents/call/run-agent.effect.ts'
import { type DeskPorts, DocumentDesk, type DocumentKinds } from '../../effects/documents/document-desk.ts'
import { editDocumentsEffect } from '../../effects/documents/edit-documents.effect.ts'
import { readDocumentsEffect } from '../../effects/documents/read-documents.effect.ts'
import type { Effects } from '../../effects/effect.ts'
import type { PullPorts } from '../../effects/forge/forge-at-hand.ts'
import { openPullEffect } from '../../effects/forge/open-pull.effect.ts'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import type { RunPorts } from '../../engine/conduct/run-ports.ts'
import { sharedEffects } from '../../engine/shared-effects.ts'
import { commitLaneEffect } from './commit-lane.effect.ts'
import { lookForPlanEffect } from './look-for-plan.effect.ts'
import { validateSessionEffect } from './validate-session.effect.ts'

export const autopilotDocuments: DocumentKinds = {
  codecs: {
    spec: specCodec as AnyCodec,
    wishes: wishesCodec as AnyCodec,
    plan: planCodec as AnyCodec,
    roadmap: roadmapCodec as AnyCodec,
    learnings: notesCodec('Learnings') as AnyCodec,
    failures: notesCodec('Failures') as AnyCodec,
  },
  resume: 'harness resume',
}

export const autopilotEffects: Effects<WithBase<Command>, RunPorts & DeskPorts & PullPorts> = {
  ...sharedEffects,
  LookForPlan: lookForPlanEffect,
  RunAgent: runAgentEffect<Answer>(),
  ValidateSession: validateSessionEffect,
  CommitLane: commitLaneEffect,
  ReadDocuments: readDocumentsEffect<Read>(),
  EditDocuments: editDocumentsEffect<Edit>(),
  OpenPull: openPullEffect,
}

export const autopilotPerformers = (ports: RunPorts, forge: Forge): Performers<WithBase<Command>> =>
  bindEffects(autopilotEffects, { ...ports, forge, desk: new DocumentDesk(ports, autopilotDocuments) })
