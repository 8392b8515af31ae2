/** Owns people who merge what a mission leaves to them, when they like, when they are asked, or never. */

import { minuteMs } from '@harness/core/kernel/minute'
import type { Rest } from '@harness/shell/engine/loop/run-loop'
import type { Manners } from '../../engine/manners.ts'
import type { Random } from '../../engine/random.ts'
import type { Stage } from '../../engine/scenario.ts'
import type { Site } from '../../world/ground.ts'
import { featuresIn } from '../../world/papers.ts'
import type { Disturb } from '../../world/twin.ts'
import { deleteBranch, mergeByHand, restoreBranch, unmergedOf } from '../../world/unmerged.ts'

/** What has passed, and whose branch is not in the base. */
function keptBranches(site: Site, isGone = false): readonly string[] {
  const { papers } = site
  const features = papers === null ? null : featuresIn(papers)
  const passed = (features ?? []).filter(({ status }) => status === 'passed').map(({ id }) => id)
  return unmergedOf(site, passed)
    .filter((one) => (one.isGone === true) === isGone)
    .map(({ branch }) => branch)
}

const openPulls = ({ pulls }: Site): readonly string[] =>
  pulls.filter(({ state }) => state === 'open').map(({ branch }) => branch)

const howOf = (luck: Random): 'merge' | 'squash' => (luck.chance(0.3) ? 'squash' : 'merge')

/** At any time, whatever the run is about. */
export const mergingAtAnyTime =
  (stage: Stage, site: Site, eagerness: number): Disturb =>
  (command, attempt) => {
    const luck = stage.random.about(`${command.id} ${attempt} merging`)
    const soon = (what: string, deed: () => boolean): void => {
      if (!luck.chance(eagerness)) return
      stage.timeline.after(luck.int(0, 60_000), () => {
        if (deed()) stage.tally.note(`person ${what}`)
      })
    }
    const one = (of: readonly string[], deed: (branch: string) => void): boolean => {
      if (of.length > 0) deed(luck.pick(of))
      return of.length > 0
    }
    soon('merges a kept branch', () =>
      one(keptBranches(site), (branch) => mergeByHand(stage, site, branch, 'merge')),
    )
    soon('merges a pull request', () =>
      one(openPulls(site), (branch) => mergeByHand(stage, site, branch, howOf(luck))),
    )
    soon('deletes a kept branch', () =>
      one(keptBranches(site), (branch) => deleteBranch(stage, site, branch)),
    )
    soon('closes a pull request', () =>
      one(openPulls(site), (branch) => {
        for (const pull of site.pulls)
          if (pull.branch === branch && pull.state === 'open') pull.state = 'closed'
      }),
    )
  }

/** Most people merge what they are asked to merge before they resume, some of it at least, and restore what they deleted. */
export function mergingWhenAsked(manners: Manners, stage: Stage, site: Site): Manners {
  let willing = stage.random.about('willing to merge').int(0, 12)
  return {
    ...manners,
    resume(rest) {
      if (!asksToMerge(rest) || willing <= 0) return manners.resume(rest)
      willing--
      const luck = stage.random.about(`merging ${willing}`)
      for (const branch of keptBranches(site, true)) {
        stage.tally.note('person restores a kept branch')
        restoreBranch(stage, site, branch)
      }
      for (const branch of keptBranches(site))
        if (luck.chance(0.8)) {
          stage.tally.note('person merges what they are asked to')
          mergeByHand(stage, site, branch, 'merge')
        }
      return { afterMs: luck.int(0, 90) * minuteMs, until: null }
    },
  }
}

const asksToMerge = (rest: Rest): boolean => rest.type === 'ended' && rest.end.next.startsWith('Merge into ')
