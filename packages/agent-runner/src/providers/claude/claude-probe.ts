/** What `harness doctor` says about Claude on this machine, and whether its sandbox works. Reads no secret. */
import { existsSync } from 'node:fs'
import { platform } from 'node:process'
import { brokenSdk } from '../../runner/broken-sdk.ts'
import { bubblewrapWorks, explainRefusalHere, installHere } from '../../runner/bubblewrap.ts'
import { findSdk, installCommand, repairCommand, requireSdk } from '../../runner/installed-sdk.ts'
import { findProgram } from '../../runner/program-path.ts'
import type { Environment, Login, ProviderProbe, SandboxReport } from '../../runner/provider-probe.ts'
import { claudeLogIn } from './claude-home.ts'
import { claudePackage } from './claude-sdk.ts'

/** The variables a log-in to Claude can consist of. The program gets them; its shell never does. */
export const claudeLoginNames = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'ANTHROPIC_BASE_URL',
  'CLAUDE_CONFIG_DIR',
] as const

const secretNames = claudeLoginNames.slice(0, 3)

export const claudeProbe = (folders: readonly string[]): ProviderProbe => ({
  installed: () => findSdk(claudePackage, folders),
  requireInstalled: () => requireSdk(claudePackage, folders),
  broken: (installed) => brokenSdk(claudePackage, installed),
  describe: async ({ version }) => version,
  installWith: installCommand(claudePackage),
  repairWith: (installed) => repairCommand(claudePackage, installed),
  login: claudeLogin,
  sandbox: claudeSandbox,
})

function claudeLogin(env: Environment): Login {
  const name = secretNames.find((one) => (env[one] ?? '') !== '')
  if (name !== undefined) return { found: 'yes', how: `${name} is set` }
  if (existsSync(claudeLogIn(env))) return { found: 'yes', how: 'logged in with the claude program' }
  const next = 'Log in with the claude program (claude, then /login), or set ANTHROPIC_API_KEY.'
  return platform === 'darwin'
    ? { found: 'unknown', how: 'a log-in may be in the keychain', next }
    : { found: 'no', next }
}

/** The programs it needs, and the packages that hold them. */
const packageOf: Readonly<Record<string, string>> = { bwrap: 'bubblewrap', socat: 'socat' }

/** Confines the agent's shell: by the system on macOS, by bubblewrap and socat on Linux, not at all on Windows. */
export async function claudeSandbox(env: Environment): Promise<SandboxReport> {
  if (platform === 'darwin') return { works: true, how: 'Seatbelt' }
  if (platform !== 'linux') {
    const why = `Claude’s sandbox does not work on ${platform}.`
    return { works: false, why, next: 'Run harness on Linux or macOS, on Windows in WSL 2.' }
  }
  const missing = Object.keys(packageOf).filter((program) => findProgram(program, env) === null)
  if (missing.length > 0) {
    return {
      works: false,
      why: `Claude’s sandbox needs bubblewrap and socat; ${missing.join(' and ')} not found.`,
      next: installHere(missing.map((program) => packageOf[program] ?? program)),
    }
  }
  const problem = await bubblewrapWorks(env)
  return problem === null
    ? { works: true, how: 'bubblewrap' }
    : {
        works: false,
        why: `Claude’s sandbox does not start: ${problem}`,
        next: explainRefusalHere(problem).next,
      }
}
