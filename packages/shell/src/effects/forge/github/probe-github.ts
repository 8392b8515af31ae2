/** Asks GitHub, once and briefly, whether work could be delivered to a repository there. Changes nothing. */
import type { AgentError } from '@harness/core/kernel/agent'
import type { Clock } from '../../../machine/clock/clock.ts'
import { ForgeError } from '../../failure/forge-error.ts'
import { githubClient } from './github-client.ts'
import { asAnswer } from './github-fields.ts'
import type { GithubPlace } from './github-place.ts'
import { type GithubToken, tokenAdvice } from './github-token.ts'

const timeoutMs = 5_000

/** What prevents a merge, and how to remove it. */
export interface GithubTrouble {
  readonly what: string
  readonly next: string
}

/** Null if nothing stands in the way. */
export async function probeGithub(
  place: GithubPlace,
  token: GithubToken,
  clock: Clock,
): Promise<GithubTrouble | null> {
  const client = githubClient({ ...place, token, clock, timeoutMs, retryPausesMs: [] })
  try {
    const { permissions, archived } = asAnswer(
      await client.ask({ path: '' }, new AbortController().signal),
      'repository',
    )
    if (archived === true)
      return {
        what: `${place.repository} is archived`,
        next: 'Unarchive it in its settings on GitHub, or name another one: forge.repository in harness.config.json',
      }
    const mayPush = (permissions as { readonly push?: unknown } | undefined)?.push
    return mayPush === false
      ? {
          what: `The token in ${token.variable} may not push to ${place.repository}`,
          next: tokenAdvice(token, place.repository),
        }
      : null
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error
    return { what: error.error.message, next: adviceOn(error.error, place, token) }
  }
}

function adviceOn({ kind }: AgentError, { apiUrl, repository }: GithubPlace, token: GithubToken): string {
  switch (kind) {
    case 'auth':
      return tokenAdvice(token, repository)
    case 'rate_limit':
      return 'Wait until the limit is over; a run waits for it by itself'
    case 'network':
    case 'overloaded':
      return `See whether ${apiUrl} can be reached from here (network, proxy, forge.apiUrl), then: harness doctor`
    default:
      return 'Correct forge.repository or forge.apiUrl in harness.config.json, or give the token access to that repository'
  }
}
