/** Owns the twin of MergePull. */
import type { MergePull } from '@harness/core/effects/merge-pull'
import type { OutcomeOf } from '@harness/core/kernel/effect'
import { forgeFailed, mergedAs, pullClosed, refused } from './any-landing.ts'
import { mergePull } from './pulls.ts'
import type { Twin } from './twin.ts'

export const mergePullTwin: Twin<MergePull> = {
  perform: mergePull,
  any: (command, luck, base) =>
    luck.pick<OutcomeOf<MergePull>>([
      mergedAs(command, base, luck),
      mergedAs(command, base, luck),
      refused(base, luck, ['base-moved', 'not-mergeable', 'not-merged-in-time', 'push-rejected']),
      pullClosed(base, command.pull),
      forgeFailed(base, luck),
    ]),
}
