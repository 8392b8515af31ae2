/** Says if programs that run agent-written code are confined on this machine, and if not, what would confine them. */
import { runSandbox } from '@harness/shell/engine/conduct/run-sandbox'
import type { Environment } from '../../line/command.ts'
import { type Diagnosis, fail, ok, warn } from '../../line/diagnosis.ts'
import type { Target } from '../../run/target/look-at-target.ts'

export async function sandboxCheck({ root, stateDir, config }: Target, env: Environment): Promise<Diagnosis> {
  const { kind, missing } = await runSandbox({ config, environment: env, repoRoot: root, stateDir })
  const { checks, setup, agents } = config.sandbox.network
  if (missing === null)
    return ok('sandbox', `${kind}; network of checks: ${checks}, of set-up: ${setup}, of agents: ${agents}`)
  if (config.sandbox.mode === 'required')
    return fail('sandbox', `none, and the config requires one. ${missing.why}`, missing.next)
  return warn('sandbox', `none: runs are unconfined. ${missing.why}`, missing.next)
}
