/**
 * Counts what tests really did, for the table at the end of `npm run soak`: `tooling/figures-reporter.ts` adds up what
 * the tests that passed have counted.
 */
import { TestRunner } from 'vitest'

export type Figure =
  | 'kills survived'
  | 'lies told'
  | 'lies caught'
  | 'attacks tried'
  | 'probes refused'
  | 'inputs fuzzed'
/** `none` if no program is started that a sandbox could hold. */
type Held = 'confined' | 'unconfined' | 'none'

declare module 'vitest' {
  interface TaskMeta {
    figures?: Partial<Record<`${Figure}, ${Held}`, number>>
  }
}

/** Belongs to the test that runs: not for tests that run side by side in one file. */
export function count(figure: Figure, held: Held, number = 1): void {
  const test = TestRunner.getCurrentTest()
  if (test === undefined) throw new Error(`No test runs that could count ${figure}.`)
  const name = `${figure}, ${held}` as const
  test.meta.figures ??= {}
  test.meta.figures[name] = (test.meta.figures[name] ?? 0) + number
}
