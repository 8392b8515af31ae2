/**
 * Owns loading a user's own playbooks into this process, from the repository or as a run has kept them. A run keeps the
 * text of each file that was loaded, so that it resumes with the program it started with.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { OwnProgram } from '@harness/core/kernel/event'
import { UserError } from '@harness/core/kernel/user-error'
import type { AnyOwnPlaybook } from '@harness/core/playbooks/own/definition'
import { ignoreStateDir } from '../../store/layout/state-dir.ts'
import { apiAlias } from './api-module.ts'
import { ProgramFailed, runProgram } from './user-program.ts'

const programFile = 'harness.config.ts'

export interface LoadedPlaybook {
  readonly playbook: AnyOwnPlaybook
  readonly program: OwnProgram
}

/** Loads the playbook that the repository's config has now. It is run as the run will keep it. */
export async function loadPlaybook(
  repoRoot: string,
  stateDir: string,
  name: string,
): Promise<LoadedPlaybook> {
  const { paths } = await importWhole(join(repoRoot, programFile))
  const modules: Record<string, string> = {}
  for (const path of paths) {
    const module = relative(repoRoot, path).split(sep).join('/')
    if (!module.startsWith('../')) modules[module] = await readFile(path, 'utf8')
  }
  const program: OwnProgram = { file: programFile, modules }
  return { playbook: await keptPlaybook(stateDir, program, name), program }
}

/**
 * Loads the playbook of a program that a run has kept. Its files are put where imports of installed packages are found
 * as from the repository: inside the folder for state.
 */
export async function keptPlaybook(
  stateDir: string,
  program: OwnProgram,
  name: string,
): Promise<AnyOwnPlaybook> {
  // A dry run is often the first to put something there.
  await ignoreStateDir(stateDir)
  const folder = join(stateDir, 'programs', buildOf(program))
  for (const [module, text] of Object.entries(program.modules)) {
    const path = join(folder, module)
    if ((await textOf(path)) === text) continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const { value } = await importWhole(join(folder, program.file))
  const { playbooks } = (value ?? {}) as { readonly playbooks?: readonly AnyOwnPlaybook[] }
  const found = playbooks?.find((one) => one?.name === name)
  if (found !== undefined) return found
  throw new UserError('config-invalid', `${program.file} has no playbook ${name} any more.`, {
    next: `Put the playbook ${name} back into ${program.file}, then run the command again.`,
  })
}

/** Two programs with the same files have the same build. */
export const buildOf = ({ modules }: OwnProgram): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(modules).sort()))
    .digest('hex')
    .slice(0, 16)

/** The same files as they are in the repository now; a file that is gone is left out. */
export async function programThere(repoRoot: string, { file, modules }: OwnProgram): Promise<OwnProgram> {
  const there: Record<string, string> = {}
  for (const module of Object.keys(modules)) {
    const text = await textOf(join(repoRoot, module))
    if (text !== null) there[module] = text
  }
  return { file, modules: there }
}

const textOf = (path: string): Promise<string | null> => readFile(path, 'utf8').catch(() => null)

/** The default export of a file, and the paths of all files that were loaded for it, without packages and this program. */
async function importWhole(
  path: string,
): Promise<{ readonly value: unknown; readonly paths: readonly string[] }> {
  const { createJiti } = await import('jiti')
  const alias = apiAlias()
  const jiti = createJiti(path, { fsCache: false, moduleCache: true, alias })
  const before = new Set(Object.keys(jiti.cache))
  const programs = Object.values(alias).map((api) => dirname(api) + sep)
  const loaded = (): readonly string[] =>
    Object.keys(jiti.cache).filter(
      (one) => !before.has(one) && !programs.some((folder) => one.startsWith(folder)),
    )
  try {
    const value: unknown = await runProgram(path, () => jiti.import(path, { default: true }))
    return { value, paths: loaded().filter((one) => !one.includes(`${sep}node_modules${sep}`)) }
  } catch (cause) {
    if (!(cause instanceof ProgramFailed)) throw cause
    throw new UserError('config-invalid', `${programFile} could not be run: ${cause.message}`, {
      next: `Fix ${programFile}, then check again with: harness config`,
      cause,
    })
  } finally {
    // The next load in this process must read the files again.
    for (const one of loaded()) delete jiti.cache[one]
  }
}
