/** Owns what an operator can tell a daemon. */
export type OperatorWord =
  /** Starts nothing new. Runs in flight continue. */
  | { readonly type: 'pause'; readonly reason: string }
  | { readonly type: 'resume' }
  /** `--run`: ends the pause of the boot. Any other pause stays until an operator resumes. */
  | { readonly type: 'begin' }
  /** Lets runs in flight finish and starts nothing new, without a pause's reason to look into. */
  | { readonly type: 'drain' }
  /** Lets runs in flight finish, then ends the daemon. Runs that only sleep are released at once. */
  | { readonly type: 'stop' }
  /** Releases all runs at once, resumably, and ends the daemon. */
  | { readonly type: 'stop-now' }
  | { readonly type: 'freeze'; readonly reason: string }
  | { readonly type: 'unfreeze' }
  | { readonly type: 'unblock'; readonly id: string }
  /** A command of any playbook, such as `mission --spec SPEC.md`. */
  | { readonly type: 'queue'; readonly args: readonly string[] }
  /** Takes a queued command back that has not started, or is blocked. */
  | { readonly type: 'unqueue'; readonly id: string }
