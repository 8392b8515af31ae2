/**
 * How long a turn may try again and again without getting anywhere. The programs begin a new round of tries after each
 * failed one, each told as an event, so that neither their own bounds nor silence would end it soon.
 */

export interface RetryPatience {
  /** The program tries again; true if it has tried long enough. */
  retry(): boolean
  /** The agent got on with its work. */
  progress(): void
}

const longestMs = 60_000
const mostTries = 5

/** After so long without a word the server had been there in between: an agent that thinks says nothing. */
const forgottenMs = 2 * longestMs

/** `now` is a monotonic clock. */
export function retryPatience(now: () => number = () => performance.now()): RetryPatience {
  let tries: { readonly since: number; readonly last: number; readonly count: number } | null = null
  return {
    retry() {
      const at = now()
      const before = tries !== null && at - tries.last < forgottenMs ? tries : null
      tries = { since: before?.since ?? at, last: at, count: (before?.count ?? 0) + 1 }
      return tries.count > mostTries || at - tries.since > longestMs
    },
    progress() {
      tries = null
    },
  }
}
