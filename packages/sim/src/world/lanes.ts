/** Owns the lanes of a simulated repository: a branch, its commit, and uncommitted changes in its folder. */
import type { CommandId, CommitHash, LaneName } from '@harness/core/kernel/ids'
import type { Files, Repository } from './repository.ts'

export interface Lane {
  readonly name: LaneName
  readonly branch: string
  /** The base commit it was opened from. */
  readonly openedAt: CommitHash
  /** What the folder holds that is not committed; null if it is clean. */
  edited: Files | null
}

/** Work that had to leave a lane and was kept. */
export interface SetAside {
  readonly lane: LaneName
  readonly commandId: CommandId
  readonly files: Files
}

export interface Lanes {
  find(name: LaneName): Lane | null
  onBranch(branch: string): Lane | null
  open(name: LaneName, branch: string, base: CommitHash): Lane
  close(lane: Lane, keepsBranch?: boolean): void
  /** How often a lane of this name was closed. */
  closings(name: LaneName): number
  headOf(lane: Lane): CommitHash
  filesOf(lane: Lane): Files
  /** Puts the lane back to a commit; other work is set aside. */
  putBack(lane: Lane, commit: CommitHash, commandId: CommandId): void
  readonly setAside: readonly SetAside[]
}

export function openLanes(repository: Repository): Lanes {
  const lanes = new Map<LaneName, Lane>()
  const closings = new Map<LaneName, number>()
  const setAside: SetAside[] = []
  const headOf = (lane: Lane): CommitHash => {
    const tip = repository.tipOf(lane.branch)
    if (tip === null) throw new Error(`the branch of lane ${lane.name} is gone`)
    return tip.hash
  }
  const filesOf = (lane: Lane): Files => lane.edited ?? repository.commitOf(headOf(lane)).files
  return {
    setAside,
    headOf,
    filesOf,
    find: (name) => lanes.get(name) ?? null,
    onBranch: (branch) => [...lanes.values()].find((lane) => lane.branch === branch) ?? null,
    open(name, branch, base) {
      const lane: Lane = { name, branch, openedAt: base, edited: null }
      lanes.set(name, lane)
      repository.point(branch, base)
      return lane
    },
    closings: (name) => closings.get(name) ?? 0,
    close(lane, keepsBranch = false) {
      lanes.delete(lane.name)
      closings.set(lane.name, (closings.get(lane.name) ?? 0) + 1)
      if (!keepsBranch) repository.removeBranch(lane.branch)
    },
    putBack(lane, commit, commandId) {
      if (lane.edited !== null || headOf(lane) !== commit)
        setAside.push({ lane: lane.name, commandId, files: filesOf(lane) })
      lane.edited = null
      repository.point(lane.branch, commit)
    },
  }
}
