/** Owns the limits that a daemon keeps to. The config sets them; each look around records them. */
export interface DaemonSettings {
  /** How many runs work at once. */
  readonly lanes: number
  /** How often the repository is looked at if nothing else happens. */
  readonly tickMs: number
  /** How long a run rests that is still rate limited after its own waits. */
  readonly rateLimitBackoffMs: number
  /** How often it is tried again after that. */
  readonly maxRateLimitRetries: number
  /** How often a run is resumed that stopped for trouble outside of it: a forge or provider that is down. */
  readonly maxRestarts: number
  /** The drift audit runs after every so many merges; 0 if never. */
  readonly fidelityEvery: number
  /** If a release gate is configured. */
  readonly releaseGate: boolean
}
