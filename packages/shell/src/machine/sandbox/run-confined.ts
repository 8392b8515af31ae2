/** Runs one program in its cell, and takes the cell away after it. */
import type { ProcessResult, ProcessSpec } from '../process/process-spec.ts'
import { runProcess } from '../process/run-process.ts'
import type { Cell, Confined, Sandbox } from './sandbox.ts'

export type ConfinedSpec = Omit<ProcessSpec, 'cwd' | 'descendants' | 'sealed'>

export interface ConfinedResult extends ProcessResult {
  /** Hosts that it asked the proxy of `registries` for in vain. */
  readonly refused: readonly string[]
}

export async function runConfined(sandbox: Sandbox, cell: Cell, spec: ConfinedSpec): Promise<ConfinedResult> {
  const confined = await sandbox.confine(spec, cell)
  try {
    const result = await runProcess({ ...spec, ...processPart(sandbox, confined) })
    return { ...result, refused: confined.refused() }
  } finally {
    await confined.release()
  }
}

/** What of a process comes from its sandbox. */
export const processPart = (
  { kind }: Sandbox,
  { file, args, env, cwd, sealed }: Confined,
): Pick<ProcessSpec, 'file' | 'args' | 'env' | 'cwd' | 'sealed' | 'descendants'> => ({
  file,
  args,
  env,
  cwd,
  sealed,
  // Only bubblewrap ends all processes with the first.
  descendants: kind === 'bubblewrap' ? 'confined' : 'all',
})
