/** Owns what a simulated audit is told at its start, the files that it reads, and the audits that it can get. */
import { asLaneName, asRunId } from '@harness/core/kernel/ids'
import type { Audit } from '@harness/core/playbooks/fidelity/audit'
import type { FidelityInput } from '@harness/core/playbooks/fidelity/input'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'

const runId = asRunId('20261118-120000')

export const plainInput: FidelityInput = {
  runId,
  baseBranch: 'main',
  specPath: 'docs/main.md',
  planDir: 'plans',
  completedDir: 'done',
  appPaths: ['src'],
  threshold: 25,
  reportDir: '.harness/run/fidelity-reports',
  auditor: { tier: 'advisor', limits: { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 } },
  accepts: null,
}

export const acceptingInput: FidelityInput = {
  ...plainInput,
  accepts: { by: 'ada', reason: 'later', report: '2026-11-17-main', score: 53, specCommit: 'spec' },
}

const inLane = (path: string): string => keyOf({ place: 'lane', lane: asLaneName(`fidelity-${runId}`), path })
const review = (id: string): string =>
  `---\nid: "${id}"\ntitle: Plan\nphase: shop\nstatus: active\ndepends_on: []\nestimated_passes: 1\nacceptance_tags: []\n---\n`

/** By `keyOf`: what the lane of the audit has. */
export const filesInLane = (isUnderReview: boolean): ReadonlyMap<string, string> =>
  new Map([
    [inLane(plainInput.specPath), '# A shop\n'],
    [inLane('plans/0003-pay.md'), review('0003')],
    ...(isUnderReview ? [[inLane('plans/9999-fidelity-review.md'), review('9999')] as const] : []),
  ])

export const historyKey = keyOf({ place: 'history', branch: 'main', path: plainInput.specPath })

/** `unmet` makes the score higher than the threshold. `mark` tells one answer from another. */
export const auditOf = (mark: string, unmet: boolean, shows = true): Audit => ({
  riskScore: 10,
  requirements: [
    {
      requirement: `It is as ${mark} says.`,
      status: unmet ? 'unmet' : 'met',
      planId: '0003',
      notes: shows ? 'src/shop.js' : 'it does',
    },
  ],
  drift: [],
  risks: [],
  actions: [],
})
