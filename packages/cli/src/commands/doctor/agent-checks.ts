/** Checks of the providers of agents: installed, logged in (how, never the secret), confined. Those in use must work. */
import { probeProvider } from '@harness/agent-runner/providers/probe-provider'
import type { ProviderProbe, SandboxReport } from '@harness/agent-runner/runner/provider-probe'
import { type ProviderName, providerNames } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import { defaultTiers } from '@harness/core/playbooks/delivery/input'
import type { AgentConfig } from '@harness/formats/config/harness-config'
import { roleAgent } from '@harness/formats/config/role-agent'
import { checkScript } from '@harness/shell/effects/agents/roles/load-script'
import { sdkFolders } from '@harness/shell/engine/conduct/run-ports'
import { runSandbox } from '@harness/shell/engine/conduct/run-sandbox'
import type { Sandbox } from '@harness/shell/machine/sandbox/sandbox'
import type { CommandContext, Environment } from '../../line/command.ts'
import { type Diagnosis, fail, ok, warn } from '../../line/diagnosis.ts'
import type { Target } from '../../run/target/look-at-target.ts'
import { acpUntried, isAcpTrusted } from './acp-trust.ts'
import { effortChecks } from './effort-checks.ts'

/** One for each provider; a scripted one that no role uses is not worth a word. */
export async function agentChecks(
  { env, rolesDir }: Pick<CommandContext, 'env' | 'rolesDir'>,
  target: Target,
): Promise<readonly Diagnosis[]> {
  const { root, stateDir, config } = target
  const { kind } = await runSandbox({ config, environment: env, repoRoot: root, stateDir })
  const checks = providerNames.map(async (provider) => {
    const id = `agent ${provider}`
    const roles = rolesOf(config.agent, provider)
    if (provider === 'acp' && config.agent.acp !== null && !isAcpTrusted(env, target))
      return [acpUntried(id, config.agent.acp)]
    const probe = probeProvider(provider, sdkFolders(rolesDir, env), { agent: config.agent.acp, env })
    if (probe === null) return roles === '' ? [] : [await scriptCheck(id, roles, root, config.agent.script)]
    if (provider === 'acp' && config.agent.acp === null && roles === '') return []
    const confinedBy = sandboxOf(probe, env, kind)
    if (roles === '') return [await idleAgent(id, probe, env, confinedBy)]
    const found = await busyAgent(id, roles, probe, env, confinedBy)
    return found.status === 'fail'
      ? [found]
      : [found, ...(await effortChecks(id, config.agent, provider, probe))]
  })
  return (await Promise.all(checks)).flat()
}

/** What confines its agents. Without the harness's sandbox that is the provider's own. */
const sandboxOf =
  (probe: ProviderProbe, env: Environment, kind: Sandbox['kind']) => async (): Promise<SandboxReport> =>
    kind === 'bubblewrap' ? { works: true, how: 'of harness' } : probe.sandbox(env)

const rolesOf = (agent: AgentConfig, provider: ProviderName): string =>
  Object.entries(defaultTiers)
    .filter(([role, tier]) => roleAgent(agent, role, tier).provider === provider)
    .map(([role]) => role)
    .join(', ')

async function scriptCheck(
  id: string,
  roles: string,
  root: string,
  script: string | null,
): Promise<Diagnosis> {
  try {
    if (script === null) throw scriptMissing()
    await checkScript(root, script)
    return ok(id, `${script} for ${roles}; needs no log-in`)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return fail(id, error.message, error.next)
  }
}

async function busyAgent(
  id: string,
  roles: string,
  probe: ProviderProbe,
  env: Environment,
  confinedBy: () => Promise<SandboxReport>,
): Promise<Diagnosis> {
  const sdk = probe.installed()
  if (sdk === null) return fail(id, `not installed; needed for ${roles}`, probe.installWith)
  const problem = await probe.broken(sdk)
  if (problem !== null) return fail(id, `${problem}; needed for ${roles}`, probe.repairWith(sdk))
  const login = probe.login(env)
  const name = await probe.describe(sdk)
  const sandbox = await confinedBy()
  if (login.found === 'no') {
    const confined = sandbox.works ? sandbox.how : 'none'
    return fail(id, `${name}, not logged in; sandbox: ${confined}; needed for ${roles}`, login.next)
  }
  const found = `${name} for ${roles}; log-in: ${login.how}; sandbox: `
  if (sandbox.works) return ok(id, `${found}${sandbox.how}`)
  return warn(id, `${found}none. ${sandbox.why}`, sandbox.next)
}

/** Nothing has to be done about it. Its sandbox is tried only if a provider could use it. */
async function idleAgent(
  id: string,
  probe: ProviderProbe,
  env: Environment,
  confinedBy: () => Promise<SandboxReport>,
): Promise<Diagnosis> {
  const sdk = probe.installed()
  if (sdk === null) return ok(id, 'not installed; no role uses it')
  const problem = await probe.broken(sdk)
  if (problem !== null) return warn(id, `${problem}; no role uses it`, probe.repairWith(sdk))
  const login = probe.login(env)
  const name = await probe.describe(sdk)
  if (login.found === 'no') return ok(id, `${name}, not logged in; no role uses it`)
  const sandbox = await confinedBy()
  const confined = sandbox.works ? sandbox.how : 'none'
  return ok(id, `${name}; log-in: ${login.how}; sandbox: ${confined}; no role uses it`)
}

const scriptMissing = (): UserError =>
  new UserError('script-missing', 'The scripted agent has no script.', {
    next: 'Set agent.script in harness.config.json to a .yaml, .json or .ts file.',
  })
