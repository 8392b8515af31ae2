import { expect, it, vi } from 'vitest'
import { endTree } from './end-tree.ts'

/** A process that was found by its tag, and who has its pid by the time it is signalled. */
const found = { pid: 2_000_000_000, startTime: '100', group: 1, zombie: false }
const table = vi.hoisted(() => ({ startTimeNow: '' }))

vi.mock(import('./process-table.ts'), async (original) => ({
  ...(await original()),
  findProcesses: () => [found],
  readProcess: () => ({ ...found, startTime: table.startTimeNow }),
}))

it.runIf(process.platform !== 'win32').each([
  ['200', 0],
  ['100', 1],
])(
  'AG-06 a pid that belongs to somebody else by now gets no signal (began at %s)',
  async (startTimeNow, least) => {
    table.startTimeNow = startTimeNow
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
    try {
      await endTree({ group: null, isOurs: () => true }, 0)
      const signals = kill.mock.calls.filter(([pid]) => pid === found.pid)
      expect(Math.min(signals.length, 1)).toBe(least)
    } finally {
      kill.mockRestore()
    }
  },
)
