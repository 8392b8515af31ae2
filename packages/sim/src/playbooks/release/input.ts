/** Owns what a simulated release gate is told at its start, and the files that it is held against. */
import { asLaneName, asRunId } from '@harness/core/kernel/ids'
import type { ReleaseInput } from '@harness/core/playbooks/release/input'
import { keyOf } from '@harness/formats/documents/codec/rewrite-documents'

const runId = asRunId('20261118-120000')

export const plainInput: ReleaseInput = {
  runId,
  baseBranch: 'main',
  acceptancePath: 'docs/main.acceptance.md',
  planDir: 'plans',
  completedDir: 'done',
  checks: ['test', 'lint'].map((name) => ({ name, run: `npm run ${name}`, timeoutMs: 60_000, claims: [] })),
}

export const tag = 'shop/cart'

const inLane = (path: string): string => keyOf({ place: 'lane', lane: asLaneName(`release-${runId}`), path })
const plan = `---\nid: "0001"\ntitle: Cart\nphase: shop\nstatus: completed\ndepends_on: []\nestimated_passes: 1\nacceptance_tags: [${tag}]\n---\n`

/** By `keyOf`: what the lane of the gate has. */
export const filesInLane = (isDelivered: boolean): ReadonlyMap<string, string> =>
  new Map([
    [inLane('docs/main.acceptance.md'), `## Release criteria\n- **tag: \`${tag}\`** — "It has a cart."\n`],
    [
      inLane(isDelivered ? 'done/0001-cart.md' : 'plans/0001-cart.md'),
      isDelivered ? plan : plan.replace('completed', 'active'),
    ],
  ])
