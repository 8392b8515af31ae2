/** Checks of the repository and of what its config names: base branch, providers, plans, ports. */
import { probeProvider } from '@harness/agent-runner/providers/probe-provider'
import type { ProviderProbe } from '@harness/agent-runner/providers/provider-probe'
import { describeDefect } from '@harness/core/plan-graph'
import { defaultTiers } from '@harness/core/playbooks/delivery/input'
import { UserError } from '@harness/core/user-error'
import type { RoleAgent } from '@harness/formats/config/role-agent'
import { roleAgent } from '@harness/formats/config/role-agent'
import { describeProblem } from '@harness/formats/format-problem'
import { loadScript } from '@harness/shell/agents/load-script'
import { sdkFolders } from '@harness/shell/delivery/delivery-adapters'
import { knownPlans } from '@harness/shell/documents/plan-folder'
import { resolveCommit } from '@harness/shell/git/commits'
import { isClean } from '@harness/shell/git/status'
import { freePortBlock } from '@harness/shell/lanes/port-block'
import type { CommandContext, Environment } from '../command.ts'
import { openTarget, type Target } from '../open-target.ts'
import { counted } from '../terminal/amounts.ts'
import { type Diagnosis, fail, ok, warn } from './diagnosis.ts'

/** The config's own check, and the target where it could be opened. */
export async function configCheck(
  context: CommandContext,
): Promise<{ readonly diagnosis: Diagnosis; readonly target: Target | null }> {
  try {
    const target = await openTarget(context)
    const { checks, unused } = target.config
    const ignored = unused.length === 0 ? '' : `; not read yet: ${unused.join(', ')}`
    return {
      diagnosis: ok('config', `${target.configFile}, ${counted(checks.length, 'check')}${ignored}`),
      target,
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { diagnosis: fail('config', error.message, error.next), target: null }
  }
}

export async function repoChecks(root: string, baseBranch: string | null): Promise<readonly Diagnosis[]> {
  const head = await resolveCommit(root, 'HEAD')
  if (head === null) {
    return [fail('repo', `${root} has no commits yet`, 'git add -A && git commit -m "Begin"')]
  }
  const diagnoses = [ok('repo', `${root} at ${head.slice(0, 12)}`)]
  if (baseBranch !== null) {
    const base = await resolveCommit(root, `refs/heads/${baseBranch}`)
    diagnoses.push(
      base === null
        ? fail('base branch', `there is no branch ${baseBranch}`, `git branch ${baseBranch}`)
        : ok('base branch', `${baseBranch} at ${base.slice(0, 12)}`),
    )
  }
  diagnoses.push(
    (await isClean(root))
      ? ok('tree', 'clean')
      : warn(
          'tree',
          'there are uncommitted changes; a new run would be refused',
          'git stash --include-untracked',
        ),
  )
  return diagnoses
}

/** One for each provider that a role uses: whether it is there, and for whom. */
export async function providerChecks(
  { env, rolesDir }: Pick<CommandContext, 'env' | 'rolesDir'>,
  { root, config }: Target,
): Promise<readonly Diagnosis[]> {
  const byProvider = new Map<RoleAgent['provider'], string[]>()
  for (const [role, tier] of Object.entries(defaultTiers)) {
    const { provider } = roleAgent(config.agent, role, tier)
    byProvider.set(provider, [...(byProvider.get(provider) ?? []), role])
  }
  return Promise.all(
    [...byProvider].map(([provider, roles]) =>
      providerCheck(provider, roles.join(', '), config.agent.script, { root, env, rolesDir }),
    ),
  )
}

async function providerCheck(
  provider: RoleAgent['provider'],
  roles: string,
  script: string | null,
  { root, env, rolesDir }: Pick<CommandContext, 'env' | 'rolesDir'> & Pick<Target, 'root'>,
): Promise<Diagnosis> {
  const id = `agent ${provider}`
  try {
    const probe = probeProvider(provider, sdkFolders(rolesDir))
    if (probe !== null) return realAgent(id, roles, probe, env)
    if (script === null) throw scriptMissing()
    await loadScript(root, script)
    return ok(id, `${script} for ${roles}; needs no log-in`)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return fail(id, error.message, error.next)
  }
}

/** Installed, logged in (how, never the secret), and whether its sandbox works on this machine. */
async function realAgent(
  id: string,
  roles: string,
  probe: ProviderProbe,
  env: Environment,
): Promise<Diagnosis> {
  const sdk = probe.installed()
  if (sdk === null) return fail(id, `not installed; needed for ${roles}`, probe.installWith)
  const login = probe.login(env)
  if (login.found === 'no') return fail(id, `${sdk.version}, not logged in; needed for ${roles}`, login.next)
  const sandbox = await probe.sandbox(env)
  const found = `${sdk.version} for ${roles}; log-in: ${login.how}; sandbox: ${sandbox.works ? sandbox.how : 'none'}`
  return sandbox.works ? ok(id, found) : warn(id, found, sandbox.why)
}

const scriptMissing = (): UserError =>
  new UserError('script-missing', 'The scripted agent has no script.', {
    next: 'Set agent.script in harness.config.json to a .yaml, .json or .ts file.',
  })

export async function plansCheck({ folders }: Target): Promise<Diagnosis> {
  const { graph, problems } = await knownPlans(folders)
  const found = [...problems.map(describeProblem), ...graph.defects.map(describeDefect)]
  if (found.length === 0)
    return ok(
      'plans',
      `${counted(graph.plans.size, 'plan')} in ${folders.planDir} and ${folders.completedDir}`,
    )
  const more = found.length > 1 ? ` (and ${found.length - 1} more)` : ''
  return fail('plans', `${found[0]}${more}`, 'harness validate')
}

export async function portsCheck({ config }: Target): Promise<Diagnosis> {
  const { portBase, portsPerLane } = config.lanes
  try {
    const block = await freePortBlock(portBase, portsPerLane, new Set())
    const [first] = block
    return ok(
      'ports',
      first === undefined ? 'lanes get none' : `a lane would get ${first} to ${first + portsPerLane - 1}`,
    )
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return fail('ports', error.message, error.next)
  }
}
