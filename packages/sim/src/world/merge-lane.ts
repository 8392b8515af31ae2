import type { CommandFailed } from '@harness/core/effects/command-failed'
import type { LaneMerged, MergeLane, MergeRefused } from '@harness/core/effects/merge-lane'
import { type Evidence, passed } from '@harness/core/kernel/evidence'
import type { Attempt } from '@harness/shell/effects/failure/attempt'
import { mergedAs, refused } from './any-landing.ts'
import { baseTip, broughtIn, extendBase, foundOnBase } from './base-branch.ts'
import { checkoutInTheWay } from './checkout-in-the-way.ts'
import { type Ground, luckOf } from './ground.ts'
import { type Commit, type Files, treeHashOf } from './repository.ts'
import { runEach } from './run-checks.ts'
import type { Twin } from './twin.ts'

/**
 * Done once, however often it is asked for: looked for in history first, by its command's id, and by the lane's commit
 * too, because the command before it may have merged, died, and failed when it was repeated.
 */
async function mergeLane(
  ground: Ground,
  command: MergeLane,
  { signal }: Attempt,
): Promise<LaneMerged | MergeRefused | CommandFailed> {
  const { process, stage, site, weather } = ground
  const { repository } = site
  const merged = ({ hash, tree }: Commit): LaneMerged => ({
    type: 'LaneMerged',
    at: stage.wall.now(),
    commandId: command.id,
    commit: hash,
    tree,
    evidence: site.landed.get(command.id) ?? [],
    size: null,
    by: 'harness',
  })
  const refused = (reason: MergeRefused['reason']): MergeRefused => ({
    type: 'MergeRefused',
    at: stage.wall.now(),
    commandId: command.id,
    reason,
    detail: reason,
  })
  const done =
    foundOnBase(site, command.id) ?? broughtIn(site, command.commit) ?? nothingLeft(ground, command)
  if (done !== null) return merged(done)
  await process.sleep(300, signal)
  if (repository.commitOf(command.commit).tree !== command.tree) return refused('tree-differs')
  if (weather.strikes('merge finds another tree', luckOf(ground, command.id))) return refused('tree-differs')
  if (checkoutInTheWay(ground, command.id, 'checkout is in the way')) {
    stage.tally.note('merge refused: checkout in the way')
    return refused('checkout-in-the-way')
  }
  const base = baseTip(site)
  if (!repository.isAncestor(command.baseCommit, base.hash)) return refused('base-moved')
  if (command.asItIs === true && base.hash !== command.baseCommit) return refused('base-moved')
  const together = await onTop(ground, command, base, signal)
  if (together.type === 'refused') {
    stage.tally.note(`merge refused: ${together.reason}`)
    return refused(together.reason)
  }
  return process.effect(`merging ${command.lane}`, () => {
    if (baseTip(site).hash !== base.hash) return refused('base-moved')
    site.landed.set(command.id, together.evidence)
    const commit = extendBase(site, {
      files: together.files,
      parents: [base.hash, command.commit],
      message: command.message,
      author: 'harness',
      commandId: command.id,
    })
    // A feature whose claims say something else by now is worked on, and merged, again.
    const what = site.papers === null ? command.lane : `${command.lane} at ${command.commit}`
    stage.changed({ kind: 'merged', commandId: command.id, once: `merging ${what}` })
    return merged(commit)
  })
}

/** Its content is on the base, from any source: a person may have rewritten the base since. */
function nothingLeft({ site }: Ground, command: MergeLane): Commit | null {
  const base = baseTip(site)
  if (base.hash === command.baseCommit) return null
  const merged = site.repository.merge(base.hash, command.commit)
  return merged.type === 'merged' && treeHashOf(merged.files) === base.tree ? base : null
}

type Together =
  | { readonly type: 'together'; readonly files: Files; readonly evidence: readonly Evidence[] }
  | { readonly type: 'refused'; readonly reason: MergeRefused['reason'] }

/** What the base would become, shown again if it is not exactly what the lane has shown. */
async function onTop(
  ground: Ground,
  command: MergeLane,
  base: Commit,
  signal: AbortSignal,
): Promise<Together> {
  const { repository } = ground.site
  const lane = repository.commitOf(command.commit)
  if (base.hash === command.baseCommit) return { type: 'together', files: lane.files, evidence: [] }
  const merged = repository.merge(base.hash, command.commit)
  if (merged.type === 'conflict') return { type: 'refused', reason: 'conflict' }
  const evidence = await runEach(ground, command.id, command.checks, merged.files, signal)
  return evidence.length === command.checks.length && evidence.every(passed)
    ? { type: 'together', files: merged.files, evidence }
    : { type: 'refused', reason: 'checks-failed' }
}

export const mergeLaneTwin: Twin<MergeLane> = {
  perform: mergeLane,
  any: (command, luck, base) =>
    luck.chance(0.7)
      ? mergedAs(command, base, luck)
      : refused(base, luck, [
          'base-moved',
          'checkout-in-the-way',
          'tree-differs',
          'conflict',
          'checks-failed',
        ]),
}
