/** Owns which files in a checkout the harness keeps there for itself: they are never a person's uncommitted work. */

/** In `.harness`: the state of runs and the documents of a mission. Roles, hooks and the rest are a person's. */
const ofMissions =
  /^\.harness\/(?:(?:run|worktrees|checkpoints|memory|debug)\/.*|(?:run|worktrees|checkpoints|memory|debug)|features\.json|validation-contract\.md|plan-review\.md|escalation\.md)?$/

/**
 * Sidecars of a handbook, worktrees, and what is kept in `.harness`. `path` is relative to the top of the checkout; a
 * folder that git does not look into ends in `/`.
 */
export const isHarnessFile = (path: string): boolean =>
  /^\.impeccable-[^/]*$/.test(path) || /^\.worktrees(?:\/|$)/.test(path) || ofMissions.test(path)
