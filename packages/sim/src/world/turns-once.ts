import type { Checker } from '../engine/checker.ts'
import { baseTip } from './base-branch.ts'
import type { Site } from './ground.ts'

/**
 * An agent's turn may be repeated after a crash, but only one of its changes gets into history; what a role wrote that
 * must not write never does.
 */
export function turnsOnce<State>(site: Site): Checker<State> {
  return {
    name: 'turns once',
    changed({ kind }) {
      if (kind !== 'merged') return null
      const { hash, files } = baseTip(site)
      const seen = new Set<string>()
      for (const { commandId, author } of site.repository.historyOf(hash)) {
        if (author !== 'agent' || commandId === null) continue
        if (seen.has(commandId)) return `two changes of ${commandId} are in history`
        seen.add(commandId)
      }
      return 'src/reviewer.js' in files ? 'what the reviewer wrote was merged' : null
    },
  }
}
