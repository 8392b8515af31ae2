/** Gathers the secrets that a repository's runs must neither write down nor commit. */
import type { HarnessConfig } from '@harness/formats/config/harness-config'
import { tokenVariables } from '../../effects/forge/github/github-token.ts'
import { readInside } from '../../machine/disk/inside.ts'
import { envFileSecrets } from '../../machine/redaction/env-file-secrets.ts'
import { knownSecrets } from '../../machine/redaction/known-secrets.ts'
import type { Secret } from '../../machine/redaction/literal-forms.ts'

export interface SecretPlace {
  readonly repoRoot: string
  readonly config: Pick<HarnessConfig, 'redact' | 'forge' | 'lanes'>
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Those of the environment, and those of the env files that lanes get a copy of. */
export async function secretsOf({ repoRoot, config, environment }: SecretPlace): Promise<readonly Secret[]> {
  const { redact, forge, lanes } = config
  const names = forge.kind === 'local' ? redact.env : [...redact.env, ...tokenVariables(forge.tokenEnv)]
  const files = await Promise.all(lanes.copyEnvFiles.map((file) => envFile(repoRoot, file)))
  return [...knownSecrets(environment, names), ...files.flatMap(envFileSecrets)]
}

/** A file that cannot be read stops the run when it is copied. */
const envFile = (repoRoot: string, file: string): Promise<string> =>
  readInside(repoRoot, file).then(
    (bytes) => bytes?.toString('utf8') ?? '',
    () => '',
  )
