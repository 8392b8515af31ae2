/**
 * What one step of the engine costs (a command journaled, carried out by an adapter that does nothing, its outcome
 * journaled and folded) against one synced append of the same bytes, and that it does not grow with the run.
 */

import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { TimerFired, WakeAt } from '@harness/core/effects/wake-at'
import { isOutcome } from '@harness/core/kernel/event'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { definePlaybook, end, perform } from '@harness/core/kernel/playbook'
import type { Performers } from '@harness/shell/effects/performer'
import { driveRun } from '@harness/shell/engine/loop/drive-run'
import { systemClock } from '@harness/shell/machine/clock/clock-system'
import { encodeRecord } from '@harness/shell/store/journal/record'
import { openRunStore } from '@harness/shell/store/open-run-store'
import { median } from '../interleaved.ts'
import type { Ground, Row } from '../row.ts'

const runId = asRunId('20260101-000000')
const goal = { type: 'ratio', atMost: 1.5 } as const
/** Steps and appends take turns, this many at a time. */
const turn = 10

export async function stepOverhead(ground: Ground): Promise<readonly Row[]> {
  await turnsOf(ground, 300, 1)
  const rows: Row[] = []
  let longest: readonly Turn[] = []
  for (const [steps, runs] of [
    [100, 10],
    [1_000, 2],
    [10_000, 1],
  ] as const) {
    const turns: Turn[] = []
    for (let run = 1; run <= runs; run++) turns.push(...(await turnsOf(ground, steps, run)))
    longest = turns
    rows.push({
      row: `engine step, run of ${steps}`,
      measured: stepMs(turns),
      unit: 'ms',
      floor: { what: 'synced append', value: appendMs(turns) },
      goal,
      remark: '',
    })
  }
  const tenth = Math.ceil(longest.length / 10)
  const [first, last] = [longest.slice(0, tenth), longest.slice(-tenth)]
  rows.push({
    row: 'engine step, growth over 10000',
    measured: stepMs(last) / appendMs(last),
    unit: '×',
    floor: { what: 'in the first tenth', value: stepMs(first) / appendMs(first) },
    goal: { type: 'ratio', atMost: 1.2 },
    remark: 'the last tenth of the run against its first, each as a ratio to the appends of its own time',
  })
  return rows
}

interface Turn {
  readonly steps: number
  /** Null if it was the steps' turn only. */
  readonly appends: number | null
}

const stepMs = (turns: readonly Turn[]): number => median(turns.map(({ steps }) => steps)) / turn
const appendMs = (turns: readonly Turn[]): number =>
  median(turns.flatMap(({ appends }) => (appends === null ? [] : [appends]))) / turn

/** One run with the production loop and journal; between its steps, plain appends to a file beside it. */
async function turnsOf(ground: Ground, steps: number, run: number): Promise<readonly Turn[]> {
  const turns: Turn[] = []
  const plain = openSync(join(ground.folder, `appends-${steps}-${run}`), 'a')
  const appendsEvery = Math.ceil(steps / 1_000)
  let done = 0
  let begun = 0
  const onStep = (): void => {
    if (done++ % turn !== 0) return
    const now = performance.now()
    if (done > 1) {
      const appends = turns.length % appendsEvery === 0 ? appendFor(plain) : null
      turns.push({ steps: now - begun, appends })
    }
    begun = performance.now()
  }
  await driveRun({
    playbook: stepping,
    runs: openRunStore(ground.folder),
    run: { subject: `run-${run}-of-${steps}`, runId },
    begin: { runId, input: steps },
    until: null,
    performers: performers(onStep),
    clock: systemClock,
    confined: false,
    attended: false,
    isFrozen: () => false,
    observe: async () => {},
    stop: new AbortController().signal,
  })
  closeSync(plain)
  return turns
}

/** The cheapest way there is to have bytes on disk. */
function appendFor(file: number): number {
  const begun = performance.now()
  for (let i = 0; i < turn; i++) {
    writeSync(file, oneStep)
    fdatasyncSync(file)
  }
  return performance.now() - begun
}

const wakeAt = (n: number): WakeAt => ({
  type: 'WakeAt',
  id: commandId(runId, 'wait', '0001', n),
  at: 0,
  why: 'the provider allows no more calls until then; it said so in its answer',
})
const fired = (command: WakeAt): TimerFired => ({ type: 'TimerFired', at: 0, commandId: command.id })

/** The records that one step writes. */
const oneStep = Buffer.from(
  encodeRecord(4999, fired(wakeAt(4999))) +
    encodeRecord(5000, { type: 'CommandIssued', at: 1_767_225_600_000, command: wakeAt(5000) }),
)

const stepping = definePlaybook<number, { readonly wanted: number; readonly done: number }, WakeAt>({
  name: 'bench',
  version: 1,
  initialState: (wanted) => ({ wanted, done: 0 }),
  decide: ({ wanted, done }) =>
    done === wanted
      ? end({ outcome: 'done', exitCode: 0, reason: '', next: '', resumable: false, report: '' })
      : perform(wakeAt(done + 1)),
  evolve: (state, event) => (isOutcome(event) ? { ...state, done: state.done + 1 } : state),
})

const performers = (onStep: () => void): Performers<WakeAt> => ({
  WakeAt: {
    perform: async (command) => {
      onStep()
      return fired(command)
    },
  },
})
