/** Owns the twin of AwaitCi. */
import type { AwaitCi } from '@harness/core/effects/await-ci'
import type { OutcomeOf } from '@harness/core/kernel/effect'
import { forgeFailed, mergedByOthers, pullClosed } from './any-landing.ts'
import { awaitCi } from './pulls.ts'
import { freshAt, type Twin } from './twin.ts'

export const awaitCiTwin: Twin<AwaitCi> = {
  perform: awaitCi,
  any: ({ pull }, luck, base) =>
    luck.pick<OutcomeOf<AwaitCi>>([
      ...(['passed', 'passed', 'failed', 'absent', 'silent'] as const).map((state) => ({
        ...base,
        type: 'CiReported' as const,
        state,
        jobs: [],
      })),
      pullClosed(base, pull),
      mergedByOthers(freshAt(base), base),
      forgeFailed(base, luck),
    ]),
}
