/** Owns finding and reading a repository's configuration: `harness.config.json`, or `harness.config.ts`, which is a program. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@harness/core/kernel/user-error'
import type { Environment } from '@harness/formats/config/env-overrides'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { parseConfigText, parseConfigValue } from '@harness/formats/config/parse-config'
import { userErrorOf } from '@harness/formats/text/user-error-of'
import { programValue } from './program-value.ts'
import { ProgramFailed } from './user-program.ts'

export interface LoadedConfig {
  readonly config: HarnessConfig
  /** Relative to the repository. */
  readonly file: string
  /** What the file says, as it was written. */
  readonly written: unknown
}

const jsonFile = 'harness.config.json'
const programFile = 'harness.config.ts'

/** Throws a UserError that names every mistake. The environment's overrides count more than the file. */
export async function loadConfig(repoRoot: string, env: Environment): Promise<LoadedConfig> {
  const text = await readIfThere(join(repoRoot, jsonFile))
  const program = await readIfThere(join(repoRoot, programFile))
  if (text !== null && program !== null) {
    throw new UserError('config-ambiguous', `There are both ${jsonFile} and ${programFile}.`, {
      next: 'Keep the one that counts and remove the other.',
    })
  }
  if (text !== null) {
    const read = parseConfigText(text, jsonFile, env)
    if (!read.ok) throw userErrorOf('config', read.problems)
    return { config: read.value, file: jsonFile, written: JSON.parse(text) }
  }
  if (program !== null) {
    const written = await exportOf(join(repoRoot, programFile))
    const read = parseConfigValue(written, programFile, env)
    if (!read.ok) throw userErrorOf('config', read.problems)
    return { config: read.value, file: programFile, written }
  }
  throw new UserError('config-missing', `There is no ${jsonFile} in ${repoRoot}.`, {
    next: 'Let it be written after a look at the repository: harness init',
  })
}

async function exportOf(path: string): Promise<unknown> {
  try {
    return await programValue(path)
  } catch (cause) {
    if (!(cause instanceof ProgramFailed)) throw cause
    throw new UserError('config-invalid', `${programFile} could not be run: ${cause.message}`, {
      next: `Fix ${programFile}, then check again with: harness config`,
      cause,
    })
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
