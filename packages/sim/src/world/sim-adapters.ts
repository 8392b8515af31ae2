/** Owns the simulated adapters of one process: every command may be disturbed, may fail, and else does its work. */

import type { CommandFailed } from '@harness/core/effects/command-failed'
import { InvariantError } from '@harness/core/kernel/invariant'
import type { Command } from '@harness/core/playbooks/every-effect'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import type { Adapters } from '@harness/shell/engine/loop/adapters'
import { captureUi } from './capture-ui.ts'
import { closeLane } from './close-lane.ts'
import { commandFailed } from './command-failed.ts'
import { completePlan } from './complete-plan.ts'
import { type Ground, luckOf } from './ground.ts'
import { measureChange, readHandbook, tickBox } from './handbook.ts'
import { mergeLane } from './merge-lane.ts'
import { notify, readMission, runHook, smokeTest, writeDocuments } from './mission.ts'
import { openLane } from './open-lane.ts'
import { awaitCi, mergePull, openPull } from './pulls.ts'
import { readPlan } from './read-plan.ts'
import { runAgent } from './run-agent.ts'
import { runChecks } from './run-checks.ts'
import { syncLane } from './sync-lane.ts'

/** Told of every command as it begins, also when it is repeated after a crash. */
export type Disturb = (command: Command, attempt: number) => void

const nobodyHere = ({ type }: Command): Promise<never> =>
  Promise.reject(new InvariantError(`this world has no adapter for ${type}`))

export function simAdapters(ground: Ground, disturb: Disturb): Adapters {
  const { stage, site, process, weather } = ground
  const begin = (command: Command): void => {
    const attempt = (site.begun.get(command.id) ?? 0) + 1
    site.begun.set(command.id, attempt)
    disturb(command, attempt)
  }
  const attempted =
    <C extends Command, Outcome>(
      work: (ground: Ground, command: C, attempt: Attempt) => Promise<Outcome | CommandFailed>,
    ) =>
    async (command: C, attempt: Attempt): Promise<Outcome | CommandFailed> => {
      begin(command)
      if (weather.strikes('command fails', luckOf(ground, command.id))) {
        await process.sleep(50, attempt.signal)
        return commandFailed(ground, command, 'disk-full')
      }
      return work(ground, command, attempt)
    }

  return {
    openLane: attempted(openLane),
    runAgent: attempted(runAgent),
    runChecks: attempted(runChecks),
    captureUi: attempted(captureUi),
    readPlan: attempted(readPlan),
    readHandbook: attempted(readHandbook),
    tickBox: attempted(tickBox),
    measureChange: attempted(measureChange),
    writeHandbook: nobodyHere,
    readMission: attempted(readMission),
    writeDocuments: attempted(writeDocuments),
    smokeTest: attempted(smokeTest),
    async runHook(command, attempt) {
      begin(command)
      return runHook(ground, command, attempt)
    },
    async notify(command, attempt) {
      begin(command)
      return notify(ground, command, attempt)
    },
    openPull: attempted(openPull),
    awaitCi: attempted(awaitCi),
    mergePull: attempted(mergePull),
    syncLane: attempted(syncLane),
    mergeLane: attempted(mergeLane),
    completePlan: attempted(completePlan),
    closeLane: attempted(closeLane),
    freeze: attempted(async (_ground, { id, reason }) => {
      await process.effect('freezing the repository', () => {
        site.frozen = reason
      })
      return { type: 'Frozen', at: stage.wall.now(), commandId: id, reason }
    }),
    async askHuman(command, { signal }) {
      begin(command)
      const answer = await stage.answerAtTerminal(command, process, signal)
      return { type: 'GateAnswered', at: stage.wall.now(), commandId: command.id, answer }
    },
    async wakeAt(command, { signal }) {
      begin(command)
      await stage.wall.of(process).until(command.at, signal)
      return { type: 'TimerFired', at: stage.wall.now(), commandId: command.id }
    },
  }
}
