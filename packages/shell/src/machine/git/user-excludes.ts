/** Finds the user's own list of files that git is to ignore, since their other settings take no part in our calls. */
import { join } from 'node:path'
import { homeEnvironment } from '../process/program-search.ts'
import { readSettings, userPath } from './config-file.ts'

/** Empty if the user has no such list. Without it, what editors and systems litter would end up in commits. */
export async function userExcludesFile(): Promise<string> {
  const { HOME, USERPROFILE, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL } = homeEnvironment()
  const home = HOME ?? USERPROFILE
  if (home === undefined) return ''
  const xdg = join(XDG_CONFIG_HOME || join(home, '.config'), 'git')
  const files =
    GIT_CONFIG_GLOBAL === undefined ? [join(xdg, 'config'), join(home, '.gitconfig')] : [GIT_CONFIG_GLOBAL]
  // A config that even git cannot read is reported by the calls that need it, not by every one.
  const settings = await readSettings(files).catch(() => [])
  const named = settings.findLast(({ key }) => key === 'core.excludesfile')?.value
  return named === undefined ? join(xdg, 'ignore') : userPath(named, home)
}
