/** `harness run`: delivers a plan, or takes up its unfinished run; with --dry-run only says what would happen. */
import type { Until } from '@harness/core/playbooks/delivery/input'
import { UserError } from '@harness/core/user-error'
import type { PassedOver } from '@harness/shell/delivery/passed-over'
import { runTask } from '@harness/shell/delivery/run-task'
import { stripControl } from '@harness/shell/redaction/strip-control'
import { attendRun } from '../attend-run.ts'
import { type CommandContext, flagOption, type Given, textOption } from '../command.ts'
import { dryRun } from '../dry-run.ts'
import { openTarget } from '../open-target.ts'

export async function run(context: CommandContext, given: Given): Promise<number> {
  const target = await openTarget(context, textOption(given, 'provider'))
  const plan = given.args[0] ?? null
  const skipE2e = flagOption(given, 'skipE2e')
  if (flagOption(given, 'dryRun')) return dryRun(context, target, { named: plan, skipE2e })
  const attendance = { until: untilOption(given), headless: flagOption(given, 'yes') }
  const onPassedOver = ({ planId, why, next }: PassedOver): void =>
    context.terminal.note(stripControl(`Passed over ${planId}: it ${why}\n  ${next}`))
  return attendRun(context, target, attendance, (options) =>
    runTask({ ...options, plan, skipE2e, resumeOnly: flagOption(given, 'resume'), onPassedOver }),
  )
}

/** Commander has held it against the phases there are. */
export function untilOption(given: Given): Until | null {
  const phase = textOption(given, 'phase')
  if (!flagOption(given, 'localOnly')) return phase === null || phase === 'all' ? null : (phase as Until)
  if (phase === null || phase === 'all') return 'local'
  throw new UserError('usage', '--local-only and --phase cannot be given together.', {
    next: `Leave one of them out: --local-only pauses before anything leaves this machine, --phase after ${phase}.`,
  })
}
