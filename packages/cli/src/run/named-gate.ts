/**
 * Finds the open gate that an operator names: by its run, by its own id as harness show prints it, or by its name, as
 * checkpoints are called.
 */
import type { AskHuman } from '@harness/core/effects/ask-human'
import { UserError } from '@harness/core/kernel/user-error'
import type { Checkpoint } from '@harness/core/playbooks/mission/input'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import { holderOf } from '@harness/shell/machine/lock/holder'
import { missionSubject } from '@harness/shell/store/layout/run-subject'
import { type KnownRun, knownRuns } from '@harness/shell/store/runs/runs'
import { missionCheckout } from '../playbooks/mission/mission-checkout.ts'
import { checkpointUnknown, whyNotWaiting } from '../playbooks/mission/why-not-waiting.ts'
import { findRun, findRunOfCommand, newestOfEach, runName } from './find-run.ts'
import { gatelessAdvice, over } from './gateless-advice.ts'
import { wholeStory } from './run-story.ts'
import { asCommandName, matchesCommand } from './show/command-name.ts'
import { openGates } from './show/open-gate.ts'

export interface NamedGate {
  readonly run: KnownRun
  readonly gate: AskHuman
}

export interface GateWanted {
  readonly root: string
  readonly stateDir: string
  readonly named: string
  /** Whether only the mission is meant: then nothing is said of runs that were not named. */
  readonly ofMission: boolean
  /** Those of the config; none if it cannot be read. */
  checkpoints(): Promise<readonly Checkpoint[]>
}

export async function namedGate(wanted: GateWanted): Promise<NamedGate> {
  const { root, stateDir, named, ofMission } = wanted
  const mission = await openMission(stateDir)
  const byName = mission?.gates.find((one) => one.gate.name === named)
  if (mission !== null && byName !== undefined) return { run: mission.run, gate: byName }
  const now = {
    configured: mission?.checkpoints ?? (await wanted.checkpoints()),
    waiting: mission?.gates.map(({ gate }) => gate.name) ?? [],
  }
  const missing = await whyNotWaiting(await missionCheckout({ root, stateDir }), named, now)
  if (missing !== null) throw missing
  const command = asCommandName(named)
  if (ofMission && command === null && !isNamed(mission, named)) throw checkpointUnknown(named, now)
  const run = await (command === null ? findRun(stateDir, named) : findRunOfCommand(stateDir, command))
  return { run, gate: await theOpenGate(run, command?.command ?? null) }
}

/** Runs that have ended ask nothing. */

interface OpenMission {
  readonly run: KnownRun
  readonly gates: readonly AskHuman[]
  readonly checkpoints: readonly Checkpoint[]
}

const isNamed = (mission: OpenMission | null, named: string): boolean =>
  mission !== null && [mission.run.subject, mission.run.runId, runName(mission.run)].includes(named)

/** Null if none is under way, or its run cannot be read: naming the run says what is wrong with it. */
async function openMission(stateDir: string): Promise<OpenMission | null> {
  const run = newestOfEach(await knownRuns(stateDir)).find(
    ({ subject, summary }) =>
      subject === missionSubject && summary?.playbook === 'mission' && !over.has(summary.status),
  )
  if (run === undefined) return null
  try {
    const story = await wholeStory(run)
    const { checkpoints } = (story.last.state as MissionState).input
    return { run, gates: openGates(story), checkpoints }
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}

async function theOpenGate(run: KnownRun, named: string | null): Promise<NamedGate['gate']> {
  const open = openGates(await wholeStory(run))
  const fitting = named === null ? open : open.filter(({ id }) => matchesCommand(id, named))
  const [only, ...others] = fitting
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined)
    throw new UserError(
      'gate-ambiguous',
      `The run ${runName(run)} has ${open.length} open gates:\n${listed(open)}`,
      {
        next: `Name one of them: harness grant ${only.id}`,
      },
    )
  const which = named === null ? 'has no open gate' : `has no open gate ${named}`
  const [first] = open
  throw new UserError('no-open-gate', `The run ${runName(run)} ${which}.`, {
    next:
      first === undefined
        ? gatelessAdvice(runName(run), (await holderOf(run.leaseDir)) !== null, run.summary?.status)
        : `Its open gate is ${first.id}`,
  })
}

const listed = (gates: readonly AskHuman[]): string =>
  gates.map(({ id, gate }) => `  ${id}  ${gate.question}`).join('\n')
