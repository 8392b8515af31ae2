/** Owns the call of a role in a lane: what the role may do, within which limits, and the form of its answer. */
import type { RunAgent } from '../effects/run-agent.ts'
import type { RoleSettings } from '../kernel/agent.ts'
import type { LaneAt } from './lane.ts'

export interface Call extends Pick<RunAgent, 'id' | 'role' | 'slices'> {
  readonly duties: Pick<RunAgent, 'mode' | 'contract'>
  readonly settings: RoleSettings
  readonly lane: LaneAt
  /** What the commit of its work says; absent if nothing of its work is kept. */
  readonly commitMessage?: string | null
}

export const agentCall = <Answer>({
  id,
  role,
  duties: { mode, contract },
  settings: { tier, limits },
  lane: { lane, commit, baseCommit },
  slices,
  commitMessage = null,
}: Call): RunAgent<Answer> => ({
  type: 'RunAgent',
  id,
  role,
  mode,
  tier,
  limits,
  contract,
  lane,
  startCommit: commit,
  baseCommit,
  slices,
  commitMessage,
})
