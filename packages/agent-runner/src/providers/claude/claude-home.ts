/** What Claude's program needs of the operator's home, and which hosts it must reach. Reads no token. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentHome } from '../../runner/confine.ts'
import type { Environment } from '../../runner/provider-probe.ts'

const logIn = '.credentials.json'
const state = '.claude.json'

/** The folder in which the claude program keeps a log-in; in the keychain on macOS. */
export const claudeLogIn = (env: Environment): string =>
  join(env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? env.USERPROFILE ?? '', '.claude'), logIn)

export const claudeHome = (env: Environment): AgentHome => ({
  kept: ['projects'],
  // The program writes down how a shell is set up, and each shell of the agent reads it.
  shown: ['shell-snapshots'],
  logins: { [logIn]: claudeLogIn(env) },
  files: { [state]: JSON.stringify(accountIn(join(env.CLAUDE_CONFIG_DIR ?? env.HOME ?? '', state))) },
})

/** Whose subscription it is. The same file names tool servers and other projects, which stay out. */
function accountIn(path: string): object {
  try {
    const { oauthAccount, userID } = JSON.parse(readFileSync(path, 'utf8')) as Readonly<
      Record<string, unknown>
    >
    return { oauthAccount, userID, hasCompletedOnboarding: true }
  } catch {
    return {}
  }
}

/** The API, and the server that renews a subscription's log-in. */
const ownHosts = ['api.anthropic.com', 'platform.claude.com', 'console.anthropic.com']

export const claudeHosts = ({ ANTHROPIC_BASE_URL: url = '' }: Environment): readonly string[] =>
  URL.canParse(url) ? [new URL(url).host, ...ownHosts.slice(1)] : ownHosts
