/** Owns the effects of a mission, and what they may touch. */

import type { Answer } from '@harness/core/playbooks/mission/state/answers'
import type { Command, Outcome } from '@harness/core/playbooks/mission/state/effects'
import type { WithBase } from '@harness/core/work/base-first'
import { runAgentEffect } from '../../effects/agents/call/run-agent.effect.ts'
import { checkBaseEffect } from '../../effects/checks/check-base.effect.ts'
import { runChecksEffect } from '../../effects/checks/run-checks.effect.ts'
import { type DeskPorts, DocumentDesk } from '../../effects/documents/document-desk.ts'
import type { Effects } from '../../effects/effect.ts'
import { awaitCiEffect } from '../../effects/forge/await-ci.effect.ts'
import { openForge } from '../../effects/forge/open-forge.ts'
import { openPullEffect } from '../../effects/forge/open-pull.effect.ts'
import type { Forge } from '../../effects/forge/port/forge.ts'
import { mergeAheadEffect } from '../../effects/landing/merge-ahead.effect.ts'
import { mergeLaneEffect } from '../../effects/landing/merge-lane.effect.ts'
import { closeLaneEffect } from '../../effects/lanes/close-lane.effect.ts'
import { openLaneEffect } from '../../effects/lanes/open-lane.effect.ts'
import { syncLaneEffect } from '../../effects/lanes/sync-lane.effect.ts'
import { askHumanEffect } from '../../effects/people/ask-human.effect.ts'
import { bindEffects, type Performers } from '../../effects/performer.ts'
import { wakeAtEffect } from '../../effects/time/wake-at.effect.ts'
import { captureUiEffect } from '../../effects/ui/capture-ui.effect.ts'
import { thenResume } from '../../effects/ui/capture-ui.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import { type RunPorts, runPorts } from '../../engine/conduct/run-ports.ts'
import { userDataDir } from '../../machine/disk/user-data-dir.ts'
import type { Identity } from '../../machine/git/identity.ts'
import { editMissionEffect } from './edit-mission.effect.ts'
import { lookAtBaseEffect } from './look-at-base.effect.ts'
import { notifyEffect } from './notify.effect.ts'
import type { NotifyPorts } from './notify.ts'
import { missionDocuments, readMissionEffect } from './read-mission.effect.ts'
import { runHookEffect } from './run-hook.effect.ts'
import type { HookPorts } from './run-hook.ts'
import { smokeTestEffect } from './smoke-test.effect.ts'

export type MissionPorts = RunPorts &
  DeskPorts &
  HookPorts &
  NotifyPorts & {
    /** Null if features are merged here, or kept. */
    readonly forge: Forge | null
    /** When no check of the forge has begun by then, it is taken to have none. */
    readonly ciGraceMs: number
  }

const hookWallMs = 2 * 60_000

export async function missionPorts(
  outside: RunOutside,
  runDir: string,
  identity: Identity,
  /** Whether features end as pull requests. */
  pulls: boolean,
): Promise<MissionPorts> {
  const { config, environment } = outside
  const { mission } = config
  const forge = pulls ? await openForge(config.forge, { ...outside, identity }) : null
  const ports = {
    ...(await runPorts(outside, runDir, { identity, baseBranch: mission.baseBranch })),
    ...(forge === null ? {} : { base: forge }),
    dataDir: userDataDir(environment),
    productStart: config.devServer?.run ?? mission.smoke?.startup?.run ?? null,
  }
  return {
    ...ports,
    desk: new DocumentDesk(ports, missionDocuments),
    forge,
    ciGraceMs: config.forge.kind === 'local' ? 0 : config.forge.ciGraceMs,
    hooks: mission.hooks,
    hookWallMs,
    notifyRun: mission.notify,
  }
}

export const missionEffects: Effects<WithBase<Command>, MissionPorts> = {
  OpenLane: openLaneEffect,
  RunAgent: runAgentEffect<Answer>(),
  CheckBase: checkBaseEffect,
  RunChecks: runChecksEffect,
  SmokeTest: smokeTestEffect,
  RunHook: runHookEffect,
  Notify: notifyEffect,
  SyncLane: syncLaneEffect,
  MergeAhead: mergeAheadEffect,
  MergeLane: mergeLaneEffect,
  CloseLane: closeLaneEffect,
  CaptureUi: {
    ...captureUiEffect,
    perform: async (command, attempt, ports) =>
      goingOn(await captureUiEffect.perform(command, attempt, ports)),
  },
  OpenPull: openPullEffect,
  AwaitCi: awaitCiEffect,
  AskHuman: askHumanEffect,
  WakeAt: wakeAtEffect,
  ReadDocuments: readMissionEffect,
  LookAtBase: lookAtBaseEffect,
  EditDocuments: editMissionEffect,
}

export const missionPerformers = (ports: MissionPorts): Performers<WithBase<Command>> =>
  bindEffects(missionEffects, ports)

/** Without a browser a mission goes on: what there is to do helps later features only. */
const goingOn = <Kind extends Outcome>(event: Kind): Kind =>
  event.type === 'UiNotCaptured' && event.reason === 'no-browser'
    ? { ...event, next: event.next.replace(thenResume, '; what is validated after that is looked at') }
    : event
