/**
 * Carries out the mission of a repository in this process: finds or begins its run, holds its lease, and drives it until
 * the product is done, a person is needed, or it is interrupted. What the operator did wrong is told before anything is
 * changed.
 */

import type { RunId } from '@harness/core/kernel/ids'
import { asRunId } from '@harness/core/kernel/ids'
import { UserError } from '@harness/core/kernel/user-error'
import type { Event } from '@harness/core/playbooks/mission/effects'
import type { MissionInput } from '@harness/core/playbooks/mission/input'
import { mission } from '@harness/core/playbooks/mission/playbook'
import type { MissionState } from '@harness/core/playbooks/mission/state'
import { redactValue } from '../../effects/agents/call/redact-value.ts'
import { refuseSecretsIn } from '../../engine/conduct/command-lines.ts'
import { conductRun, type RunResult } from '../../engine/conduct/conduct-run.ts'
import { freshRunId } from '../../engine/conduct/fresh-run-id.ts'
import { guardAgents } from '../../engine/conduct/guard-agents.ts'
import { guardNewRun, guardRepository } from '../../engine/conduct/guards.ts'
import { holdSubject } from '../../engine/conduct/hold-subject.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { tellFirst } from '../../engine/conduct/tell-first.ts'
import { unfinishedRun } from '../../engine/conduct/unfinished-run.ts'
import { userDataDir } from '../../machine/disk/user-data-dir.ts'
import { userIdentity } from '../../machine/git/identity.ts'
import type { Redactor } from '../../machine/redaction/redactor.ts'
import { missionSubject } from '../../store/layout/run-subject.ts'
import type { KnownRun } from '../../store/runs/runs.ts'
import { noSidecar } from '../../store/sidecars/no-sidecar.ts'
import { guardForge } from '../delivery/guard-forge.ts'
import { branchTips } from './find-unmerged.ts'
import { giveUpMission } from './give-up-mission.ts'
import { takeGrantsByHand } from './granted-by-hand.ts'
import { guardMission } from './guard-mission.ts'
import { takeMergesByHand } from './merged-by-hand.ts'
import {
  blindNote,
  changedConfigNote,
  defaultSpec,
  guardCrosscheck,
  missionInput,
  missionTiers,
  withMissionModels,
} from './mission-config.ts'
import { missionEffects, missionPerformers, missionPorts } from './mission-effects.ts'
import { missionFolder } from './mission-files.ts'
import { lanesOf, restoreMissionLanes } from './mission-lanes.ts'
import { missionSummary } from './mission-summary.ts'
import { guardSpecCommitted, readSpec } from './read-spec.ts'
import { shownBefore } from './shown-before.ts'
import { tidyMissionLanes } from './tidy-lanes.ts'

export interface MissionOptions extends RunOutside {
  onEvent(event: Event, state: MissionState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
}

export interface RunMissionOptions extends MissionOptions {
  /** Relative to the top of the repository; null for SPEC.md, or the one that the unfinished mission is about. */
  readonly specPath: string | null
}

export type MissionResult = RunResult<MissionState>

/** Takes up the unfinished mission, or begins a new one. */
export async function runMission(given: RunMissionOptions): Promise<MissionResult> {
  const options = { ...given, config: withMissionModels(given.config) }
  const { config, repoRoot, stateDir, specPath } = options
  await guardHere(options, async () => {
    if ((await unfinishedRun(stateDir, missionSubject)) === null)
      await readSpec(repoRoot, specPath ?? defaultSpec, 'begins')
  })
  return holding(options, async () => {
    const unfinished = await unfinishedRun(stateDir, missionSubject)
    if (unfinished !== null) return drive(options, unfinished, null, specPath)
    const { contextDir, mission: settings } = config
    const { baseBranch } = settings
    await guardSpecCommitted(repoRoot, specPath ?? defaultSpec)
    await guardNewRun({ repoRoot, stateDir, baseBranch, contextDir, documents: [missionFolder] })
    const branches = [...(await branchTips(repoRoot)).keys()]
    const runId = await freshRunId(stateDir, missionSubject, options.clock.now(), 'its parts', branches)
    const carried = await shownBefore(stateDir, { repoRoot, dataDir: userDataDir(options.environment) })
    const input = {
      ...missionInput({ runId, config, specPath: specPath ?? defaultSpec }),
      checkout: repoRoot,
    }
    return drive(options, runId, carried === null ? input : { ...input, carried }, null)
  })
}

/** Takes up one run. */
export async function resumeMission(
  given: MissionOptions & { readonly run: KnownRun },
): Promise<MissionResult> {
  const options = { ...given, config: withMissionModels(given.config) }
  await guardHere(options)
  return holding(options, () => drive(options, asRunId(given.run.runId), null, null))
}

const guardHere = (options: MissionOptions, also: () => Promise<void> = async () => {}): Promise<void> =>
  guardRepository(options, async () => {
    await also()
    guardCrosscheck(options.config)
    await guardAgents(options, missionTiers(options.config))
    if (options.config.mission.isolation.onPass === 'pr') await guardForge({ ...options, until: null })
  })

const holding = <Result>({ stateDir }: MissionOptions, work: () => Promise<Result>) =>
  holdSubject(stateDir, missionSubject, 'harness mission', work)

function drive(
  options: MissionOptions,
  runId: RunId,
  begin: MissionInput | null,
  wantedSpec: string | null,
): Promise<MissionResult> {
  const { repoRoot, clock, stop } = options
  return conductRun<MissionInput, MissionState>({
    playbook: mission,
    effects: missionEffects,
    outside: options,
    subject: missionSubject,
    runId,
    isNew: begin !== null,
    until: null,
    stop,
    async guard(stood) {
      if (stood === null) return
      await guardMission(stood, repoRoot)
      if (wantedSpec !== null && wantedSpec !== stood.input.specPath) throw otherSpec(stood.input.specPath)
    },
    async prepare({ runDir, stood, own }) {
      const onPass = (stood?.input ?? begin)?.isolation.onPass
      const ports = await missionPorts(
        { ...options, own },
        runDir,
        await userIdentity(repoRoot),
        onPass === 'pr',
      )
      const restored = stood === null ? [] : await restoreMissionLanes(stood, ports, stop)
      const { baseBranch } = stood?.input ?? options.config.mission
      const tidied = await tidyMissionLanes(lanesOf(stood), baseBranch, ports, stop)
      const changed = stood === null ? null : changedConfigNote(stood.input, options.config)
      if (stood !== null) {
        await takeGrantsByHand(repoRoot, runDir, stood, clock.now())
        await takeMergesByHand(stood, runDir, ports, { at: clock.now(), signal: stop })
      }
      return {
        input: begin === null ? null : journaled(begin, ports.redact),
        performers: tellFirst(
          missionPerformers(ports),
          [...restored, tidied, changed, blindNote(options.config, options.environment)].filter(
            (note) => note !== null,
          ),
        ),
        // Everything that others read of a mission are its documents.
        sidecar: noSidecar,
        sanitise: ports.sanitise,
      }
    },
    summarise: missionSummary,
    onEvent: options.onEvent,
  })
}

/** Words are redacted; a command line cannot be, for it is executed as it stands there. */
function journaled(input: MissionInput, redact: Redactor): MissionInput {
  const { smoke, uiQa, promptOverrides, carried } = input
  refuseSecretsIn(
    [
      ...input.checks,
      ...(smoke?.startup == null ? [] : [{ name: 'smokeTest', run: smoke.startup.run }]),
      ...(uiQa === null ? [] : [{ name: 'devServer', run: uiQa.server.run }]),
    ],
    redact,
  )
  const overrides = Object.entries(promptOverrides).map(([role, text]) => [role, redact(text)])
  return {
    ...input,
    promptOverrides: Object.fromEntries(overrides),
    ...(carried === undefined ? {} : { carried: redactValue(carried, redact) }),
  }
}

const otherSpec = (begun: string): UserError =>
  new UserError('mission-other-spec', `The unfinished mission here is about ${begun}.`, {
    next: `Go on with it, without --spec: harness mission; or give it up first: ${giveUpMission}`,
  })
