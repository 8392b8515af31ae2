/**
 * The one place in the shell that reads the environment, and only to find the machine's own programs, home and
 * agent socket: git has to be found wherever it is called from. What programs get to see is never decided here.
 */
import process from 'node:process'
import { withAbsolutePath } from '@harness/agent-runner/runner/program-path'

/** What is needed to find and start a program on this machine. */
const searchNames = ['PATH', 'SystemRoot', 'PATHEXT', 'COMSPEC', 'TMPDIR', 'TEMP', 'TMP'] as const
/** The folder of the user's own configuration. */
const homeNames = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL'] as const
/** What ssh needs to use the user's own log-in. */
const remoteNames = ['SSH_AUTH_SOCK', 'HOME', 'USERPROFILE'] as const

type Environment = Readonly<Record<string, string>>

function pick(names: readonly string[]): Environment {
  // biome-ignore lint/style/noProcessEnv: see the head of this file.
  const ambient = process.env
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = ambient[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Programs that run outside of a sandbox are never those of the folder that they work in. */
export const searchEnvironment = (): Environment => withAbsolutePath(pick(searchNames))
export const homeEnvironment = (): Environment => pick(homeNames)
export const remoteEnvironment = (): Environment => pick(remoteNames)
