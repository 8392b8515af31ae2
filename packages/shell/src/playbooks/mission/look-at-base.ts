/** LookAtBase: which features are not in the base yet, and which hooks can be run. Safe to repeat: it only looks. */
import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { ForgeFailed } from '@harness/core/effects/forge-failed'
import {
  type BaseLooked,
  type LookAtBase,
  missionPaths,
} from '@harness/core/playbooks/mission/state/mission-contents'
import type { Attempt } from '../../effects/failure/attempt.ts'
import { orForgeFailed } from '../../effects/failure/forge-error.ts'
import { findUnmerged, type UnmergedPorts } from './find-unmerged.ts'
import { missionNames } from './mission-files.ts'
import { type HookPorts, isAsBegun, runnableHook } from './run-hook.ts'

export interface LookPorts extends HookPorts, UnmergedPorts {}

export const lookAtBase = (
  command: LookAtBase,
  attempt: Attempt,
  ports: LookPorts,
): Promise<BaseLooked | ForgeFailed | CommandFailed> =>
  orForgeFailed(command, attempt, ports, async () => {
    const { passed, known, baseBranch, id } = command
    return {
      type: 'BaseLooked',
      at: ports.clock.now(),
      commandId: id,
      unmerged: await findUnmerged(passed, baseBranch, ports, attempt.signal, known),
      asked: passed,
      hooks: await hooksIn(ports),
    }
  })

async function hooksIn(ports: LookPorts): Promise<readonly string[]> {
  const hooks: string[] = []
  for (const name of ports.hooks ? await missionNames(ports.repoRoot, missionPaths.hooks) : [])
    if ((await runnableHook(ports.repoRoot, name)) !== null && (await isAsBegun(ports, name)))
      hooks.push(name)
  return hooks.sort()
}
