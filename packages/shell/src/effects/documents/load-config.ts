/** Owns finding and reading a repository's configuration: `harness.config.json`, or `harness.config.ts`, which is a program. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OwnProgram } from '@harness/core/kernel/event'
import { UserError } from '@harness/core/kernel/user-error'
import { jsonConfig, jsonConfigIn, programConfig as programFile } from '@harness/formats/config/config-place'
import type { Environment } from '@harness/formats/config/env-overrides'
import { foreignFields } from '@harness/formats/config/foreign-config'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { parseConfigText, parseConfigValue } from '@harness/formats/config/parse-config'
import { jsonIn } from '@harness/formats/text/json-value'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import { textsOf } from './program-files.ts'
import { programValue } from './program-value.ts'
import { ProgramFailed } from './user-program.ts'

/** The config that a repository has. A program is executed by `runConfig` alone. */
export type ConfigSource = JsonConfig | { readonly type: 'program'; readonly file: string }

export interface JsonConfig {
  readonly type: 'json'
  readonly file: string
  readonly text: string
}

export interface LoadedConfig {
  readonly config: HarnessConfig
  /** Relative to the repository. */
  readonly file: string
  /** What the file says, as it was written. */
  readonly written: unknown
}

/** Null if the repository has no config. */
export async function findConfig(repoRoot: string): Promise<ConfigSource | null> {
  const json = jsonConfigIn((file) => readIfThere(join(repoRoot, file)))
  const program = readIfThere(join(repoRoot, programFile))
  if (json !== null && program !== null && foreignFields(jsonIn(json.text)).length === 0) {
    throw new UserError('config-ambiguous', `There are both ${json.file} and ${programFile}.`, {
      next: 'Keep the one that counts and remove the other.',
    })
  }
  if (program !== null) return { type: 'program', file: programFile }
  return json === null ? null : { type: 'json', ...json }
}

export const configMissing = (repoRoot: string): UserError =>
  new UserError('config-missing', `There is no ${jsonConfig} in ${repoRoot}.`, {
    next: 'Let it be written after a look at the repository: harness init',
  })

/** Throws a UserError that names every mistake. The environment's overrides count more than the file. */
export function parseConfig({ file, text }: JsonConfig, env: Environment): LoadedConfig {
  const read = parseConfigText(text, file, env)
  if (!read.ok) throw userErrorOf('config', read.problems)
  return { config: read.value, file, written: JSON.parse(text) }
}

/** Like `parseConfig`, for what harness.config.ts exports. */
export function configOf(written: unknown, env: Environment): LoadedConfig {
  const read = parseConfigValue(written, programFile, env)
  if (!read.ok) throw userErrorOf('config', read.problems)
  return { config: read.value, file: programFile, written }
}

/** Executes harness.config.ts: exactly the bytes of `program`. */
export async function runConfig(
  repoRoot: string,
  program: OwnProgram,
  env: Environment,
): Promise<LoadedConfig> {
  try {
    const texts = await textsOf(repoRoot, program)
    return configOf(await programValue(join(repoRoot, program.file), texts), env)
  } catch (cause) {
    if (!(cause instanceof ProgramFailed)) throw cause
    throw cannotRun(cause.message, cause)
  }
}

export const cannotRun = (why: string, cause?: unknown): UserError =>
  new UserError('config-invalid', `${programFile} could not be run: ${why}`, {
    next: `Fix ${programFile}, then check again with: harness validate`,
    cause,
  })

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
