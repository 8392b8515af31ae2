/**
 * Test support: a playbook of a few lines that wants several timers and gates at once, and its world. It shows what a
 * new playbook needs to be simulated, and that the loop keeps its promises with many commands in flight.
 */

import type { AskHuman } from '@harness/core/effects/ask-human'
import type { WakeAt } from '@harness/core/effects/wake-at'
import { isOutcome } from '@harness/core/kernel/event'
import { asRunId, commandId } from '@harness/core/kernel/ids'
import { end, type Playbook, perform } from '@harness/core/kernel/playbook'
import { aGate } from '@harness/core/test-support/gates'
import { type Acts, performersOf } from '@harness/shell/test-support/acts'
import { everyRun } from '../checkers/every-run.ts'
import type { Scenario, Stage, World } from '../engine/scenario.ts'

export type ErrandsCommand = WakeAt | AskHuman

export interface ErrandsInput {
  readonly timers: number
  readonly gates: number
}

export interface ErrandsState {
  readonly input: ErrandsInput
  readonly done: readonly string[]
}

const runId = asRunId('20261116-120000')

const commandsOf = ({ timers, gates }: ErrandsInput): readonly ErrandsCommand[] => [
  ...Array.from(
    { length: timers },
    (_, index): ErrandsCommand => ({
      type: 'WakeAt',
      id: commandId(runId, 'timer', String(index), 1),
      at: 1_794_830_400_000 + (index % 3) * 1_000,
      why: 'errand',
    }),
  ),
  ...Array.from(
    { length: gates },
    (_, index): ErrandsCommand => ({
      type: 'AskHuman',
      id: commandId(runId, 'gate', String(index), 1),
      gate: aGate({ name: `gate-${index}`, exitCode: 8 }),
    }),
  ),
]

export const errands: Playbook<ErrandsInput, ErrandsState, ErrandsCommand> = {
  name: 'errands',
  version: 1,
  initialState: (input) => ({ input, done: [] }),
  decide: ({ input, done }) => {
    const left = commandsOf(input).filter(({ id }) => !done.includes(id))
    return left.length > 0
      ? perform(...left)
      : end({ outcome: 'done', exitCode: 0, reason: 'all done', next: '', resumable: false, report: '' })
  },
  evolve: (state, event) => (isOutcome(event) ? { ...state, done: [...state.done, event.commandId] } : state),
}

export interface ErrandsOptions {
  readonly input?: ErrandsInput
  readonly attended?: boolean
  readonly playbook?: Playbook<ErrandsInput, ErrandsState, ErrandsCommand>
  /** What people do to the world while the run goes on. */
  meanwhile?(stage: Stage): void
  acts?(acts: Acts<ErrandsCommand>): Acts<ErrandsCommand>
}

export function errandsScenario(options: ErrandsOptions = {}): Scenario<ErrandsInput, ErrandsState> {
  const attended = options.attended ?? false
  return {
    name: 'errands',
    playbook: options.playbook ?? errands,
    runId,
    input: options.input ?? { timers: 4, gates: 2 },
    until: null,
    attended,
    ofEveryRun: everyRun,
    open: (stage) => {
      options.meanwhile?.(stage)
      return errandsWorld(stage, attended, options.acts ?? ((acts) => acts))
    },
  }
}

function errandsWorld(
  stage: Stage,
  attended: boolean,
  mutate: (acts: Acts<ErrandsCommand>) => Acts<ErrandsCommand>,
): World<ErrandsState> {
  const luckOf = (key: string) => stage.random.about(key)
  return {
    checkers: [],
    manners: {
      repliesTo: ({ id }) => {
        const luck = luckOf(id)
        const reply = { choice: 'grant', afterMs: luck.int(0, 3_000) } as const
        const inbox = { ...reply, where: 'inbox' } as const
        return attended ? [{ ...reply, where: 'terminal' }, inbox] : [inbox, inbox]
      },
      prepare() {},
      resume: () => ({ afterMs: 1_000, until: null }),
    },
    performers: (process) =>
      performersOf<ErrandsCommand>(
        mutate({
          async wakeAt({ id, at }, { signal }) {
            await stage.wall.of(process).until(at, signal)
            return { type: 'TimerFired', at: stage.wall.now(), commandId: id }
          },
          async askHuman(command, { signal }) {
            const answer = await stage.answerAtTerminal(command, process, signal)
            return { type: 'GateAnswered', at: stage.wall.now(), commandId: command.id, answer }
          },
        }),
      ),
    traces: () => null,
    visited() {},
  }
}
