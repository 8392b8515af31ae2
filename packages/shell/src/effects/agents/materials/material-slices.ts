/** Gathers what an agent is to be shown beside its slices. What cannot be gathered is said in its place: the call goes on. */
import type { RunAgent } from '@harness/core/effects/run-agent'
import type { Slice } from '@harness/core/kernel/envelope'
import { GitError } from '../../../machine/git/git.ts'
import type { AgentPorts } from '../port/agent-ports.ts'
import { acceptanceSlice } from './acceptance-slice.ts'
import { changeSlices } from './change-slices.ts'
import { logSlices } from './log-slices.ts'

/** `lane` stands as the agent will find it, with its own repository written. */
export async function materialSlices(
  { shows, baseCommit, startCommit }: Pick<RunAgent, 'shows' | 'baseCommit' | 'startCommit'>,
  lane: string,
  ports: AgentPorts,
): Promise<readonly Slice[]> {
  if (shows === undefined) return []
  const { change, logs = [], acceptance = [] } = shows
  const base = baseCommit ?? startCommit
  return [
    ...(acceptance.length === 0
      ? []
      : await orSaid('Acceptance criteria of the plan', ports, async () => [
          await acceptanceSlice(acceptance, base, lane, ports),
        ])),
    ...(change === undefined
      ? []
      : await orSaid('Diff of the change', ports, () => changeSlices(change, lane, ports))),
    ...(await logSlices(logs, lane, ports)),
  ]
}

async function orSaid(
  label: string,
  { sanitise }: Pick<AgentPorts, 'sanitise'>,
  gather: () => Promise<readonly Slice[]>,
): Promise<readonly Slice[]> {
  try {
    return await gather()
  } catch (error) {
    if (!(error instanceof GitError)) throw error
    return [{ label, stability: 'pass', text: `The harness could not show it: ${sanitise(error.message)}` }]
  }
}
