import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { targetRepo } from '@harness/shell/test-support/target-repo'
import { describe, expect, test } from 'vitest'
import { runHere } from '../../test-support/run-here.ts'

const spec = 'docs/product-specs/main.md'
const active = 'docs/exec-plans/active'
const review = `${active}/9999-fidelity-review.md`
const plan = (id: string, status = 'active'): string => `---
id: "${id}"
title: Plan ${id}
phase: shop
status: ${status}
depends_on: []
estimated_passes: 1
acceptance_tags: []
---
# ${id} Plan ${id}

## Goal
Do it.
`
const point = (requirement: string, status: string, notes: string) => ({
  requirement,
  status,
  plan_id: null,
  notes,
})
const fine = {
  risk_score: 10,
  requirements: [point('Customers fill a cart.', 'met', '`src/cart.js:1` fills it')],
  drift: [],
  risks: [],
  recommended_actions: [],
}
const drifted = {
  risk_score: 40,
  requirements: [
    ...['a', 'b', 'c'].map((name) => point(`It does ${name}.`, 'met', 'src/cart.js')),
    point('Slack notifications', 'unmet', 'missing'),
    point('Customers pay.', 'unmet', 'no src/pay.js'),
  ],
  drift: [{ plan_id: '0001', title: 'Chat', rationale: 'src/cart.js chats' }],
  risks: [{ level: 'High', category: 'scope', detail: 'Nobody can pay.' }],
  recommended_actions: ['Plan paying'],
}

const setUp = (rules: readonly object[], more: Readonly<Record<string, string>> = {}) => {
  const repo = targetRepo({
    [spec]: '# A shop\n\nCustomers fill a cart and pay.\n',
    'src/cart.js': 'export const cart = []\n',
    [`${active}/0002-pay.md`]: plan('0002'),
    [`${active}/0003-ship.md`]: plan('0003'),
    [`${active}/0004-later.md`]: plan('0004', 'blocked'),
    'docs/exec-plans/completed/0001-cart.md': plan('0001', 'completed'),
    'harness.config.json': JSON.stringify({
      agent: { provider: 'scripted', script: 'script.json' },
      checks: [{ name: 'check', run: 'true' }],
      fidelity: { specPath: spec },
    }),
    'script.json': script(rules),
    ...more,
  })
  const statusOf = (id: string, name: string): string =>
    /^status: "?(\w+)/m.exec(repo.git('show', `main:${active}/${id}-${name}.md`))?.[1] ?? ''
  return {
    repo,
    fidelity: (...args: readonly string[]) => runHere(repo.root, ['fidelity', ...args]),
    harness: (...args: readonly string[]) => runHere(repo.root, args),
    answers: (...next: readonly object[]) => repo.commit({ 'script.json': script(next) }, 'Script'),
    statuses: () => [statusOf('0002', 'pay'), statusOf('0003', 'ship'), statusOf('0004', 'later')],
    reports: () => readdirSync(join(repo.stateDir, 'fidelity-reports')).sort(),
    reportNamed: (name: string) => JSON.parse(repo.read(`.harness/run/fidelity-reports/${name}`)),
  }
}
const script = (rules: readonly object[]): string =>
  JSON.stringify({ rules: rules.map((rule) => ({ role: 'auditor', ...rule })) })

describe('DL-17 harness fidelity', () => {
  test('DL-17 a product that does what its spec says: exit 0, a report, and nothing of the plans changes', async () => {
    const { repo, fidelity, statuses, reports, harness } = setUp([{ json: fine }])
    const before = repo.git('rev-parse', 'main')
    const { code, out } = await fidelity('--json')
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { ok: true, specPath: spec, score: 3, threshold: 25, exceedsThreshold: false, plans: [] },
    ])
    expect(reports()).toEqual([
      expect.stringMatching(/^\d{4}-\d\d-\d\d-main\.json$/),
      expect.stringMatching(/^\d{4}-\d\d-\d\d-main\.md$/),
    ])
    expect(statuses()).toEqual(['active', 'active', 'blocked'])
    expect(repo.git('rev-parse', 'main')).toBe(before)
    const { out: told } = await harness('show', 'fidelity', 'audit/product/1')
    for (const words of ['Customers fill a cart and pay.', '0001 Plan 0001 (completed)'])
      expect(told).toContain(words)
  })

  test('DL-17 above the threshold: exit 1, the review and the blocks in one commit, and what a person can do', async () => {
    const { repo, fidelity, statuses, reports, reportNamed, harness } = setUp([{ json: drifted }])
    const before = repo.git('rev-parse', 'main')
    const { code, out } = await fidelity()
    expect([code, out]).toEqual([1, expect.stringContaining('Drift score 34, above 25')])
    for (const words of [
      'unmet: Slack notifications (missing)',
      'drift: Chat of plan 0001 (src/cart.js chats)',
      `blocked by ${review}: 0002, 0003`,
      'harness fidelity docs/product-specs/main.md --accept -m "why"',
    ])
      expect(out).toContain(words)
    expect(repo.git('rev-list', '--count', `${before}..main`)).toBe('1')
    expect(repo.git('show', '--name-only', '--format=%s', 'main').split('\n').filter(Boolean)).toEqual([
      'chore: block plans for a fidelity review (score 34)',
      `${active}/0002-pay.md`,
      `${active}/0003-ship.md`,
      review,
    ])
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(statuses()).toEqual(['blocked', 'blocked', 'blocked'])
    expect(repo.read(review)).toContain('- unmet: Slack notifications (missing)')
    expect(reportNamed(reports()[0] ?? '')).toMatchObject({
      specSlug: 'main',
      specPath: spec,
      specCommit: repo.git('log', '-1', '--format=%H', '--', spec),
      commit: before,
      threshold: 25,
      exceedsThreshold: true,
      score: 34,
      totalRequirements: 5,
      metCount: 3,
      partialCount: 0,
      unmetCount: 2,
      driftCount: 1,
      riskScore: 40,
      breakdown: { unmetComponent: 20, driftComponent: 2, riskComponent: 12 },
      unmet: [{ requirement: 'Slack notifications', notes: 'missing' }, { requirement: 'Customers pay.' }],
      drift: [{ plan_id: '0001', title: 'Chat', rationale: 'src/cart.js chats' }],
      risks: [{ level: 'high', category: 'scope', detail: 'Nobody can pay.' }],
    })
    expect(await harness('validate')).toMatchObject({ code: 0 })
    expect(await harness('run')).toMatchObject({ code: 2 })
  })

  test('DL-17 a person accepts the report: the plans go on, and only for this version of the spec', async () => {
    const { repo, fidelity, statuses, reportNamed } = setUp([{ json: drifted }])
    await fidelity()
    expect(await fidelity('--accept')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--accept needs the reason'),
    })
    const { code, out } = await fidelity('--accept', '-m', 'Paying comes next quarter')
    expect([code, out]).toEqual([0, expect.stringContaining('Active again: 0002, 0003.')])
    expect(statuses()).toEqual(['active', 'active', 'blocked'])
    expect(existsSync(join(repo.root, review))).toBe(false)
    expect(repo.git('status', '--porcelain')).toBe('')
    expect(repo.git('log', '-1', '--format=%B', 'main')).toContain('Paying comes next quarter')
    const specCommit = repo.git('log', '-1', '--format=%H', '--', spec)
    expect(reportNamed('accepted-main.json')).toMatchObject({
      specPath: spec,
      specCommit,
      score: 34,
      reason: 'Paying comes next quarter',
      by: expect.any(String),
    })
    expect(await fidelity()).toMatchObject({
      code: 0,
      out: expect.stringContaining('Drift score 34, not above 34'),
    })
    expect(await fidelity('--accept', '-m', 'again')).toMatchObject({
      code: 2,
      err: expect.stringContaining('needs no person'),
    })
    repo.commit({ [spec]: '# A shop\n\nCustomers fill a cart and pay at once.\n' }, 'Change the spec')
    expect(await fidelity()).toMatchObject({ code: 1, out: expect.stringContaining('above 25') })
    repo.commit({ [spec]: '# A shop\n\nCustomers fill a cart.\n' }, 'Change it again')
    expect(await fidelity('--accept', '-m', 'fine')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has changed since its report'),
    })
  })

  test('DL-17 the product is corrected: the next audit ends the review', async () => {
    const { repo, fidelity, statuses, answers } = setUp([{ json: drifted }])
    await fidelity()
    answers({ json: fine })
    expect(await fidelity()).toMatchObject({
      code: 0,
      out: expect.stringContaining('Active again: 0002, 0003.'),
    })
    expect(statuses()).toEqual(['active', 'active', 'blocked'])
    expect(existsSync(join(repo.root, review))).toBe(false)
  })

  test('DL-17 a second audit above the threshold keeps the list of blocked plans', async () => {
    const { repo, fidelity, statuses } = setUp([{ json: drifted }])
    await fidelity()
    repo.commit({ [`${active}/0005-new.md`]: plan('0005') }, 'Another plan')
    const { code, out } = await fidelity()
    expect([code, out]).toEqual([1, expect.stringContaining(`${review}: 0002, 0003, 0005`)])
    expect(statuses()).toEqual(['blocked', 'blocked', 'blocked'])
    await fidelity('--accept', '-m', 'fine')
    expect(statuses()).toEqual(['active', 'active', 'blocked'])
  })

  test('DL-17 a report that says the same is not written twice', async () => {
    const { repo, fidelity, reports } = setUp([{ json: fine }])
    await fidelity()
    const [name = ''] = reports()
    const text = repo.read(`.harness/run/fidelity-reports/${name}`)
    repo.commit({ 'src/more.js': '1\n' }, 'More')
    await fidelity()
    expect(repo.read(`.harness/run/fidelity-reports/${name}`)).toBe(text)
    expect(reports()).toHaveLength(2)
  })

  test('DL-17 an answer without evidence goes back to the auditor with what is wrong', async () => {
    const { fidelity, harness } = setUp([
      { match: 'What was wrong with your last answer', json: fine },
      { json: { ...fine, requirements: [point('Customers pay.', 'met', 'src/pay.js does it')] } },
    ])
    expect(await fidelity()).toMatchObject({ code: 0 })
    expect((await harness('show', 'fidelity', 'audit/product/2')).out).toContain(
      'no-evidence: “Customers pay.” is met, and its notes name only src/pay.js',
    )
  })

  test.each([
    [
      'a plan that does not exist',
      { ...fine, drift: [{ plan_id: '0042', title: 'x', rationale: 'y' }] },
      'unknown-plan',
    ],
    ['a score above 100', { ...fine, risk_score: 400 }, 'risk_score'],
    ['no requirement', { ...fine, requirements: [] }, 'requirements'],
  ])(
    'DL-17 an auditor that answers with %s three times: exit 4, and nothing is written',
    async (_name, json, problem) => {
      const { repo, fidelity } = setUp([{ json }])
      const { code, out } = await fidelity()
      expect([code, out]).toEqual([4, expect.stringContaining(problem)])
      expect(existsSync(join(repo.stateDir, 'fidelity-reports'))).toBe(false)
    },
  )

  test('DL-17 an auditor that times out is no verdict: it is said, and the next call tries again', async () => {
    const { repo, fidelity, statuses, answers } = setUp([{ fail: 'timeout' }])
    const { code, out } = await fidelity()
    expect([code, out]).toEqual([1, expect.stringContaining('timeout')])
    expect(out).not.toContain('Drift score')
    expect(statuses()).toEqual(['active', 'active', 'blocked'])
    expect(existsSync(join(repo.root, review))).toBe(false)
    answers({ json: fine })
    expect(await fidelity()).toMatchObject({ code: 0, out: expect.stringContaining('Drift score 3') })
  })

  test('DL-17 work of a person in a plan is left, and the verdict stands', async () => {
    const { repo, fidelity, statuses } = setUp([{ json: drifted }])
    repo.write(`${active}/0002-pay.md`, `${plan('0002')}my note\n`)
    const { code, out } = await fidelity()
    expect([code, out]).toEqual([1, expect.stringContaining('the plans could not be blocked')])
    expect(repo.read(`${active}/0002-pay.md`)).toContain('my note')
    expect(statuses()).toEqual(['active', 'active', 'blocked'])
  })

  test.each<[string, readonly string[], string]>([
    ['a spec that is not there', ['docs/none.md'], 'There is no docs/none.md'],
    ['a spec outside the repository', ['../main.md'], 'is no Markdown file inside the repository'],
    ['nothing to accept', ['--accept', '-m', 'x'], 'There is no report of'],
    ['words without --accept', ['-m', 'x'], '-m says why'],
  ])('DL-17 %s: exit 2, and no run starts', async (_name, args, problem) => {
    const { repo, fidelity } = setUp([{ json: fine }])
    expect(await fidelity(...args)).toMatchObject({ code: 2, err: expect.stringContaining(problem) })
    expect(existsSync(join(repo.stateDir, 'runs/fidelity'))).toBe(false)
  })

  test('DL-17 a spec that is not committed: exit 2, and no agent is asked', async () => {
    const { repo, fidelity } = setUp([{ json: fine }])
    repo.write('docs/new.md', '# New\n')
    expect(await fidelity('docs/new.md')).toMatchObject({
      code: 2,
      out: expect.stringContaining('docs/new.md is not on main.'),
    })
  })
})
