/**
 * Opens what most commands are about: the target repository with its configuration and its folders. Nothing of
 * the repository is executed: of harness.config.ts it knows what the operator trusted last.
 */
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import {
  configMissing,
  configOf,
  findConfig,
  type LoadedConfig,
  parseConfig,
} from '@harness/shell/effects/documents/load-config'
import type { TrustedFiles } from '@harness/shell/effects/documents/trusted-files'
import { mainWorktree } from '@harness/shell/machine/git/main-worktree'
import type { PlanFolders } from '@harness/shell/playbooks/delivery/plan-folder'
import { readTrust } from '@harness/shell/store/trusted/trust-file'
import type { CommandContext, Environment } from '../../line/command.ts'
import { guardOwnNames } from './own-names.ts'
import { targetRepo } from './target-repo.ts'

export interface Target {
  readonly root: string
  readonly config: HarnessConfig
  readonly configFile: string
  /** The config as it was written. */
  readonly written: unknown
  /** Absolute. It belongs to the repository: all worktrees of it share the one of the main worktree. */
  readonly stateDir: string
  readonly folders: PlanFolders
  /** The files that the operator trusts; absent if the command only looks. */
  readonly trusted?: TrustedFiles
}

export type LookingContext = Pick<CommandContext, 'cwd' | 'env' | 'repoOption' | 'commands' | 'playbooks'>

/** `provider` counts more than the config and the environment. */
export async function lookAtTarget(context: LookingContext, provider: string | null = null): Promise<Target> {
  const root = targetRepo(context)
  const env = withProvider(context.env, provider)
  const source = await findConfig(root)
  if (source === null) throw configMissing(root)
  if (source.type === 'json') return targetOf(context, root, parseConfig(source, env))
  const value = readTrust(env, root).record?.value ?? null
  if (value !== null) return targetOf(context, root, configOf(value, env))
  throw new UserError('not-trusted', `${source.file} is a program that you have not trusted yet.`, {
    next: 'Look at it and agree: harness trust. Then its settings are known.',
  })
}

export const withProvider = (env: Environment, provider: string | null): Environment =>
  provider === null ? env : { ...env, HARNESS_AGENT_PROVIDER: provider }

export function targetOf(
  context: LookingContext,
  root: string,
  { config, file, written }: LoadedConfig,
  trusted?: TrustedFiles,
): Target {
  guardOwnNames(context, config, file)
  const stateDir = join(mainWorktree(root), config.stateDir)
  const { planDir, completedDir, baseBranch } = config
  return {
    root,
    config,
    configFile: file,
    written,
    stateDir,
    folders: { repoRoot: root, stateDir, planDir, completedDir, baseBranch },
    ...(trusted === undefined ? {} : { trusted }),
  }
}
