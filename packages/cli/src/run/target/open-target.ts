/** Opens what most commands are about: the target repository with its configuration, and where it keeps what. */
import { join } from 'node:path'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { loadConfig } from '@harness/shell/effects/documents/load-config'
import { mainWorktree } from '@harness/shell/machine/git/main-worktree'
import type { PlanFolders } from '@harness/shell/playbooks/delivery/plan-folder'
import type { CommandContext } from '../../line/command.ts'
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
}

export type TargetContext = Pick<CommandContext, 'cwd' | 'env' | 'repoOption' | 'commands' | 'playbooks'>

/** `provider` counts more than the config and the environment. */
export async function openTarget(context: TargetContext, provider: string | null = null): Promise<Target> {
  const root = targetRepo(context)
  const env = provider === null ? context.env : { ...context.env, HARNESS_AGENT_PROVIDER: provider }
  const { config, file, written } = await loadConfig(root, env)
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
  }
}
