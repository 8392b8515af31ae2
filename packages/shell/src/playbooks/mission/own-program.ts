/**
 * Runs a program of the repository's own, such as a hook, that may only warn: its failure is a sentence, never a throw. It is
 * confined: it reads the checkout and writes only what the config names.
 */
import type { Attempt } from '../../effects/failure/attempt.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { allowedEnvironment } from '../../machine/process/environment.ts'
import type { ProcessResult, ProcessSpec } from '../../machine/process/process-spec.ts'
import { runConfined } from '../../machine/sandbox/run-confined.ts'

const outputBytes = 16 * 1024 * 1024
const tailBytes = 2 * 1024
const graceMs = 1_000

export interface OwnProgram {
  readonly program: Pick<ProcessSpec, 'file' | 'args' | 'verbatimArguments'>
  readonly env: Readonly<Record<string, string>>
  readonly wallMs: number
  /** For whom, so that what a killed harness left running is found again. */
  readonly id: string
}

/** Null if it ended with 0, otherwise what was wrong, made safe to show. It sees what programs in lanes see, and is always ended whole. */
export async function runOwnProgram(
  { program, env, wallMs, id }: OwnProgram,
  { signal }: Attempt,
  ports: LanePorts,
): Promise<string | null> {
  const spec = {
    ...program,
    env: allowedEnvironment(ports.environment, ports.lanes.env, env),
    limits: { wallMs, outputBytes, graceMs },
    tailBytes,
    signal,
    tag: `${ports.processTag}/${id}`,
  }
  const result = await inCheckout(spec, ports)
  signal.throwIfAborted()
  if (result.exitCode === 0) return null
  const how = result.problem ?? `It ended with exit code ${result.exitCode}.`
  return ports.sanitise(`${how} ${result.tail.trim()}`.trim())
}

function inCheckout(
  spec: Omit<ProcessSpec, 'cwd'>,
  { repoRoot, sandbox }: LanePorts,
): Promise<ProcessResult> {
  const { read, write, network } = sandbox.allowed
  const cell = { cwd: repoRoot, write, read: [repoRoot, ...read], network: network.checks }
  return runConfined(sandbox, cell, spec)
}
