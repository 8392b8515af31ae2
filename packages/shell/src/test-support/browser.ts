/** Groups of tests that need a real browser: skipped, and their title says why, where the machine has none. */
import { describe } from 'vitest'
import { findBrowser } from '../effects/ui/find-browser.ts'

/** A browser takes a second to start, and ten times that on a machine that is busy. */
const patienceMs = 120_000

export function describeWithBrowser(title: string, tests: () => void): void {
  const browser = findBrowser({ PATH: process.env.PATH })
  if (browser.path !== null) describe(title, { timeout: patienceMs }, tests)
  else describe.skip(`${title} (skipped: no browser is installed)`, tests)
}
