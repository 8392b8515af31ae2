/** `harness run`: delivers a plan, or takes up its unfinished run; with --dry-run only says what would happen. */
import type { DeliveryPhase } from '@harness/core/playbooks/delivery/input'
import { runTask } from '@harness/shell/delivery/run-task'
import { attendRun } from '../attend-run.ts'
import { type CommandContext, flagOption, type Given, textOption } from '../command.ts'
import { dryRun } from '../dry-run.ts'
import { openTarget } from '../open-target.ts'

export async function run(context: CommandContext, given: Given): Promise<number> {
  const target = await openTarget(context, textOption(given, 'provider'))
  const plan = given.args[0] ?? null
  if (flagOption(given, 'dryRun')) return dryRun(context, target, plan)
  const attendance = { until: phaseOption(given), headless: flagOption(given, 'yes') }
  return attendRun(context, target, attendance, (options) =>
    runTask({ ...options, plan, resumeOnly: flagOption(given, 'resume') }),
  )
}

/** Commander has held it against the phases there are. */
export function phaseOption(given: Given): DeliveryPhase | null {
  const phase = textOption(given, 'phase')
  return phase === null || phase === 'all' ? null : (phase as DeliveryPhase)
}
