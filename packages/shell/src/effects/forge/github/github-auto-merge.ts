/**
 * GitHub's own auto-merge: GitHub merges the pull request by itself once the rules of the base branch are met. It is a
 * setting of the repository, and only GraphQL switches it on. GitHub holds `expectedHeadOid` against the branch at that
 * moment and not later: a caller that waits looks at the head again.
 */
import type { Clock } from '../../../machine/clock/clock.ts'
import { ForgeError } from '../../failure/forge-error.ts'
import type { AutoMerge, MergeOrder } from '../port/forge.ts'
import type { GithubClient } from './github-client.ts'
import { type Answer, asAnswer, textIn } from './github-fields.ts'
import { mergeableState, mergeSettings } from './merge-rules.ts'

const enabling = `mutation ($input: EnablePullRequestAutoMergeInput!) {
  enablePullRequestAutoMerge(input: $input) { clientMutationId }
}`
const disabling = `mutation ($input: DisablePullRequestAutoMergeInput!) {
  disablePullRequestAutoMerge(input: $input) { clientMutationId }
}`

/** GitHub refuses auto-merge if there is nothing to wait for. */
const mergeableNow: ReadonlySet<string> = new Set(['clean', 'unstable', 'has_hooks'])

export async function enableAutoMerge(
  client: GithubClient,
  number: number,
  { head, title, message }: MergeOrder,
  clock: Clock,
  signal: AbortSignal,
): Promise<AutoMerge> {
  const { method, allowsAutoMerge } = await mergeSettings(client, signal)
  if (!allowsAutoMerge)
    return {
      type: 'unavailable',
      detail: 'the repository does not allow it (Settings, General, Allow auto-merge)',
    }
  const pull = await readPull(client, number, signal)
  const input = {
    pullRequestId: textIn(pull, 'node_id'),
    mergeMethod: method.toUpperCase(),
    expectedHeadOid: head,
    // GitHub writes the messages of rebased commits itself.
    ...(method === 'rebase' ? {} : { commitHeadline: title, commitBody: message }),
  }
  const refusal = await client.mutate(enabling, { input }, signal)
  if (refusal === null || isOn(await readPull(client, number, signal))) return { type: 'enabled' }
  if (mergeableNow.has(await mergeableState(client, number, clock, signal))) return { type: 'ready' }
  return { type: 'unavailable', detail: `GitHub answered: ${refusal}` }
}

export async function disableAutoMerge(
  client: GithubClient,
  number: number,
  signal: AbortSignal,
): Promise<void> {
  const pull = await readPull(client, number, signal)
  if (pull.state !== 'open' || !isOn(pull)) return
  const input = { pullRequestId: textIn(pull, 'node_id') }
  const refusal = await client.mutate(disabling, { input }, signal)
  if (refusal === null || !isOn(await readPull(client, number, signal))) return
  throw new ForgeError({ kind: 'invalid', message: `GitHub did not switch auto-merge off: ${refusal}` })
}

const readPull = async (client: GithubClient, number: number, signal: AbortSignal): Promise<Answer> =>
  asAnswer(await client.ask({ path: `/pulls/${number}` }, signal), 'pull request')

const isOn = ({ auto_merge }: Answer): boolean => typeof auto_merge === 'object' && auto_merge !== null
