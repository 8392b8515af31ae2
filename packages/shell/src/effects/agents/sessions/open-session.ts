/** Looks whether a call continues a session: reads its record and the lane, and lets the rule decide. */
import type { RunAgent } from '@harness/core/effects/run-agent'
import { type CommandId, type CommitHash, phaseOf, subjectIn } from '@harness/core/kernel/ids'
import {
  chooseSession,
  concernsCall,
  type SessionCall,
  type SessionChoice,
  type StandingLane,
} from '@harness/core/work/session-rule'
import { isAncestor, resolveCommit } from '../../../machine/git/commits.ts'
import { keptTree } from '../../../machine/git/working-tree.ts'
import { namedFew } from '../../../store/layout/named-few.ts'
import { laneHead } from '../../lanes/lane-head.ts'
import type { LaneRecord } from '../../lanes/lane-record.ts'
import type { AgentPorts, RoleAgent } from '../port/agent-ports.ts'
import { readSession, type SessionRecord, sessionFile, writeSession } from './session-file.ts'
import { changedAfterPulse } from './session-pulse.ts'

/** What a call continues, or starts afresh. */
export type Session =
  | { readonly choice: SessionChoice & { readonly how: 'fresh' }; readonly record: null }
  | { readonly choice: SessionChoice & { readonly how: 'lost' | 'resumed' }; readonly record: SessionRecord }

export const freshSession: Session = { choice: { how: 'fresh' }, record: null }

export async function openSession(
  command: RunAgent,
  lane: LaneRecord,
  agent: RoleAgent,
  ports: AgentPorts,
): Promise<Session> {
  const call = sessionCall(command, agent)
  const record = await readSession(ports.runDir, call)
  if (record === null || !concernsCall(record, call)) return freshSession
  const choice = chooseSession(record, call, await standing(record, command.startCommit, lane, ports))
  return choice.how === 'fresh' ? freshSession : { choice, record }
}

export const sessionCall = (
  { session, lane, role, id, startCommit }: RunAgent,
  { provider }: RoleAgent,
): SessionCall => ({
  provider: provider.capabilities.sessions ? provider.name : null,
  name: session ?? null,
  lane,
  role,
  task: `${phaseOf(id)}/${subjectIn(id)}`,
  startCommit,
})

/**
 * If an interrupted call goes on in the lane as it is, the lane is not put back. A reader has no work there: what others
 * left would void its answer.
 */
export const keepsLane = ({ choice, record }: Session, { mode }: RunAgent): boolean =>
  mode === 'exec' && choice.how === 'resumed' && record?.state !== 'finished'

/** Lost work is told until another session has taken it over: calls before that may fail. */
export async function keepLost(
  { choice, record }: Session,
  putBack: string | null,
  { runDir }: AgentPorts,
): Promise<void> {
  if (choice.how !== 'lost' || record === null) return
  await writeSession(runDir, { ...record, state: 'lost', why: choice.why, patch: record.patch ?? putBack })
}

/** The call was interrupted and goes on: its session has been told and shown everything. */
export const isSameCall = ({ choice }: Session): boolean => choice.how === 'resumed' && choice.isSameCall

/** The interrupted calls that a call with this session continues, oldest first. */
export const continuedCalls = (session: Session): readonly CommandId[] =>
  isSameCall(session) && session.record !== null ? [...session.record.continued, session.record.command] : []

async function standing(
  record: SessionRecord,
  startCommit: CommitHash,
  { path, branch }: LaneRecord,
  { runDir, sanitise }: AgentPorts,
): Promise<StandingLane> {
  const { left, state } = record
  const head = await laneHead(path)
  const later = state === 'working' ? await changedAfterPulse(sessionFile(runDir, record), path) : []
  return {
    commit: head.commit,
    isOnItsBranch: head.branch === branch,
    tree: state === 'interrupted' ? await keptTree(path) : null,
    continuesSession: await leadsTo(path, left?.commit ?? null, startCommit),
    changedSince: later.length === 0 ? [] : [sanitise(namedFew(later))],
  }
}

const leadsTo = async (cwd: string, from: CommitHash | null, to: CommitHash): Promise<boolean> =>
  from === to ||
  (from !== null && (await resolveCommit(cwd, from)) !== null && (await isAncestor(cwd, from, to)))
