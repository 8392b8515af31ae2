/**
 * RunAgent: an agent works in its lane, and what it did becomes one event.
 *
 * Safe to repeat: the outcome is recorded durably before it is returned. If the lane is still as that outcome left it,
 * a repeated command returns the recorded outcome without asking the agent again. A reader that had answered is not
 * asked again either: its answer is about the start commit, which no crash changes. Nor is an agent that writes nothing but
 * a report, if the report is still there. If its session was interrupted and the
 * lane is as that left it, the session continues. Otherwise the lane's content is kept as a patch, the lane is reset to
 * the commit the agent started from, and the agent runs again: at least once.
 *
 * However the call ends, the lane ends clean on its own branch: at one new commit if an exec agent finished, else at
 * its first commit. Only an interrupted or cancelled call, and one that could not be settled, leave the lane as it is, for
 * the next call to continue in it or to reset it. Every other command resets it first.
 */

import type { AgentResult } from '@harness/agent-runner/runner/provider'
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { RunAgent } from '@harness/core/effects/run-agent'
import { exitCode } from '@harness/core/kernel/exit-code'
import type { CommitHash } from '@harness/core/kernel/ids'
import { invariant } from '@harness/core/kernel/invariant'
import { UserError } from '@harness/core/kernel/user-error'
import { cleanHead } from '../../../machine/git/status.ts'
import type { Attempt } from '../../failure/attempt.ts'
import { orCommandFailed } from '../../failure/expected-failure.ts'
import { endWork } from '../../lanes/checkout-work.ts'
import { type LaneRecord, requireLane } from '../../lanes/lane-record.ts'
import type { AgentPorts } from '../port/agent-ports.ts'
import { freshSession, openSession } from '../sessions/open-session.ts'
import type { AgentOutcome } from './agent-call.ts'
import { isAgentOutcome } from './agent-outcomes.ts'
import { callInSession } from './call-in-session.ts'
import { recordedOutcome } from './call-recording.ts'
import { keepAnswered } from './keep-answered.ts'
import { answeredTurns } from './recorded-turn.ts'
import { reportedBefore } from './reported-before.ts'

export async function runAgentCommand(
  command: RunAgent,
  attempt: Attempt,
  ports: AgentPorts,
): Promise<AgentOutcome | CommandFailed> {
  const outcome = await orCommandFailed(command, attempt, ports, async () => {
    const lane = await requireLane(ports.stateDir, command.lane)
    const known = attempt.repeated ? await standingOutcome(command, lane, ports) : null
    return known ?? callAgent(command, attempt, lane, ports)
  })
  if (outcome.type === 'CommandFailed') await refuseIfAnswered(command, outcome, ports)
  return outcome
}

/** A failure would have another agent asked. Without an outcome, the same command is repeated and finds the answer. */
async function refuseIfAnswered(
  command: RunAgent,
  { code, detail, next }: CommandFailed,
  { runDir }: AgentPorts,
): Promise<void> {
  if (command.mode === 'exec' || (await answeredTurns(runDir, command.id)).length === 0) return
  const message = `The ${command.role} has answered, which could not be recorded yet: ${detail}`
  throw new UserError(code, message, { next, exitCode: exitCode.halted })
}

/** What an earlier attempt came to. That of an agent that may write stands if the lane still shows it. */
async function standingOutcome(
  command: RunAgent,
  lane: LaneRecord,
  ports: AgentPorts,
): Promise<AgentOutcome | null> {
  const outcome = await recordedOutcome(ports, command)
  if (outcome === null || !isAgentOutcome(outcome)) return null
  const commit = outcome.type === 'AgentFinished' ? outcome.commit : command.startCommit
  if (command.mode === 'exec' && !(await standsAt(lane, commit))) return null
  await endWork(lane.path)
  return outcome
}

async function standsAt(lane: LaneRecord, commit: CommitHash): Promise<boolean> {
  const clean = await cleanHead(lane.path)
  return clean?.branch === lane.branch && clean.commit === commit
}

/** A reader judges the commit that it is called for: what it answered about that stands, whatever came after. */
const standingTurns = async (
  { id, mode }: RunAgent,
  { repeated }: Attempt,
  { runDir }: AgentPorts,
): Promise<readonly AgentResult[]> => (repeated && mode !== 'exec' ? answeredTurns(runDir, id) : [])

async function callAgent(
  command: RunAgent,
  attempt: Attempt,
  lane: LaneRecord,
  ports: AgentPorts,
): Promise<AgentOutcome> {
  const agent = ports.agentFor(command)
  const reported = attempt.repeated ? await reportedBefore(command, lane, ports) : null
  const answered =
    reported === null
      ? await standingTurns(command, attempt, ports)
      : await answeredTurns(ports.runDir, command.id)
  const session = answered.length > 0 ? freshSession : await openSession(command, lane, agent, ports)
  const kept = attempt.repeated && answered.length === 0 ? await keepAnswered(command, lane, ports) : null
  const place = { command, lane, agent, answered, reported, kept, ports, signal: attempt.signal }
  const first = await callInSession(session, place)
  if (typeof first !== 'string') return first
  invariant(session.record !== null, 'only a session that is known can be resumed')
  const fresh = await callInSession({ choice: { how: 'lost', why: first }, record: session.record }, place)
  invariant(typeof fresh !== 'string', 'a fresh session is never refused')
  return fresh
}
