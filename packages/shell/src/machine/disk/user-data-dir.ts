/** Owns the folder of all that outlives a repository: agents' identities, ports, what is trusted. */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { platform } from 'node:process'

type Environment = Readonly<Record<string, string | undefined>>

/** HARNESS_DATA_DIR, else the platform's folder for user data. A relative path would be another one in each folder. */
export function userDataDir(env: Environment, system: NodeJS.Platform = platform): string {
  const named = [env.HARNESS_DATA_DIR].find(isUsable)
  if (named !== undefined) return named
  const home = [env.HOME, env.USERPROFILE].find(isUsable) ?? homedir()
  switch (system) {
    case 'win32':
      return join([env.LOCALAPPDATA].find(isUsable) ?? join(home, 'AppData', 'Local'), 'harness')
    case 'darwin':
      return join(
        [env.XDG_DATA_HOME].find(isUsable) ?? join(home, 'Library', 'Application Support'),
        'harness',
      )
    default:
      return join([env.XDG_DATA_HOME].find(isUsable) ?? join(home, '.local', 'share'), 'harness')
  }
}

const isUsable = (path: string | undefined): path is string => path !== undefined && isAbsolute(path)
