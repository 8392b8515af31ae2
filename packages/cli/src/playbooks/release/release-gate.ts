/** `harness release-gate`: says if the base branch meets its acceptance criteria. */
import { startRelease } from '@harness/shell/playbooks/release/start-release'
import { type CommandContext, flagOption, type Given } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { defaultTarget } from '../../run/trust/default-target.ts'
import { releaseFace } from './release-face.ts'

export async function releaseGate(context: CommandContext, given: Given): Promise<number> {
  const target = await defaultTarget(context, 'harness release-gate', null)
  const attendance = {
    until: null,
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  const specPath = given.args[0] ?? null
  return attendRun(context, target, attendance, releaseFace, (options) =>
    startRelease({ ...options, specPath }),
  )
}
