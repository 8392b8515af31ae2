/**
 * Owns how programs are found that run outside of a cell: only through absolute folders of PATH. A relative or an empty
 * entry means the working folder, and there an agent may have left a program named git.
 */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Used if PATH has no absolute folder. An empty PATH means the working folder. */
const systemPath = '/usr/bin:/bin'

const absoluteFolders = (path: string): readonly string[] =>
  path.split(delimiter).filter((folder) => isAbsolute(folder))

/** The same environment with only the absolute folders of its PATH. */
export const withAbsolutePath = <Env extends Environment>(env: Env): Env =>
  env.PATH === undefined ? env : { ...env, PATH: absoluteFolders(env.PATH).join(delimiter) || systemPath }

/** All programs of that name, in the order of PATH, by their absolute paths. */
export const findPrograms = (name: string, { PATH = '' }: Environment): readonly string[] =>
  absoluteFolders(PATH)
    .map((folder) => join(folder, name))
    .filter(isProgram)

/** The absolute path of the first one; null if there is none. */
export const findProgram = (name: string, env: Environment): string | null =>
  findPrograms(name, env)[0] ?? null

/** Whether a path is a file that this process may execute. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
