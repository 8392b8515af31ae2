/** Owns which files in a checkout the harness keeps there for itself: they are never a person's uncommitted work. */

/** In `.harness`: roles, hooks, the config and the rest are a person's. */
const folders = [
  'run',
  'worktrees',
  'checkpoints',
  'memory',
  'debug',
  'sessions',
  'planner',
  'generator',
  'autofix_pre_apply',
]
const files = [
  ...['features.json', 'validation-contract.md', 'plan-review.md', 'escalation.md'],
  ...['state.json', 'autopilot-state.json', 'conventions.md'],
  ...['failures.md', 'learnings.md', 'learnings-archive.md'],
]
const inHarness = new RegExp(
  `^\\.harness/(?:(?:${folders.join('|')})/.*|${files.join('|').replaceAll('.', '\\.')})?$`,
)

/**
 * Sidecars of a handbook, worktrees, and what runs keep in `.harness`. `path` is relative to the top of the checkout; a
 * folder that git does not look into ends in `/`.
 */
export const isHarnessFile = (path: string): boolean =>
  /^\.impeccable-[^/]*$/.test(path) || /^\.worktrees(?:\/|$)/.test(path) || inHarness.test(path)

const documents =
  /^docs\/harness\/[^/]+\/(?:spec|spec_draft|qa_notes|critic_findings|conventions|changes|verify_report|qa_report)\.md$/

/** Also the documents of a session, which people edit in the checkout: a session must not keep a new run from starting. */
export const needsNoCommit = (path: string): boolean => isHarnessFile(path) || documents.test(path)
