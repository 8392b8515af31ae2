/** Carries out the mission of a repository: resumes the unfinished one, or starts a new one. */

import type { AnyEvent } from '@harness/core/kernel/effect'
import { UserError } from '@harness/core/kernel/user-error'
import { missionFolder } from '@harness/core/playbooks/mission/state/mission-contents'
import type { MissionState } from '@harness/core/playbooks/mission/state/state'
import { freshRunId } from '../../engine/conduct/fresh-run-id.ts'
import { guardNewRun } from '../../engine/conduct/guards.ts'
import type { RunOutside } from '../../engine/conduct/run-outside.ts'
import type { DrivenRun } from '../../engine/drive-registered.ts'
import { startRun } from '../../engine/start-run.ts'
import { beginCommand, missionSubject } from '../../store/layout/run-subject.ts'
import { branchTips } from './find-unmerged.ts'
import { giveUpMission } from './give-up-mission.ts'
import { defaultSpec } from './mission-config.ts'
import { guardSpecCommitted, readSpec } from './read-spec.ts'
import { missionRegistration } from './registration.ts'

export interface StartMissionOptions extends RunOutside {
  onEvent(event: AnyEvent, state: MissionState): void
  /** Aborted when the operator wants this process to let go. */
  readonly stop: AbortSignal
  /** Relative to the top of the repository; null for SPEC.md, or the spec of the unfinished mission. */
  readonly specPath: string | null
}

export type MissionResult = DrivenRun<MissionState>

export function startMission(options: StartMissionOptions): Promise<MissionResult> {
  const { config, repoRoot, stateDir, specPath } = options
  const { contextDir, planDir } = config
  const { baseBranch } = config.mission
  return startRun(
    missionRegistration,
    { ...options, until: null },
    {
      subject: missionSubject,
      command: beginCommand(missionSubject),
      asked: { specPath },
      async refuse(unfinished) {
        if (unfinished === null) await readSpec(repoRoot, specPath ?? defaultSpec, 'begins')
      },
      async refuseNew() {
        await guardSpecCommitted(repoRoot, specPath ?? defaultSpec)
        await guardNewRun({ repoRoot, stateDir, baseBranch, contextDir, planDir, documents: [missionFolder] })
      },
      async name() {
        const branches = [...(await branchTips(repoRoot)).keys()]
        return freshRunId(stateDir, missionSubject, options.clock.now(), 'its parts', branches)
      },
      async guard({ input }) {
        if (specPath !== null && specPath !== input.specPath) throw otherSpec(input.specPath)
      },
    },
  )
}

const otherSpec = (begun: string): UserError =>
  new UserError('mission-other-spec', `The unfinished mission here is about ${begun}.`, {
    next: `Resume it without --spec: harness mission; or give it up first: ${giveUpMission}`,
  })
