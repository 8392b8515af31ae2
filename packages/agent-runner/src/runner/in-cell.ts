/** Runs a program in its cell and takes the cell away again, however the work ends. */
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
