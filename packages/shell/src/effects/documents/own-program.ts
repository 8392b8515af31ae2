/**
 * Owns loading a user's own playbooks into this process, from the texts of their files. A run keeps these texts, so that
 * it resumes with the program it started with.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { OwnProgram } from '@harness/core/kernel/event'
import { UserError } from '@harness/core/kernel/user-error'
import type { AnyOwnPlaybook } from '@harness/core/playbooks/own/definition'
import { ignoreStateDir } from '../../store/layout/state-dir.ts'
import { apiFolder } from './api-module.ts'
import { checkedJiti } from './checked-jiti.ts'
import { cannotRun } from './load-config.ts'
import { digestsOf, readProgram } from './program-files.ts'
import { ProgramFailed, runProgram } from './user-program.ts'

const programFile = 'harness.config.ts'

export interface LoadedPlaybook {
  readonly playbook: AnyOwnPlaybook
  readonly program: OwnProgram
}

/** Reads the program that the repository's config is now, as a run keeps it. Nothing is executed. */
export async function programHere(repoRoot: string): Promise<OwnProgram> {
  const { file, modules } = await readProgram(repoRoot, programFile)
  // A file outside the repository has no place among the run's files.
  return {
    file,
    modules: Object.fromEntries(Object.entries(modules).filter(([name]) => !name.startsWith('../'))),
  }
}

/**
 * Loads a playbook of a program, which is executed. Its files are put where imports of installed packages are found as
 * from the repository: inside the folder for state.
 */
export async function loadPlaybook(
  stateDir: string,
  program: OwnProgram,
  name: string,
): Promise<LoadedPlaybook> {
  // A dry run is often the first to put something there.
  await ignoreStateDir(stateDir)
  const folder = join(stateDir, 'programs', buildOf(program))
  for (const [module, text] of Object.entries(program.modules)) {
    const path = join(folder, module)
    if ((await textOf(path)) === text) continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const value = await importKept(folder, program)
  const { playbooks } = (value ?? {}) as { readonly playbooks?: readonly AnyOwnPlaybook[] }
  const found = playbooks?.find((one) => one?.name === name)
  if (found !== undefined) return { playbook: found, program }
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

/** The default export of a program whose files are in `folder`. */
async function importKept(folder: string, program: OwnProgram): Promise<unknown> {
  const path = join(folder, program.file)
  const jiti = await checkedJiti(path, await digestsOf(folder, program), true)
  const before = new Set(Object.keys(jiti.cache))
  try {
    return await runProgram(path, () => jiti.import(path, { default: true }))
  } catch (cause) {
    if (!(cause instanceof ProgramFailed)) throw cause
    throw cannotRun(cause.message, cause)
  } finally {
    // The next load in this process must read the files again.
    const ours = apiFolder()
    for (const one of Object.keys(jiti.cache))
      if (!before.has(one) && (ours === null || !one.startsWith(ours + sep))) delete jiti.cache[one]
  }
}
