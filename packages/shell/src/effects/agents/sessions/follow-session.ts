/** Keeps the record of a call's session up to date while the call works, and says how the call left the lane. */
import type { AgentEvent } from '@harness/agent-runner/runner/provider'
import type { AgentFailed, AgentFinished, ContractBroken, RunAgent } from '@harness/core/effects/run-agent'
import type { AgentError } from '@harness/core/kernel/agent'
import type { Slice } from '@harness/core/kernel/envelope'
import { isInterruption } from '@harness/core/work/session-rule'
import { GitError } from '../../../machine/git/git.ts'
import { keptTree } from '../../../machine/git/working-tree.ts'
import { laneHead } from '../../lanes/lane-head.ts'
import { isLaneThere, type LaneRecord } from '../../lanes/lane-record.ts'
import type { AgentPorts, RoleAgent } from '../port/agent-ports.ts'
import { continuedCalls, keepsLane, type Session, sessionCall } from './open-session.ts'
import { dropSession, type SessionRecord, sessionFile, writeSession } from './session-file.ts'
import { type Pulse, startPulse } from './session-pulse.ts'
import { sliceDigest, type Telling } from './session-telling.ts'

export interface FollowedSession {
  hear(event: AgentEvent): void
  /** The model said or did something in this call. */
  readonly answered: boolean
  /** True if the lane stays as it is, because the next call goes on in this session. */
  interrupted(error: AgentError): Promise<boolean>
  ended(outcome: AgentFinished | AgentFailed | ContractBroken, patch: string | null): Promise<void>
  /** The call is over. */
  close(): void
}

interface Followed {
  readonly session: Session
  readonly command: RunAgent
  readonly lane: LaneRecord
  readonly agent: RoleAgent
  /** All that the session knows after this call's first answer. */
  readonly slices: readonly Slice[]
  readonly telling: Telling
  readonly ports: AgentPorts
}

const answers: ReadonlySet<AgentEvent['type']> = new Set(['text', 'tool', 'output', 'file'])

export function followSession(followed: Followed): FollowedSession {
  const { session, command, lane, agent, slices, telling, ports } = followed
  const before = telling.resume === null ? null : session.record
  const call = sessionCall(command, agent)
  let answered = false
  let record: SessionRecord | null = before
  let pulse: Pulse | null = null
  let written: Promise<void> = Promise.resolve()

  const write = (changes: Partial<SessionRecord>): Promise<void> => {
    if (record === null) return written
    const next = { ...record, ...changes }
    record = next
    written = written.then(() => writeSession(ports.runDir, next))
    pulse ??= startPulse(sessionFile(ports.runDir, next))
    return written
  }

  function begin(id: string): void {
    if (call.provider === null) return
    record = {
      ...call,
      version: 1,
      provider: call.provider,
      session: id,
      model: agent.model,
      command: command.id,
      continued: continuedCalls(session),
      system: before?.system ?? ports.redact(telling.system),
      told: before?.told ?? [],
      answered: before?.answered ?? false,
      state: 'working',
      left: null,
      why: null,
      patch: null,
    }
    if (answered) takeOver()
    else if (before !== null) void write({})
  }

  /**
   * What was sent before the first answer may not have reached the session. Until then, the record of an earlier session
   * stays: its lost work must be told once more.
   */
  function takeOver(): void {
    if (record?.command === command.id)
      void write({ answered: true, told: [...new Set([...record.told, ...slices.map(sliceDigest)])] })
  }

  return {
    hear(event) {
      if (event.type === 'session') begin(event.session)
      pulse?.beat()
      if (!answers.has(event.type) || answered) return
      answered = true
      takeOver()
    },
    get answered() {
      return answered
    },
    async interrupted(error) {
      if (!record?.answered || !isInterruption(error.kind) || !isLaneThere(lane)) return false
      // It was refused before it reached its session: all is as before.
      if (record.command !== command.id) return keepsLane(session, command)
      try {
        const left = { commit: (await laneHead(lane.path)).commit, tree: await keptTree(lane.path) }
        await write({ state: 'interrupted', left, why: ports.sanitise(`${error.kind}: ${error.message}`) })
        return true
      } catch (problem) {
        if (problem instanceof GitError) return false
        throw problem
      }
    },
    async ended(outcome, patch) {
      const isBegun = record?.command === command.id
      if (outcome.type === 'AgentFinished') {
        if (isBegun || keepsLane(session, command))
          await write({ state: 'finished', left: { commit: outcome.commit, tree: outcome.tree } })
        else if (session.choice.how === 'lost') await dropSession(ports.runDir, call)
      } else if (record?.answered && (isBegun || keepsLane(session, command))) {
        const why = ports.sanitise(whyFailed(outcome))
        await write({ state: answered ? 'failed' : 'lost', why, patch })
      }
    },
    close() {
      pulse?.stop()
    },
  }
}

const whyFailed = (outcome: AgentFailed | ContractBroken): string =>
  outcome.type === 'AgentFailed' ? outcome.error.message : 'its answer did not have the required form'
