/** Owns the twin of OpenPull. */
import type { OpenPull } from '@harness/core/effects/open-pull'
import type { OutcomeOf } from '@harness/core/kernel/effect'
import { forgeFailed, mergedByOthers, pullClosed, refused } from './any-landing.ts'
import { openPull } from './pulls.ts'
import { type Twin, treeOf } from './twin.ts'

export const openPullTwin: Twin<OpenPull> = {
  perform: openPull,
  any: ({ commit }, luck, base) =>
    luck.pick<OutcomeOf<OpenPull>>([
      ...Array.from({ length: 5 }, () => ({
        ...base,
        type: 'PullOpened' as const,
        number: 1,
        url: '',
        created: true,
      })),
      pullClosed(base, 1),
      mergedByOthers({ commit, tree: treeOf(commit) }, base),
      refused(base, luck, ['push-rejected']),
      forgeFailed(base, luck),
    ]),
}
