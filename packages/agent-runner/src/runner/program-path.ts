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

const places = (name: string, { PATH = '' }: Environment): readonly string[] =>
  absoluteFolders(PATH).map((folder) => join(folder, name))

/** All programs of that name, in the order of PATH, by their absolute paths. */
export const findPrograms = (name: string, env: Environment): readonly string[] =>
  places(name, env).filter(isProgram)

/** The absolute path of the first one; null if there is none. */
export const findProgram = (name: string, env: Environment): string | null =>
  places(name, env).find(isProgram) ?? null

/** Whether a path is a file that this process may execute. */
export function isProgram(path: string): boolean {
  try {
    // First a look that throws nothing: an error takes longer, and most folders of PATH do not have the file.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
