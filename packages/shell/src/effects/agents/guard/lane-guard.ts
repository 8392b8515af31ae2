/** Remembers how a lane and its repository stand before an agent begins, and finds what it did to them beside its work. */

import { join } from 'node:path'
import type { CommitHash, TreeHash } from '@harness/core/kernel/ids'
import { worktreeTree } from '../../../machine/git/working-tree.ts'
import { namedFew } from '../../../store/layout/named-few.ts'
import { clearIndexFlags } from '../../lanes/index-flags.ts'
import { type LaneRecord, laneBranches } from '../../lanes/lane-record.ts'
import { clearStaleLock } from '../../lanes/stale-lock.ts'
import type { AgentPorts } from '../port/agent-ports.ts'
import { changedOwnFiles, ownFilesIn, ownFilesNote } from '../roles/own-files.ts'
import { checkoutNotes, checkoutState } from './checkout-changes.ts'
import { holdPointer } from './lane-pointer.ts'
import { refSnapshot } from './ref-snapshot.ts'
import { holdLane } from './removed-lane.ts'
import { holdRepositoryFiles } from './repository-files.ts'
import { undoStrayBranches } from './stray-branches.ts'

export interface LaneGuard {
  /** The working tree as it was before. */
  readonly tree: TreeHash
  /** Undoes what went beyond the lane's files; afterwards git sees the lane as it is. */
  mend(signal: AbortSignal): Promise<Mended>
}

export interface Mended {
  /** What only the agent can have changed and what is as it was again; null if it kept off all that. */
  readonly violation: string | null
  /** What changed meanwhile and may have been a person. */
  readonly notes: readonly string[]
}

export async function guardLane(lane: LaneRecord, commit: CommitHash, ports: AgentPorts): Promise<LaneGuard> {
  const { stateDir, runDir, baseBranch } = ports
  const held = holdLane(lane, commit, ports)
  const pointer = await holdPointer(lane.path)
  const files = await holdRepositoryFiles(lane.path)
  const refs = await refSnapshot(lane)
  const lanes = await laneBranches(stateDir)
  const checkout = await checkoutState(ports)
  const own = await ownFilesIn(ports.repoRoot, ports.rolesDir)
  return {
    tree: await worktreeTree(lane.path),
    async mend(signal) {
      const removed = await held.remake(signal)
      const repointed = await pointer.mend()
      const repository = await files.mend(join(runDir, 'set-aside'))
      await clearStaleLock(lane.path)
      // Before anything writes the index: git would take files that it was told to overlook for looked at.
      await clearIndexFlags(lane.path)
      const others = new Set([...lanes, ...(await laneBranches(stateDir))])
      const strays = await undoStrayBranches(lane, refs, { others, base: baseBranch })
      const changed = [
        ...(removed ? ['its own lane, which was gone'] : []),
        ...(repointed ? ['.git'] : []),
        ...repository.putBack,
        ...strays.putBack,
      ]
      return {
        violation: changed.length === 0 ? null : changed.join(', '),
        notes: [
          ...leftNotes(repository.left),
          ...strays.notes,
          ...ownNotes(changedOwnFiles(own, await ownFilesIn(ports.repoRoot, ports.rolesDir))),
          ...(await checkoutNotes(ports, checkout)),
        ],
      }
    },
  }
}

const ownNotes = (files: readonly string[]): readonly string[] =>
  files.length === 0 ? [] : [ownFilesNote(files, 'during the turn')]

/** One sentence for all of a kind: `git init` alone lays a dozen samples of hooks. */
function leftNotes(files: readonly string[]): readonly string[] {
  const kinds = new Set(files.map(kindOf))
  return [...kinds].map((kind) => {
    const ofKind = files.filter((file) => kindOf(file) === kind)
    const [left, them] = ofKind.length === 1 ? ['was left', 'it'] : ['were left', 'them']
    return `${namedFew(ofKind)} changed and ${left}; if that was not you, look at ${them} before you use git here`
  })
}

const kindOf = (file: string): string => file.split('/').slice(0, 2).join('/')
