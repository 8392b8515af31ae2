import type { AfterMerge } from '@harness/core/playbooks/daemon/effects'
import { describe, expect, test } from 'vitest'
import type { CommandEnd } from '../place/outside.ts'
import { afterMerge } from './after-merge.ts'
import type { DaemonPorts } from './ports.ts'

const both = { type: 'AfterMerge', id: 'x/after-merge/1', hooks: ['fidelity', 'release-gate'] } as const
const answered = (exitCode: 0 | 1): CommandEnd => ({ type: 'answered', exitCode, told: `exit ${exitCode}` })

/** Which commands it carried out, and what it came to. */
async function followed(
  command: (ran: readonly string[], letGo: AbortController) => CommandEnd,
): Promise<{ readonly ran: readonly string[]; readonly results: unknown }> {
  const ran: string[] = []
  const letGo = new AbortController()
  const ports = {
    hooks: (hook: string) => [hook],
    outside: {
      clock: { now: () => 0 },
      command: async ([hook = '']: readonly string[]) => {
        ran.push(hook)
        return command(ran, letGo)
      },
    },
  } as unknown as DaemonPorts
  const attempt = { signal: letGo.signal } as Parameters<typeof afterMerge>[1]
  const results = await afterMerge(both as unknown as AfterMerge, attempt, ports).then(
    (outcome) => outcome.results,
    (error: Error) => error.name,
  )
  return { ran, results }
}

describe('DL-17 the audits after a merge, one after the other', () => {
  test('DL-17 an audit that wants a pause is the last one: the release gate does not run behind it', async () => {
    expect(await followed(() => answered(1))).toEqual({
      ran: ['fidelity'],
      results: [{ hook: 'fidelity', verdict: 'pause', detail: 'exit 1' }],
    })
    expect((await followed(() => answered(0))).ran).toEqual(['fidelity', 'release-gate'])
  })

  test('DL-17 a daemon that is stopped in the middle of an audit begins no other one', async () => {
    const stopped = await followed((_ran, letGo) => {
      letGo.abort()
      return answered(0)
    })
    expect(stopped).toEqual({ ran: ['fidelity'], results: 'AbortError' })
  })
})
