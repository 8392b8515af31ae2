/** Runs a program in its cell and takes the cell away again, however the work ends. */
import type { AgentError } from '@harness/core/kernel/agent'
import type { AgentProgram, AgentSandbox, ConfinedAgent } from './confine.ts'

/** Without a sandbox the work gets null, and starts the program as it is. */
export async function inCell<Result>(
  sandbox: AgentSandbox | null,
  program: () => AgentProgram,
  work: (cell: ConfinedAgent | null) => Promise<Result>,
): Promise<Result> {
  if (sandbox === null) return work(null)
  const cell = await sandbox.confine(program())
  try {
    return await work(cell)
  } finally {
    await cell.release()
  }
}

/** A program that was refused a host fails in words of its own. */
export const withRefused = (error: AgentError | null, refused: readonly string[]): AgentError | null =>
  error === null || refused.length === 0
    ? error
    : {
        ...error,
        message: `${error.message}\nThe sandbox kept the agent’s program from ${refused.join(', ')}. To allow all hosts, set sandbox.network.agents to "all".`,
      }
