import { asRunId } from '@harness/core/kernel/ids'
import { parseConfigValue } from '@harness/formats/config/parse-config'
import type { Plan } from '@harness/formats/documents/plan/plan'
import { describe, expect, it } from 'vitest'
import { deliveryInput } from './delivery-input.ts'

const sections = {
  devServer: { command: 'npm run dev', url: 'http://localhost:5173', routes: ['/', '/about'] },
  e2e: { command: 'npx playwright test', artifactDirs: ['report'] },
}

const plan = (ui: boolean | null): Plan => ({
  id: '0001',
  slug: 'search',
  title: 'Search',
  phase: 'first',
  status: 'active',
  dependsOn: [],
  estimatedPasses: 1,
  acceptanceTags: [],
  priority: 100,
  ui,
  risk: null,
  scope: [],
  budget: { loc: null, files: null },
  body: '',
  path: 'plans/0001-search.md',
})

function inputFor(ui: boolean | null, more: { skipE2e?: boolean; config?: object } = {}) {
  const { skipE2e = false, config = sections } = more
  const parsed = parseConfigValue({ checks: [{ name: 'test', run: 'true' }], ...config }, 'config')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return deliveryInput({
    runId: asRunId('20260101-000000'),
    config: parsed.value,
    plan: plan(ui),
    planText: '',
    until: null,
    spentBeforeTokens: 0,
    skipE2e,
  })
}

describe('what a delivery shows of the user interface', () => {
  it('DL-08 looks at the product where the config says how, and a plan may insist', () => {
    const server = { run: 'npm run dev', url: 'http://localhost:5173', readyMs: 60_000 }
    expect(inputFor(null).ui).toEqual({ server, routes: ['/', '/about'], required: false })
    expect(inputFor(true).ui).toMatchObject({ required: true })
    expect(inputFor(null, { config: {} }).ui).toBeNull()
  })

  it('DL-08 refuses a plan that insists where nobody knows how to start the product', () => {
    expect(() => inputFor(true, { config: {} })).toThrow(
      expect.objectContaining({ code: 'dev-server-missing' }),
    )
  })

  it('DL-07 runs the end-to-end tests unless the operator or the plan says otherwise', () => {
    expect(inputFor(null).e2e).toMatchObject({ check: { name: 'e2e' }, artifactDirs: ['report'] })
    expect(inputFor(null, { skipE2e: true }).e2e).toBeNull()
    expect(inputFor(null, { skipE2e: true }).ui).not.toBeNull()
    expect(inputFor(false)).toMatchObject({ ui: null, e2e: null })
    expect(inputFor(null, { config: {} }).e2e).toBeNull()
  })
})
