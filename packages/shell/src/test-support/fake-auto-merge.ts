/** The part of the fake GitHub that GraphQL serves: switching auto-merge of a pull request on and off. */

export interface AutoMergeRequest {
  readonly method: string
  readonly message: string
}

interface Pull {
  readonly number: number
  readonly state: 'open' | 'closed'
  autoMerge: AutoMergeRequest | null
}

interface Rules<Of> {
  readonly allowAutoMerge: boolean
  readonly mergeableState: string
  headOf(pull: Of): string
}

export const nodeIdOf = (number: number): string => `PR_node${number}`

/** Answers as GitHub does, which says what it refuses beside the data and with status 200. */
export function switchAutoMerge<Of extends Pull>(
  // biome-ignore lint/suspicious/noExplicitAny: a request is whatever the program under test sent.
  { query, variables }: any,
  pulls: readonly Of[],
  rules: Rules<Of>,
): object {
  const [, verb = '', type = ''] =
    /^mutation \(\$input: (Enable|Disable)(PullRequestAutoMergeInput)!\) \{\s*(?:enable|disable)PullRequestAutoMerge\(input: \$input\) \{ clientMutationId \}\s*\}$/.exec(
      query,
    ) ?? []
  const no = (message: string, kind = 'UNPROCESSABLE'): object => ({
    data: null,
    errors: [{ type: kind, path: [`${verb.toLowerCase()}PullRequestAutoMerge`], message }],
  })
  if (type === '') return { errors: [{ message: `Parse error on ${String(query)}` }] }
  const { pullRequestId, expectedHeadOid, mergeMethod, commitHeadline, commitBody } = variables.input
  const pull = pulls.find((one) => nodeIdOf(one.number) === pullRequestId)
  if (pull === undefined)
    return no(`Could not resolve to a node with the global id of '${pullRequestId}'`, 'NOT_FOUND')
  const done = { data: { [`${verb.toLowerCase()}PullRequestAutoMerge`]: { clientMutationId: null } } }
  if (verb === 'Disable') {
    if (pull.autoMerge === null) return no('Pull request Auto merge is not enabled for this pull request')
    pull.autoMerge = null
    return done
  }
  if (!rules.allowAutoMerge) return no('Pull request Auto merge is not allowed for this repository')
  if (pull.state !== 'open') return no('Pull request is closed')
  if (expectedHeadOid !== rules.headOf(pull))
    return no('Head branch was modified. Review and try the merge again.')
  if (rules.mergeableState === 'clean') return no('Pull request Pull request is in clean status')
  if (!['MERGE', 'SQUASH', 'REBASE'].includes(mergeMethod)) return no(`Unknown merge method ${mergeMethod}`)
  pull.autoMerge = { method: mergeMethod, message: `${commitHeadline}\n\n${commitBody}` }
  return done
}
