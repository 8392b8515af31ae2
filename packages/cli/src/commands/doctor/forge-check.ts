/** Checks whether work could be delivered to the forge that the config names. Shows no token. */
import { UserError } from '@harness/core/kernel/user-error'
import { findToken, tokenAdvice } from '@harness/shell/effects/forge/github/github-token'
import { probeGithub } from '@harness/shell/effects/forge/github/probe-github'
import { githubPlaceOf } from '@harness/shell/effects/forge/open-forge'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import type { Environment } from '../../line/command.ts'
import { type Diagnosis, fail, ok } from '../../line/diagnosis.ts'
import type { Target } from '../../run/target/look-at-target.ts'

export async function forgeCheck({ root, config }: Target, env: Environment): Promise<Diagnosis> {
  const { forge, baseBranch } = config
  if (forge.kind === 'local') return ok('forge', `local: the harness itself merges into ${baseBranch}`)
  try {
    const place = await githubPlaceOf(forge, root)
    const where = `github: ${place.repository} by ${place.apiUrl}`
    const token = findToken(forge.tokenEnv, env)
    if (token.value === null)
      return fail('forge', `${where}; no token in ${token.variable}`, tokenAdvice(token, place.repository))
    const trouble = await probeGithub(place, token, systemClock)
    return trouble === null
      ? ok('forge', `${where}; log-in: ${token.variable}`)
      : fail('forge', `${where}; ${trouble.what}`, trouble.next)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return fail('forge', error.message, error.next)
  }
}
