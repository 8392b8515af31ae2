/** Asks GitHub, once and briefly, whether work could be delivered to a repository there. Changes nothing. */
import type { Clock } from '../../clock.ts'
import { ForgeError } from '../forge-error.ts'
import { githubClient } from './github-client.ts'
import { asAnswer } from './github-fields.ts'
import type { GithubPlace } from './github-place.ts'
import type { GithubToken } from './github-token.ts'

const timeoutMs = 5_000

/** What stands in the way; null where nothing does. */
export async function probeGithub(
  place: GithubPlace,
  token: GithubToken,
  clock: Clock,
): Promise<string | null> {
  const client = githubClient({ ...place, token, clock, timeoutMs, retryPausesMs: [] })
  try {
    const { permissions, archived } = asAnswer(
      await client.ask({ path: '' }, new AbortController().signal),
      'repository',
    )
    if (archived === true) return `${place.repository} is archived`
    const mayPush = (permissions as { readonly push?: unknown } | undefined)?.push
    return mayPush === false ? `The token in ${token.variable} may not push to ${place.repository}` : null
  } catch (error) {
    if (error instanceof ForgeError) return error.error.message
    throw error
  }
}
