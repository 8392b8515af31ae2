/** `harness run`: delivers a plan, or resumes its unfinished run; with --dry-run only says what would happen. */

import { stripControl } from '@harness/shell/machine/redaction/strip-control'
import type { PassedOver } from '@harness/shell/playbooks/delivery/passed-over'
import { startDelivery } from '@harness/shell/playbooks/delivery/start-delivery'
import { type CommandContext, flagOption, type Given, textOption } from '../../line/command.ts'
import { attendRun } from '../../run/attend/attend-run.ts'
import { lookAtTarget } from '../../run/target/look-at-target.ts'
import { openTarget } from '../../run/trust/open-target.ts'
import { tellStale } from '../../run/trust/tell-stale.ts'
import { guardPhase, untilOption } from '../../run/until-option.ts'
import { deliveryFace, toldDelivery } from './delivery-face.ts'
import { dryRun } from './dry-run.ts'

export async function run(context: CommandContext, given: Given): Promise<number> {
  const provider = textOption(given, 'provider')
  const plan = given.args[0] ?? null
  const skipE2e = flagOption(given, 'skipE2e')
  if (flagOption(given, 'dryRun')) {
    const looked = await lookAtTarget(context, provider)
    await tellStale(context, looked.root)
    return dryRun(context, looked, { named: plan, skipE2e })
  }
  const target = await openTarget(context, provider)
  const attendance = {
    until: untilOption(given),
    headless: flagOption(given, 'yes'),
    verbose: flagOption(given, 'verbose'),
  }
  const onPassedOver = ({ planId, why, next }: PassedOver): void =>
    context.terminal.note(stripControl(`Passed over ${planId}: it ${why}\n  ${next}`))
  const { until } = attendance
  guardPhase(until, target)
  const resumeOnly = flagOption(given, 'resume')
  return attendRun(context, target, attendance, deliveryFace, async (options) =>
    toldDelivery(await startDelivery({ ...options, until, plan, skipE2e, resumeOnly, onPassedOver })),
  )
}
