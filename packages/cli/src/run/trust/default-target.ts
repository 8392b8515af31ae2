/**
 * Opens a repository that needs no harness.config: everything has a default but the provider of its agents, which the
 * operator names, or which is the only one installed here. A command that only looks, or replays a run, needs none.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { probeProvider } from '@harness/agent-runner/providers/probe-provider'
import { type ProviderName, providerNames } from '@harness/core/kernel/provider-name'
import { UserError } from '@harness/core/kernel/user-error'
import { innerConfig, jsonConfig, programConfig } from '@harness/formats/config/config-place'
import { parseConfigValue } from '@harness/formats/config/parse-config'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import { ownFileItems, trustedFiles } from '@harness/shell/effects/trusted/trust-items'
import { sdkFolders } from '@harness/shell/engine/conduct/run-ports'
import { mainWorktree } from '@harness/shell/machine/git/main-worktree'
import type { CommandContext } from '../../line/command.ts'
import type { Purpose } from '../../line/face.ts'
import { lookAtTarget, type Target } from '../target/look-at-target.ts'
import { targetRepo } from '../target/target-repo.ts'
import { type OpeningContext, openTarget } from './open-target.ts'
import { requireTrust } from './require-trust.ts'

type Opening = OpeningContext & Pick<CommandContext, 'rolesDir'>

export interface DefaultTarget extends Pick<Target, 'root' | 'stateDir' | 'config' | 'trusted'> {
  /** Whether it is known whose agents would work. */
  readonly isProviderChosen: boolean
}

/** `command` is what the operator runs, for advice. */
export async function defaultTarget(
  context: Opening,
  command: string,
  provider: string | null,
  purpose: Purpose = 'drive',
): Promise<DefaultTarget> {
  const root = targetRepo(context)
  const isConfigured = [jsonConfig, innerConfig, programConfig].some((file) => existsSync(join(root, file)))
  if (isConfigured) {
    const open = purpose === 'look' ? lookAtTarget : openTarget
    return { ...(await open(context, provider)), isProviderChosen: true }
  }
  const named =
    provider ??
    (context.env.HARNESS_AGENT_PROVIDER || (purpose === 'drive' ? onlyInstalled(context, command) : null))
  // A valid config needs a check; this one is made up, so it verifies nothing.
  const unwritten = { name: 'check', run: 'npm run check' }
  const written = { checks: [unwritten], agent: { provider: named ?? anybody } }
  const { HARNESS_AGENT_PROVIDER: _chosen, ...env } = context.env
  const read = parseConfigValue(written, 'defaults', env)
  if (!read.ok) throw userErrorOf('config', read.problems)
  const config = { ...read.value, checks: [] }
  const stateDir = join(mainWorktree(root), config.stateDir)
  const target = { root, config, stateDir, isProviderChosen: named !== null }
  if (purpose === 'look') return target
  const items = await ownFileItems(root)
  await requireTrust(context, root, items)
  return { ...target, trusted: trustedFiles(items) }
}

/** If no agent is to work, it does not matter whose. */
const anybody: ProviderName = 'claude'

function onlyInstalled({ rolesDir, env }: Opening, command: string): ProviderName {
  const installed = providerNames.filter(
    (name) => probeProvider(name, sdkFolders(rolesDir, env))?.installed() != null,
  )
  const [only] = installed
  if (only !== undefined && installed.length === 1) return only
  const found = installed.length === 0 ? 'none is installed' : `${installed.join(' and ')} are installed`
  throw new UserError(
    'provider-not-chosen',
    `No harness.config says whose agents are to work, and ${found}.`,
    {
      next: `Name one: ${command} --provider claude; or write a config: harness init`,
    },
  )
}
