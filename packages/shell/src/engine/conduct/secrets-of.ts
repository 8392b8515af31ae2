/** Gathers the secrets that a repository's runs must neither write down nor commit. */
import { join } from 'node:path'
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { userServerSecrets } from '../../effects/agents/extensions/user-servers.ts'
import { tokenVariables } from '../../effects/forge/github/github-token.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { modulesIn } from '../../machine/git/borrowed-stores.ts'
import { readSettings } from '../../machine/git/config-file.ts'
import { repositorySettings } from '../../machine/git/config-scan.ts'
import { gitDirIfWhole, gitDirsAt } from '../../machine/git/git-dirs.ts'
import { envFileSecrets } from '../../machine/redaction/env-file-secrets.ts'
import { knownSecrets } from '../../machine/redaction/known-secrets.ts'
import type { Secret } from '../../machine/redaction/literal-forms.ts'
import { urlSecrets } from '../../machine/redaction/url-logins.ts'

export interface SecretPlace {
  readonly repoRoot: string
  readonly config: Pick<HarnessConfig, 'redact' | 'forge' | 'lanes' | 'agent' | 'notify'>
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Those of the environment, of the env files that lanes get a copy of, of the URLs in the repository's settings, and of
 * the operator's own tool servers that the config trusts.
 */
export async function secretsOf({ repoRoot, config, environment }: SecretPlace): Promise<readonly Secret[]> {
  const { redact, forge, lanes, notify } = config
  const names = [
    ...redact.env,
    ...(forge.kind === 'local' ? [] : tokenVariables(forge.tokenEnv)),
    ...(notify.webhook === null ? [] : [notify.webhook.secretEnv]),
  ]
  const files = await Promise.all(lanes.copyEnvFiles.map((file) => envFile(repoRoot, file)))
  return [
    ...knownSecrets(environment, names),
    ...files.flatMap(envFileSecrets),
    ...(await userServerSecrets(config.agent, environment)),
    ...(await loginsOf(repoRoot)).map((value) => ({ name: 'git-login', value })),
  ]
}

/** Settings that cannot be read stop the run at its first call of git. */
async function loginsOf(repoRoot: string): Promise<readonly string[]> {
  if (gitDirIfWhole(repoRoot) === null) return []
  const dirs = gitDirsAt(repoRoot)
  const modules = modulesIn(join(dirs.commonDir, 'modules')).map(({ gitDir }) => join(gitDir, 'config'))
  const settings = await Promise.all([repositorySettings(dirs), readSettings(modules)]).catch(() => [])
  return [...new Set(settings.flat().flatMap(({ key, value }) => urlSecrets(`${key} ${value}`)))]
}

/** A file that cannot be read stops the run when it is copied. */
const envFile = (repoRoot: string, file: string): Promise<string> =>
  readInside(repoRoot, file).then(
    (bytes) => bytes?.toString('utf8') ?? '',
    () => '',
  )
