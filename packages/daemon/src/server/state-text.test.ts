import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asRunId } from '@harness/core/kernel/ids'
import { daemon } from '@harness/core/playbooks/daemon/playbook'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Snapshot } from './snapshot.ts'
import { stateText } from './state-text.ts'

const afterTheClockStep = (): number => Date.now() + 60_000
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

let stateDir: string
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'harness-state-text-'))
})
afterEach(() => rmSync(stateDir, { recursive: true }))

/** Asks once in each turn, and tells how often the text was made. */
function asking(now: () => number = afterTheClockStep) {
  let state = daemon.initialState({ runId: asRunId('20260101-000000'), adopted: null })
  let made = 0
  const ask = stateText({
    stateDir,
    now,
    state: () => state,
    snapshot: async () => ({ runsFired: ++made }) as Snapshot,
  })
  return {
    change: () => {
      state = { ...state, runsFired: 1 }
    },
    async made() {
      await turn()
      await ask()
      return made
    },
  }
}

it('DL-13 /state is made once as long as nothing has changed', async () => {
  writeFileSync(join(stateDir, 'state.json'), '{}')
  const asked = asking()
  expect([await asked.made(), await asked.made()]).toEqual([1, 1])
})

it.each(['FROZEN', 'state.json'])('DL-13 /state is made again after %s has changed', async (name) => {
  const path = join(stateDir, name)
  const asked = asking()
  expect(await asked.made()).toBe(1)
  writeFileSync(path, 'one')
  expect(await asked.made()).toBe(2)
  writeFileSync(path, 'more')
  expect(await asked.made()).toBe(3)
  utimesSync(path, 1, 1)
  expect(await asked.made()).toBe(4)
  rmSync(path)
  expect([await asked.made(), await asked.made()]).toEqual([5, 5])
})

it('DL-13 /state is made again after the daemon has changed', async () => {
  const asked = asking()
  expect(await asked.made()).toBe(1)
  asked.change()
  expect([await asked.made(), await asked.made()]).toEqual([2, 2])
})

it('DL-13 /state is not kept of a file that changed just now: it could change again with the same times', async () => {
  writeFileSync(join(stateDir, 'state.json'), '{}')
  const asked = asking(Date.now)
  expect([await asked.made(), await asked.made()]).toEqual([1, 2])
})
