import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { CompletePlan, PlanCompleted } from '@harness/core/effects/complete-plan'
import type { MergeRefused } from '@harness/core/effects/merge-lane'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { refused } from './any-landing.ts'
import { baseTip, extendBase, foundOnBase } from './base-branch.ts'
import { checkoutInTheWay } from './checkout-in-the-way.ts'
import { commandFailed } from './command-failed.ts'
import type { Ground } from './ground.ts'
import { freshAt, type Twin } from './twin.ts'

/** Looked for in history first, by its command's id; a plan in its completed place is not moved again. */
async function completePlan(
  ground: Ground,
  command: CompletePlan,
  { signal }: Attempt,
): Promise<PlanCompleted | MergeRefused | CommandFailed> {
  const { process, stage, site } = ground
  const completed = (commit: PlanCompleted['commit']): PlanCompleted => ({
    type: 'PlanCompleted',
    at: stage.wall.now(),
    commandId: command.id,
    path: command.to,
    commit,
  })
  const done = foundOnBase(site, command.id)
  if (done !== null) return completed(done.hash)
  await process.sleep(200, signal)
  if (checkoutInTheWay(ground, command.id, 'checkout is in the way of the completion')) {
    stage.tally.note('completion refused: checkout in the way')
    return {
      type: 'MergeRefused',
      at: stage.wall.now(),
      commandId: command.id,
      reason: 'checkout-in-the-way',
      detail: 'the plan’s file has changes',
    }
  }
  const { [command.from]: text, ...others } = baseTip(site).files
  if (text === undefined)
    return command.to in others
      ? completed(baseTip(site).hash)
      : commandFailed(ground, command, 'plan-missing')
  return process.effect(`completing plan ${command.planId}`, () => {
    const base = baseTip(site)
    const { hash } = extendBase(site, {
      files: { ...others, [command.to]: text },
      parents: [base.hash],
      message: command.message,
      author: 'harness',
      commandId: command.id,
    })
    stage.changed({
      kind: 'plan completed',
      commandId: command.id,
      once: `completing plan ${command.planId}`,
    })
    return completed(hash)
  })
}

export const completePlanTwin: Twin<CompletePlan> = {
  perform: completePlan,
  any: ({ to }, luck, base) =>
    luck.chance(0.7)
      ? { ...base, type: 'PlanCompleted', path: to, commit: freshAt(base).commit }
      : refused(base, luck, ['checkout-in-the-way', 'base-moved']),
}
