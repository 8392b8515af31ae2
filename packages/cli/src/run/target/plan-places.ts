/**
 * Finds where a repository keeps its plans, for commands that only look at plans. Loading and compiling the whole
 * config's schema takes longer than reading ten thousand plans from their index, so a config that is plainly in order
 * as far as plans are concerned is believed; any other is read in full, which tells what is wrong with it.
 */

import { join } from 'node:path'
import { containedPath } from '@harness/core/kernel/contained-path'
import { jsonConfigIn } from '@harness/formats/config/config-place'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { mainWorktree } from '@harness/shell/machine/git/main-worktree'
import type { PlanFolders } from '@harness/shell/playbooks/delivery/plan-folder'
import type { Environment } from '../../line/command.ts'
import type { LookingContext } from './look-at-target.ts'
import { textOf } from './state-dir.ts'
import { targetRepo } from './target-repo.ts'

/** Every name that may stand at the top of harness.config.json. */
export const configNames: readonly string[] = [
  '$schema',
  'planDir',
  'completedDir',
  'contextDir',
  'stateDir',
  'appPaths',
  'baseBranch',
  'forge',
  'handbook',
  'checks',
  'baseCheck',
  'mergePolicy',
  'agent',
  'modelClient',
  'review',
  'lanes',
  'mission',
  'workflow',
  'budget',
  'redact',
  'sandbox',
  'siteReverse',
  'devServer',
  'e2e',
  'planning',
  'fidelity',
  'releaseGate',
  'daemon',
  'notify',
]

export async function planPlaces(context: LookingContext): Promise<PlanFolders> {
  const root = targetRepo(context)
  const plain = plainPlaces(configText(root), context.env)
  if (plain !== null) return { repoRoot: root, ...plain, stateDir: join(mainWorktree(root), plain.stateDir) }
  const { lookAtTarget } = await import('./look-at-target.ts')
  return (await lookAtTarget(context)).folders
}

type Places = Omit<PlanFolders, 'repoRoot'>

/** Null if the full reader should have its say. `stateDir` is still relative. */
export function plainPlaces(text: string | null, env: Environment): Places | null {
  const config = text === null ? null : jsonObjectIn(text)
  if (config === null || !Object.keys(config).every((name) => configNames.includes(name))) return null
  if (!Array.isArray(config.checks) || config.checks.length === 0) return null
  const place = (name: string, variable: string, otherwise: string): string | null => {
    const value = env[variable] || (config[name] ?? otherwise)
    const contained = typeof value === 'string' ? containedPath(value) : null
    return contained?.ok === true ? contained.path : null
  }
  const planDir = place('planDir', 'HARNESS_PLAN_DIR', 'docs/exec-plans/active')
  const completedDir = place('completedDir', 'HARNESS_COMPLETED_DIR', 'docs/exec-plans/completed')
  const stateDir = place('stateDir', 'HARNESS_STATE_DIR', '.harness/run')
  const baseBranch = env.HARNESS_BASE_BRANCH || (config.baseBranch ?? 'main')
  if (planDir === null || completedDir === null || stateDir === null) return null
  if (typeof baseBranch !== 'string' || !/^\w+([./-]\w+)*$/.test(baseBranch)) return null
  const holdsWork = [planDir, completedDir, ...[config.appPaths ?? 'src'].flat()].some((it) =>
    `${it}/`.startsWith(`${stateDir}/`),
  )
  const overlaps = planDir === completedDir || holdsWork
  return overlaps ? null : { planDir, completedDir, stateDir, baseBranch }
}

/** Null also if there is a harness.config.ts: then the file alone does not count. */
function configText(root: string): string | null {
  if (textOf(join(root, 'harness.config.ts')) !== null) return null
  return jsonConfigIn((file) => textOf(join(root, file)))?.text ?? null
}
