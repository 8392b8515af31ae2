import { expect, it } from 'vitest'
import { asCommitHash, asLaneName, asRunId, asTreeHash, commandId } from '../kernel/ids.ts'
import { agentCall, type Call } from './agent-call.ts'

const call: Call = {
  id: commandId(asRunId('20261117-080000'), 'review', '0001', 1),
  role: 'reviewer',
  duties: { mode: 'review', contract: 'review' },
  settings: { tier: 'evaluator', limits: { wallMs: 1, idleMs: 2, maxTurns: 3 } },
  lane: {
    lane: asLaneName('0001-sum'),
    branch: 'task/0001-sum',
    baseCommit: asCommitHash('b0'),
    commit: asCommitHash('c0'),
    tree: asTreeHash('t0'),
  },
  slices: [{ label: 'Plan', stability: 'run', text: 'Add sum.' }],
}

it('calls the role at the commit of the lane and keeps none of its work', () =>
  expect(agentCall(call)).toEqual({
    type: 'RunAgent',
    id: call.id,
    role: 'reviewer',
    mode: 'review',
    contract: 'review',
    tier: 'evaluator',
    limits: call.settings.limits,
    lane: '0001-sum',
    startCommit: 'c0',
    baseCommit: 'b0',
    slices: call.slices,
    commitMessage: null,
  }))

it('keeps its work with the message that it is given', () =>
  expect(agentCall({ ...call, commitMessage: 'Add sum' }).commitMessage).toBe('Add sum'))
