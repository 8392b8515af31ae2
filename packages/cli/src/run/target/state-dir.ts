/**
 * Finds where a repository keeps its runs, for commands that only look. It reads that one field and nothing else: a
 * config with a mistake in it must not hide runs, and its schema takes longer to load than everything else together.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { containedPath } from '@harness/core/kernel/contained-path'
import { jsonConfigIn } from '@harness/formats/config/config-place'
import { isObject } from '@harness/formats/text/is-object'
import { jsonObjectIn } from '@harness/formats/text/json-value'
import { mainWorktree } from '@harness/shell/machine/git/main-worktree'
import { openRunStore } from '@harness/shell/store/open-run-store'
import type { RunStore } from '@harness/shell/store/port/run-store'
import type { CommandContext } from '../../line/command.ts'
import { targetRepo } from './target-repo.ts'

const defaultStateDir = '.harness/run'

export interface StatePlace {
  readonly root: string
  /** Absolute; the same for all worktrees of the repository. */
  readonly stateDir: string
  readonly runs: RunStore
}

export async function statePlace(
  context: Pick<CommandContext, 'cwd' | 'env' | 'repoOption'>,
): Promise<StatePlace> {
  const root = targetRepo(context)
  const named = context.env.HARNESS_STATE_DIR || (await configuredStateDir(root, context.env))
  const contained = containedPath(named)
  const stateDir = join(mainWorktree(root), contained.ok ? contained.path : defaultStateDir)
  return { root, stateDir, runs: openRunStore(stateDir) }
}

async function configuredStateDir(root: string, env: CommandContext['env']): Promise<string> {
  const json = jsonConfigIn((file) => textOf(join(root, file)))
  const program = textOf(join(root, 'harness.config.ts'))
  if (program === null) return json === null ? defaultStateDir : stateDirIn(json.text)
  // A program is not run for a command that only looks.
  const { readTrust } = await import('@harness/shell/store/trusted/trust-file')
  const value = readTrust(env, root).record?.value
  if (isObject(value)) return stateDirOf(value)
  const [, , literal] = /\bstateDir:\s*(['"])([^'"\n]+)\1/.exec(program) ?? []
  return literal ?? defaultStateDir
}

const stateDirIn = (text: string): string => stateDirOf(jsonObjectIn(text) ?? {})

const stateDirOf = ({ stateDir }: { readonly stateDir?: unknown }): string =>
  typeof stateDir === 'string' ? stateDir : defaultStateDir

/** Null if it cannot be read. */
export function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
