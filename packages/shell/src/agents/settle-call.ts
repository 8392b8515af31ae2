/** Brings a lane to rest after its agent answered, and makes the event of it. */

import { treeOf } from '../git/commits.ts'
import { worktreeTree } from '../git/working-tree.ts'
import { type PutBack, putBack } from '../lanes/put-back.ts'
import type { AgentAnswer, AgentCall, AgentOutcome } from './agent-call.ts'
import { contractBroken, failed, finished } from './agent-outcomes.ts'
import { commitWork } from './commit-work.ts'
import type { LaneGuard } from './lane-guard.ts'
import { recordDiff } from './record-diff.ts'

/**
 * Work is kept only of an exec agent that answered as it should and stayed in its lane. An exec agent that did not
 * stay there has failed, so that it is tried once more and then shown to a person; the answer of a reader that
 * changed anything is void.
 */
export async function settleCall(
  call: AgentCall,
  answer: AgentAnswer,
  guard: LaneGuard,
): Promise<AgentOutcome> {
  const { violation, notes } = await guard.mend()
  for (const note of notes) call.recording.note(note)
  if (answer.kind !== 'answered') {
    await setAside(call)
    return answer.kind === 'failed' ? failed(call, answer, answer.error) : contractBroken(call, answer)
  }
  if (call.command.mode !== 'exec') return readOnly(call, answer, guard, violation)
  return violation === null
    ? keepWork(call, answer)
    : strayed(
        call,
        answer,
        `the agent changed what is not its own (${violation}); what could be was put back`,
      )
}

type Answered = AgentAnswer & { kind: 'answered' }

async function keepWork(call: AgentCall, answer: Answered): Promise<AgentOutcome> {
  const { command, lane, recording, ports } = call
  const work = await commitWork(lane, {
    startCommit: command.startCommit,
    message: command.commitMessage ?? `Work of the ${command.role}`,
    commandId: command.id,
    at: ports.clock.now(),
  })
  if (!work.ok) return strayed(call, answer, work.problem)
  if (work.foldedCommits > 0) {
    recording.note(`the agent made ${work.foldedCommits} commits of its own, which were folded into one`)
  }
  const { commit, tree, changedFiles } = work
  await recordDiff(call, commit)
  return finished(call, answer, { commit, tree, changedFiles, violation: null })
}

async function readOnly(
  call: AgentCall,
  answer: Answered,
  guard: LaneGuard,
  violation: string | null,
): Promise<AgentOutcome> {
  const { lane, command } = call
  const changed = violation !== null || (await worktreeTree(lane.path)) !== guard.tree
  const aside = await setAside(call)
  const files = [...aside.files, ...(violation === null ? [] : [violation])]
  return finished(call, answer, {
    commit: command.startCommit,
    tree: await treeOf(lane.path, command.startCommit),
    changedFiles: [],
    violation: changed ? { files, patch: aside.patch ?? '' } : null,
  })
}

async function strayed(call: AgentCall, answer: Answered, problem: string): Promise<AgentOutcome> {
  const { patch } = await setAside(call)
  const message = patch === null ? problem : `${problem}; its work was kept in ${patch}`
  return failed(call, answer, { kind: 'unknown', message })
}

/** Keeps what the agent did as a patch, in the recording too, and puts the lane back. */
async function setAside(call: AgentCall): Promise<PutBack> {
  const { lane, command, recording, ports } = call
  await recordDiff(call)
  const aside = await putBack(lane, command.startCommit, ports.runDir, command.id)
  if (aside.patch !== null) recording.note(`what the agent changed was kept in ${aside.patch}`)
  return aside
}
