/** Opens the forge that the config names. */
import { UserError } from '@harness/core/kernel/user-error'
import type { ForgeConfig } from '@harness/formats/config/harness-config'
import type { Clock } from '../../machine/clock/clock.ts'
import { git } from '../../machine/git/git.ts'
import type { Identity } from '../../machine/git/identity.ts'
import { type GithubPlace, githubPlace } from './github/github-place.ts'
import { findToken } from './github/github-token.ts'
import { openGithubForge } from './github/open-github-forge.ts'
import { openLocalForge } from './local/open-local-forge.ts'
import type { Forge } from './port/forge.ts'

export interface ForgeOutside {
  readonly repoRoot: string
  readonly stateDir: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly identity?: Identity | undefined
}

export type GithubConfig = Extract<ForgeConfig, { readonly kind: 'github' }>

export async function openForge(config: ForgeConfig, outside: ForgeOutside): Promise<Forge> {
  if (config.kind === 'local') return openLocalForge(outside)
  const { repoRoot, clock, environment } = outside
  const token = findToken(config.tokenEnv, environment)
  return openGithubForge({
    ...(await githubPlaceOf(config, repoRoot)),
    token,
    clock,
    repoRoot,
    remote: config.remote,
  })
}

/** Throws if neither the config nor the remote names a repository. */
export async function githubPlaceOf(config: GithubConfig, repoRoot: string): Promise<GithubPlace> {
  const { exitCode, stdout } = await git(repoRoot, ['config', '--get', `remote.${config.remote}.url`])
  const url = exitCode === 0 ? stdout.trim() : null
  if (url === null) {
    throw new UserError('forge-remote-missing', `There is no remote ${config.remote} here.`, {
      next: `Add it: git remote add ${config.remote} <url>; or set forge.remote in harness.config.json`,
    })
  }
  const place = githubPlace(config, url)
  if (place !== null) return place
  throw new UserError(
    'forge-repository-unknown',
    `The remote ${config.remote} does not tell which repository on GitHub it is.`,
    { next: 'Set forge.repository in harness.config.json to "owner/name".' },
  )
}
