import type { CommitHash } from '@harness/core/kernel/ids'
import type { Checker } from '../engine/checker.ts'
import { baseTip } from './base-branch.ts'
import type { Site } from './ground.ts'

/** What a person took out of the base comes back by a merge only if a person was asked about it. */
export function takenOutStaysOut<State>(site: Site): Checker<State> {
  const history = (): readonly CommitHash[] =>
    site.repository.historyOf(baseTip(site).hash).map(({ hash }) => hash)
  let known = history()
  let takenOut: ReadonlySet<CommitHash> = new Set()
  return {
    name: 'taken out stays out',
    changed({ kind }) {
      const now = history()
      const before = known
      known = now
      if (kind === 'base rewritten by a person') {
        const kept = new Set(now)
        takenOut = new Set([...takenOut, ...before].filter((hash) => !kept.has(hash)))
        return null
      }
      const back = kind === 'merged' ? now.find((hash) => takenOut.has(hash)) : undefined
      return back === undefined ? null : `${back} is on ${site.baseBranch} again, and no person was asked`
    },
    durable({ type }) {
      if (type === 'BaseRewritten') takenOut = new Set()
      return null
    },
  }
}
