/**
 * RunAgent: an agent works in its lane, and what it did becomes one event.
 *
 * Safe to repeat: the outcome is recorded durably before it is returned. If the lane is still as that outcome left it,
 * a repeated command returns the recorded outcome without asking the agent again. Otherwise the lane's content is kept
 * as a patch, the lane is reset to the commit the agent started from, and the agent runs again: at least once.
 *
 * However the call ends, the lane ends clean on its own branch: at one new commit if an exec agent finished, else at
 * its first commit. Only a cancelled call, and one that could not be settled, leave the lane as it is, for the next
 * attempt to reset.
 */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { CommitHash } from '@harness/core/kernel/ids'
import { cleanHead } from '../../../machine/git/status.ts'
import type { Attempt } from '../../failure/attempt.ts'
import { orCommandFailed } from '../../failure/expected-failure.ts'
import { type LaneRecord, requireLane } from '../../lanes/lane-record.ts'
import { putBack, putBackNotes } from '../../lanes/put-back.ts'
import { dropCheckLayers } from '../../lanes/template-layers.ts'
import type { AgentPorts } from '../port/agent-ports.ts'
import type { AgentOutcome } from './agent-call.ts'
import { agentMachine } from './agent-machine.ts'
import { isAgentOutcome, withLacked, withNotes } from './agent-outcomes.ts'
import { askAgent } from './ask-agent.ts'
import { beginRecording, recordedOutcome } from './call-recording.ts'
import { callSlices } from './call-slices.ts'
import { concluded } from './concluded.ts'
import { settleCall } from './settle-call.ts'

export const runAgentCommand = (
  command: RunAgent,
  attempt: Attempt,
  ports: AgentPorts,
): Promise<AgentOutcome | CommandFailed> =>
  orCommandFailed(command, attempt, ports, async () => {
    const lane = await requireLane(ports.stateDir, command.lane)
    const known = attempt.repeated ? await standingOutcome(command, lane, ports) : null
    return known ?? callAgent(command, attempt, lane, ports)
  })

/** What an earlier attempt came to, where the lane still shows it. */
async function standingOutcome(
  command: RunAgent,
  lane: LaneRecord,
  ports: AgentPorts,
): Promise<AgentOutcome | null> {
  const outcome = await recordedOutcome(ports, command)
  if (outcome === null || !isAgentOutcome(outcome)) return null
  const commit = outcome.type === 'AgentFinished' ? outcome.commit : command.startCommit
  return (await standsAt(lane, commit)) ? outcome : null
}

async function standsAt(lane: LaneRecord, commit: CommitHash): Promise<boolean> {
  const clean = await cleanHead(lane.path)
  return clean?.branch === lane.branch && clean.commit === commit
}

async function callAgent(
  command: RunAgent,
  attempt: Attempt,
  lane: LaneRecord,
  ports: AgentPorts,
): Promise<AgentOutcome> {
  const agent = ports.agentFor(command)
  const leftOver = await putBack(lane, command.startCommit, ports, command.id)
  const { slice, lacked } = await agentMachine(command, agent, lane, ports)
  const { slices, uses } = await callSlices(command, agent, lane.path, slice, ports)
  // What checks built is about the files as they were.
  if (command.mode === 'exec') await dropCheckLayers(lane.path)
  const recording = await beginRecording(command, agent, slices, ports)
  try {
    const notes = [...putBackNotes(leftOver), ...(lacked === null ? [] : [lacked])]
    for (const note of notes) recording.note(note)
    const call = { command, lane, agent, slices, context: uses, recording, ports }
    const answer = await askAgent(call, attempt.signal)
    return await concluded(call, answer, attempt.signal, async () =>
      withLacked(withNotes(await settleCall(call, answer, attempt.signal), notes), lacked),
    )
  } finally {
    await recording.close()
  }
}
