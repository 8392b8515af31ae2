/** What `harness doctor` says about Codex on this machine, and where its log-in is. Reads no secret. */
import { execFile } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brokenSdk } from '../../runner/broken-sdk.ts'
import { explainRefusalHere } from '../../runner/bubblewrap.ts'
import { findSdk, installCommand, repairCommand, requireSdk } from '../../runner/installed-sdk.ts'
import { withAbsolutePath } from '../../runner/program-path.ts'
import type { Environment, Login, ProviderProbe, SandboxReport } from '../../runner/provider-probe.ts'
import { codexPackage } from './codex-sdk.ts'

/** The variables a log-in to Codex can consist of. The program gets them; its shell never does. */
export const codexLoginNames = ['CODEX_API_KEY', 'OPENAI_API_KEY', 'CODEX_HOME'] as const

export const codexProbe = (folders: readonly string[]): ProviderProbe => ({
  installed: () => findSdk(codexPackage, folders),
  requireInstalled: () => requireSdk(codexPackage, folders),
  broken: (installed) => brokenSdk(codexPackage, installed),
  describe: async ({ version }) => version,
  installWith: installCommand(codexPackage),
  repairWith: (installed) => repairCommand(codexPackage, installed),
  login: codexLogin,
  sandbox: (env) => codexSandbox(folders, env),
})

export const codexHomeOf = (env: Environment): string =>
  env.CODEX_HOME ?? join(env.HOME ?? env.USERPROFILE ?? '', '.codex')

const hasLogin = (codexHome: string): boolean => existsSync(join(codexHome, 'auth.json'))

/** The program takes no key from OPENAI_API_KEY; it gets one from there if it has no other log-in. */
export function programLogin(
  login: Readonly<Record<string, string>>,
  codexHome: string,
): Readonly<Record<string, string>> {
  const { OPENAI_API_KEY: general, ...own } = login
  if (general === undefined || own.CODEX_API_KEY !== undefined || hasLogin(codexHome)) return own
  return { ...own, CODEX_API_KEY: general }
}

function codexLogin(env: Environment): Login {
  if ((env.CODEX_API_KEY ?? '') !== '') return { found: 'yes', how: 'CODEX_API_KEY is set' }
  if (hasLogin(codexHomeOf(env))) return { found: 'yes', how: 'logged in with the codex program' }
  if ((env.OPENAI_API_KEY ?? '') !== '') return { found: 'yes', how: 'OPENAI_API_KEY is set' }
  return { found: 'no', next: 'Log in with the codex program (codex login), or set CODEX_API_KEY.' }
}

const patienceMs = 10_000

/** Codex brings its sandbox along; whether the system lets it work shows when it runs something. */
async function codexSandbox(folders: readonly string[], env: Environment): Promise<SandboxReport> {
  const sdk = findSdk(codexPackage, folders)
  if (sdk === null)
    return { works: false, why: 'Codex is not installed.', next: installCommand(codexPackage) }
  const program = join(dirname(dirname(realpathSync(sdk.folder))), '@openai', 'codex', 'bin', 'codex.js')
  const names = ['PATH', 'HOME', 'USERPROFILE', 'CODEX_HOME', 'TMPDIR', 'SystemRoot']
  const known = Object.fromEntries(
    names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  )
  const args = [program, 'sandbox', '--', process.execPath, '--version']
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { env: withAbsolutePath(known), timeout: patienceMs },
      (error, _out, stderr) =>
        resolve(
          error === null
            ? { works: true, how: 'brought along by Codex' }
            : {
                works: false,
                why: `Codex’s sandbox does not start: ${(stderr.trim() || error.message).replaceAll('\n', '; ')}`,
                next: /temporary dir/.test(stderr)
                  ? 'Set CODEX_HOME to a folder outside of the temporary directory.'
                  : explainRefusalHere(stderr).next,
              },
        ),
    )
  })
}
