/** Owns what a simulated site-reverse is told at its start, and the analyses that it can get. */
import { asRunId } from '@harness/core/kernel/ids'
import type { SiteAnalysis } from '@harness/core/playbooks/site-reverse/analysis'
import type { SiteInput } from '@harness/core/playbooks/site-reverse/input'

export const plainInput: SiteInput = {
  runId: asRunId('20261119-120000'),
  baseBranch: 'main',
  url: 'https://example.com/',
  limits: { depth: 2, maxPages: 20, delayMs: 1_000, wallMs: 900_000 },
  files: {
    spec: 'docs/shop.md',
    acceptance: 'docs/shop.acceptance.md',
    drop: 'docs/context/inbox/2026-11-19-site-shop.md',
  },
  analyst: { tier: 'advisor', limits: { wallMs: 3_600_000, idleMs: 600_000, maxTurns: 200 } },
}

/** `mark` tells one answer from another. `cites` is the page that it names as evidence. */
export const analysisOf = (mark: string, cites = '/cart'): SiteAnalysis => ({
  appName: `Shop ${mark}`,
  positioning: 'Tea.',
  targetUsers: ['Drinkers'],
  coreUserJobs: ['Buy tea'],
  pages: [{ path: '/', purpose: 'Start' }],
  workflows: [{ name: 'Buy', steps: ['Fill the cart'], sourceEvidence: [cites] }],
  features: [{ name: 'Cart', description: 'It has a cart.', priority: 'must' }],
  uxImprovements: [],
  implementationExpectations: [],
  acceptanceCriteria: [{ tag: 'shop/cart', text: 'A cart can be filled.' }],
  risksOrUnknowns: [],
})
