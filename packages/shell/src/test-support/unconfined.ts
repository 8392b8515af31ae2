/**
 * The sandbox of tests that leave marks outside of their lane or look at the processes of their lane from outside. Tests
 * of confinement open a real one: `machine/sandbox/test-support` and `tests/confined*.test.ts`.
 */
import type { RunSandbox } from '../effects/lanes/lane-cell.ts'
import { noSandbox } from '../machine/sandbox/open-sandbox.ts'

export const unconfined: RunSandbox = {
  ...noSandbox({ why: 'This test runs without a sandbox.', next: 'Nothing.' }),
  allowed: { read: [], write: [], network: { checks: 'loopback', setup: 'registries', agents: 'loopback' } },
}
