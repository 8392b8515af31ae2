/**
 * The Codex SDK hands the whole envelope to its program and does not expect that the program may be gone by then: the
 * broken pipe would end the harness. It is not reported here, because the program's end says it all.
 */
import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** While it is in force, no program started in this process ends it by not reading its input. Undo when started. */
export function bearBrokenPipe(): () => void {
  const channel = 'child_process'
  const started = (message: unknown): void => {
    const { process: child } = message as { readonly process: ChildProcess }
    // It is told before the pipes are there.
    process.nextTick(() => child.stdin?.on('error', () => {}))
  }
  subscribe(channel, started)
  return () => {
    unsubscribe(channel, started)
  }
}
