/** Shows the skills, slash commands and tool servers that agents of a repository may use, before anything is run. */
import { type Extension, extensionLabel } from '@harness/shell/effects/agents/extensions/extension'
import { findExtensions } from '@harness/shell/effects/agents/extensions/find-extensions'
import { unusedExtensions } from '@harness/shell/effects/agents/extensions/unused-extensions'
import type { Environment } from '../../line/command.ts'
import { type Diagnosis, fail, ok, warn } from '../../line/diagnosis.ts'
import type { Target } from './look-at-target.ts'

export type ShownExtension = Pick<Extension, 'kind' | 'name' | 'from' | 'digest'>

export interface TrustedExtensions {
  readonly trusted: readonly ShownExtension[]
  /** What keeps a run from starting, and what has no effect. */
  readonly problems: readonly Diagnosis[]
}

export async function trustedExtensions(
  { root, config }: Pick<Target, 'root' | 'config'>,
  environment: Environment,
): Promise<TrustedExtensions> {
  const place = { repoRoot: root, environment, config }
  const { found, problems } = await findExtensions(config.agent.trust, place)
  const unused = unusedExtensions(config.agent)
  return {
    trusted: found.map(({ kind, name, from, digest }) => ({ kind, name, from, digest })),
    problems: [
      ...problems.map(({ field, name, problem, next }) =>
        fail('trusted', `${field} "${name}": ${problem}`, next),
      ),
      ...(unused === null ? [] : [warn('trusted', unused, 'Use another provider, or empty agent.trust.')]),
    ],
  }
}

export const extensionLine = (shown: ShownExtension): string =>
  `${extensionLabel(shown)} from ${shown.from}, sha256 ${shown.digest.slice(0, 12)}`

/** For `harness doctor`. */
export async function extensionChecks(target: Target, env: Environment): Promise<readonly Diagnosis[]> {
  const { trusted, problems } = await trustedExtensions(target, env)
  return [...trusted.map((one) => ok('trusted', extensionLine(one))), ...problems]
}
