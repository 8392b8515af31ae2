/** `harness run`: delivers a plan, or takes up its unfinished run; with --dry-run only says what would happen. */

import { UserError } from '@harness/core/kernel/user-error'
import type { Until } from '@harness/core/playbooks/delivery/input'
import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { PassedOver } from '@harness/shell/playbooks/delivery/passed-over'
import { runTask } from '@harness/shell/playbooks/delivery/run-task'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend-run.ts'
import { dryRun } from '../../run/dry-run.ts'
import { openTarget, type Target } from '../../run/open-target.ts'
import { deliverySight, toldDelivery } from './delivery-view.ts'

export async function run(context: CommandContext, given: Given): Promise<number> {
  const target = await openTarget(context, textOption(given, 'provider'))
  const plan = given.args[0] ?? null
  const skipE2e = flagOption(given, 'skipE2e')
  if (flagOption(given, 'dryRun')) return dryRun(context, target, { named: plan, skipE2e })
  const attendance = { until: untilOption(given), headless: flagOption(given, 'yes') }
  const onPassedOver = ({ planId, why, next }: PassedOver): void =>
    context.terminal.note(stripControl(`Passed over ${planId}: it ${why}\n  ${next}`))
  const { until } = attendance
  guardPhase(until, target)
  const resumeOnly = flagOption(given, 'resume')
  return attendRun(context, target, attendance, { sight: deliverySight }, async (options) =>
    toldDelivery(await runTask({ ...options, until, plan, skipE2e, resumeOnly, onPassedOver })),
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

/** Otherwise it would be waited for a phase that never comes. */
export function guardPhase(until: string | null, { config }: Pick<Target, 'config'>): void {
  if (config.forge.kind !== 'local' || (until !== 'prepare-pr' && until !== 'merge-check')) return
  throw new UserError(
    'usage',
    `There is no phase ${until} with the forge local: it exists only with a forge that has pull requests.`,
    { next: 'Use --phase merge, or set forge in harness.config.json to "github" (docs/forges.md)' },
  )
}
