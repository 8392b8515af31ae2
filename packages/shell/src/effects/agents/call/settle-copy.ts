/** Makes the event of a call whose agent worked in a copy. What it wrote there counts for nothing, and the lane is untouched. */
import { treeOf } from '../../../machine/git/commits.ts'
import type { AgentAnswer, AgentCall } from './agent-call.ts'
import { contractBroken, failed, finished, withQuotes } from './agent-outcomes.ts'
import { callQuotes } from './call-quotes.ts'
import type { Settled } from './settle-call.ts'

export async function settleCopy(call: AgentCall, answer: AgentAnswer): Promise<Settled> {
  const { command, lane, recording } = call
  await recording.keepDiff(Buffer.alloc(0))
  if (answer.kind === 'failed') return { outcome: failed(call, answer, answer.error), patch: null }
  if (answer.kind === 'contract-broken') return { outcome: contractBroken(call, answer), patch: null }
  const commit = command.startCommit
  const tree = await treeOf(lane.path, commit)
  const outcome = finished(call, answer, { commit, tree, changedFiles: [], violation: null })
  return { outcome: withQuotes(outcome, await callQuotes(call, answer.output)), patch: null }
}
