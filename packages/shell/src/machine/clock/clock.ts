/** The only way the shell learns the time or waits for it; simulations bring their own. */
export interface Clock {
  /** Wall time in milliseconds since the epoch, for events and schedules. */
  now(): number
  /** Resolves when wall time has reached `at`, also over a suspended machine; rejects when aborted. */
  until(at: number, signal: AbortSignal): Promise<void>
}
