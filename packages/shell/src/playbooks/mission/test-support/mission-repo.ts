/** A repository with a spec, and the ports that a mission's documents are read and written through. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { DocumentsEdited } from '@harness/core/effects/edit-documents'
import type { DocumentsRead } from '@harness/core/effects/read-documents'
import { editMission } from '@harness/core/playbooks/mission/state/edit-mission'
import {
  type LookAtBase,
  type MissionContents,
  type MissionDigests,
  readMission,
} from '@harness/core/playbooks/mission/state/mission-contents'
import type {
  ContractEntry,
  DocumentEdit,
  Feature,
} from '@harness/core/playbooks/mission/state/mission-document'
import { DocumentDesk } from '../../../effects/documents/document-desk.ts'
import type { Attempt } from '../../../effects/failure/attempt.ts'
import { firstAttempt, idOf, targetRepo } from '../../../test-support/target-repo.ts'
import { editMissionEffect } from '../edit-mission.effect.ts'
import { lookAtBase } from '../look-at-base.ts'
import { missionDocuments, readMissionEffect } from '../read-mission.effect.ts'

export const feature = (id: string, changes: Partial<Feature> = {}): Feature => ({
  id,
  title: `The feature ${id}`,
  summary: '',
  description: '',
  claims: ['VAL-ONE-001'],
  dependsOn: [],
  status: 'todo',
  attempts: 0,
  issues: [],
  notes: '',
  fixes: null,
  sourceIssueId: null,
  ...changes,
})

export const claim = (id: string, changes: Partial<ContractEntry> = {}): ContractEntry => ({
  id,
  assertion: 'It holds',
  verify: 'Look',
  evidence: '',
  status: 'TODO',
  rulings: [],
  ...changes,
})

export const planEdit: DocumentEdit = {
  type: 'plan',
  forget: [],
  contract: [claim('VAL-ONE-001'), claim('VAL-TWO-001')],
  features: [feature('F-001'), feature('F-002', { claims: ['VAL-TWO-001'], dependsOn: ['F-001'] })],
  before: [],
}

export const nothingKnown = { spec: null, features: null, contract: null, memory: null, checkpoints: null }

interface Reading {
  readonly specPath?: string
  readonly known?: Omit<MissionDigests, 'checkpoints'>
}

interface Writing {
  readonly known?: Partial<MissionDigests>
  /** As after a decision. */
  readonly snapshot?: { readonly iteration: number; readonly keep: number; readonly keepLogs: number }
}

export function missionRepo() {
  const repo = targetRepo({ 'SPEC.md': '# A product\n' })
  const dataDir = join(repo.root, '../data/harness')
  const ports = {
    ...repo.ports(),
    dataDir,
    forge: null,
    hooks: true,
    hookWallMs: 5_000,
    redact: (text: string) => text.replaceAll('top-secret-value', '[redacted]'),
  }
  const desk = new DocumentDesk(ports, missionDocuments)
  const tryRead = ({ specPath = 'SPEC.md', known = nothingKnown }: Reading = {}) =>
    readMissionEffect.perform(
      readMission(idOf('20260101-000000/read/mission/1'), specPath, known),
      firstAttempt,
      {
        ...ports,
        desk,
      },
    ) as Promise<DocumentsRead<MissionContents> | CommandFailed>
  /** The documents, and the facts beside them. */
  const read = async (changes: Reading = {}) => {
    const { documents, ...event } = done(await tryRead(changes))
    const { review, checkpoints, ...papers } = documents
    const features = (documents.features.changed?.content ?? []).filter(({ status }) => status === 'passed')
    const look: LookAtBase = {
      type: 'LookAtBase',
      id: idOf('20260101-000000/look/mission/1'),
      baseBranch: 'main',
      passed: features.map(({ id }) => id),
      known: [],
    }
    const { unmerged, hooks } = done(await lookAtBase(look, firstAttempt, ports))
    const said = review.changed?.content ?? null
    const facts = {
      planVerdict: said?.verdict ?? null,
      planNotes: said?.notes ?? [],
      fired: checkpoints.changed?.content ?? [],
      hooks,
      unmerged,
    }
    return { ...event, ...papers, facts }
  }
  const write = (
    edits: readonly DocumentEdit[],
    { known = {}, snapshot }: Writing = {},
    attempt: Attempt = firstAttempt,
  ) => {
    const decision =
      snapshot === undefined
        ? null
        : ({
            iteration: snapshot.iteration,
            decision: 'NEXT_WORKER',
            subject: null,
            reason: 'It is next.',
            by: 'rules',
            retention: { snapshots: snapshot.keep, logs: snapshot.keepLogs },
          } as const)
    const id = idOf('20260101-000000/write/mission/1')
    const command = editMission(id, edits, 'SPEC.md', { ...nothingKnown, ...known }, decision)
    return editMissionEffect.perform(command, attempt, { ...ports, desk })
  }
  return {
    repo,
    ports,
    dataDir,
    read,
    tryRead,
    write: async (...args: Parameters<typeof write>): Promise<DocumentsEdited> => done(await write(...args)),
    tryWrite: write,
    identity: (role: string): string | null => {
      const path = join(dataDir, 'identity', `${role}.md`)
      return existsSync(path) ? readFileSync(path, 'utf8') : null
    },
  }
}

const done = <Event extends { readonly type: string }>(
  event: Event,
): Exclude<Event, { readonly type: 'CommandFailed' | 'ForgeFailed' }> => {
  if (event.type === 'CommandFailed' || event.type === 'ForgeFailed') throw new Error(JSON.stringify(event))
  return event as Exclude<Event, { readonly type: 'CommandFailed' | 'ForgeFailed' }>
}
