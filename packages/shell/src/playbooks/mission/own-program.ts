/** Runs a program of the repository's or the operator's own that may only warn: its failure is a sentence, never a throw. */
import type { Attempt } from '../../effects/failure/attempt.ts'
import type { LanePorts } from '../../effects/lanes/lane-ports.ts'
import { allowedEnvironment } from '../../machine/process/environment.ts'
import type { ProcessResult, ProcessSpec } from '../../machine/process/process-spec.ts'
import { runProcess } from '../../machine/process/run-process.ts'
import { runConfined } from '../../machine/sandbox/run-confined.ts'
import { notifyEnvironment, notifyFolder, notifyPlace } from './notify-line.ts'

const outputBytes = 16 * 1024 * 1024
const tailBytes = 2 * 1024
const graceMs = 1_000

export interface OwnProgram {
  readonly program: Pick<ProcessSpec, 'file' | 'args' | 'verbatimArguments'>
  readonly env: Readonly<Record<string, string>>
  readonly wallMs: number
  /** For whom, so that what a killed harness left running is found again. */
  readonly id: string
  /**
   * `repository`: a hook, which is confined. It reads the checkout and writes only what the config names. `operator`: it
   * tells a person, by mail or on a desktop, and has the operator's own rights. It works outside of the repository.
   */
  readonly of: 'repository' | 'operator'
}

/** Null if it ended with 0, otherwise what was wrong, made safe to show. It sees what programs in lanes see, and is always ended whole. */
export async function runOwnProgram(
  { program, env, wallMs, id, of }: OwnProgram,
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
  const result = of === 'operator' ? await runProcess(asOperator(spec, ports)) : await inCheckout(spec, ports)
  signal.throwIfAborted()
  if (result.exitCode === 0) return null
  const how = result.problem ?? `It ended with exit code ${result.exitCode}.`
  return ports.sanitise(`${how} ${result.tail.trim()}`.trim())
}

const asOperator = (spec: Omit<ProcessSpec, 'cwd'>, ports: LanePorts): ProcessSpec => ({
  ...spec,
  cwd: notifyFolder,
  env: notifyEnvironment(spec.env, notifyPlace(ports)),
})

function inCheckout(
  spec: Omit<ProcessSpec, 'cwd'>,
  { repoRoot, sandbox }: LanePorts,
): Promise<ProcessResult> {
  const { read, write, network } = sandbox.allowed
  const cell = { cwd: repoRoot, write, read: [repoRoot, ...read], network: network.checks }
  return runConfined(sandbox, cell, spec)
}
