import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { targetRepo } from '@harness/shell/test-support/target-repo'
import { describe, expect, test } from 'vitest'
import { runHere } from '../../test-support/run-here.ts'

const spec = 'docs/product-specs/main.md'
const criteria = `# Acceptance

## Release criteria

- [ ] **tag: \`shop/cart\`** — "A customer can fill a cart."
- [ ] **tag: \`shop/pay\`** — "A customer can pay."
`
const proposal = (id: string, slug: string, tag: string, depends_on: readonly string[] = []) => ({
  id,
  slug,
  title: `Build ${slug}`,
  phase: 'shop',
  depends_on,
  estimated_passes: 2,
  summary: `Customers have ${slug}.`,
  scope_bullets: [`src/${slug}.js`],
  acceptance_tags: [tag],
})
const cart = proposal('0002', 'cart', 'shop/cart')
const pay = proposal('0003', 'pay', 'shop/pay', ['0002'])
const sound = { proposals: [cart, pay] }
const inACircle = { proposals: [{ ...cart, depends_on: ['0003'] }, pay] }
const old = `---
id: "0001"
title: Begin
phase: first
status: active
depends_on: []
estimated_passes: 1
acceptance_tags: []
---
# 0001 Begin

## Goal
Begin.
`

const setUp = (rules: readonly object[], more: Readonly<Record<string, string>> = {}) => {
  const repo = targetRepo({
    [spec]: '# A shop\n\nCustomers fill a cart and pay.\n',
    'docs/product-specs/main.acceptance.md': criteria,
    'docs/exec-plans/active/0001-begin.md': old,
    'docs/context/inbox/2026-04-18-planner.md':
      '---\nsource: slack\nscope: planner\n---\n\nMax price is $49.\n',
    'harness.config.json': JSON.stringify({
      agent: { provider: 'scripted', script: 'script.json' },
      checks: [{ name: 'check', run: 'true' }],
    }),
    'script.json': JSON.stringify({ rules: rules.map((rule) => ({ role: 'planner', ...rule })) }),
    ...more,
  })
  return {
    repo,
    plan: (...args: readonly string[]) => runHere(repo.root, ['plan', ...args]),
    harness: (...args: readonly string[]) => runHere(repo.root, args),
    plans: () => readdirSync(join(repo.root, 'docs/exec-plans/active')),
  }
}

describe('DL-19 harness plan', () => {
  test('DL-19 writes plans that harness next and validate take, and tells the planner what people left', async () => {
    const { plan, harness, plans } = setUp([{ json: sound }])
    const { code, out } = await plan(spec, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      specPath: spec,
      files: ['docs/exec-plans/active/0002-cart.md', 'docs/exec-plans/active/0003-pay.md'],
      plans: [{ id: '0002' }, { id: '0003', dependsOn: ['0002'] }],
    })
    expect(plans()).toEqual(['0001-begin.md', '0002-cart.md', '0003-pay.md'])
    expect(await harness('validate')).toMatchObject({ code: 0 })
    const { out: told } = await harness('show', 'planning', 'propose/plans/1')
    for (const words of [
      'Max price is $49.',
      'Customers fill a cart and pay.',
      'shop/cart: A customer can fill',
      '0001 Begin (active)',
      'come after 0001',
    ])
      expect(told).toContain(words)
    expect(await plan(spec)).toMatchObject({
      code: 0,
      out: expect.stringContaining('has a plan; nothing was written'),
    })
  })

  test('DL-19 a planner that proposes a cycle is asked again with the cycle', async () => {
    const { plan, harness, plans } = setUp([
      { match: 'What was wrong with your last proposals', json: sound },
      { json: inACircle },
    ])
    expect(await plan(spec)).toMatchObject({ code: 0 })
    expect(plans()).toHaveLength(3)
    expect((await harness('show', 'planning', 'propose/plans/2')).out).toContain(
      'cycle-in-proposals: 0002 → 0003 → 0002 wait for each other',
    )
  })

  test.each([
    ['a cycle three times', { json: inACircle }, 'cycle-in-proposals'],
    ['an unreadable answer three times', { reply: 'I would rather not.' }, 'one JSON object'],
  ])('DL-19 %s: exit 4, what was wrong, and no file written', async (_name, rule, problem) => {
    const { plan, plans } = setUp([rule])
    const { code, out } = await plan(spec)
    expect([code, out]).toEqual([4, expect.stringContaining(problem)])
    expect(plans()).toEqual(['0001-begin.md'])
  })

  test('DL-19 --preview shows the plans and writes nothing', async () => {
    const { plan, plans } = setUp([{ json: sound }])
    const { code, out } = await plan(spec, '--preview')
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('0003 Build pay; 2 passes; after 0002; shop/pay'),
    ])
    expect(plans()).toEqual(['0001-begin.md'])
  })

  test('DL-19 --max-new-plans is the cap; a word is refused', async () => {
    const { plan, plans } = setUp([{ json: sound }])
    expect(await plan(spec, '--max-new-plans', '1')).toMatchObject({
      code: 4,
      out: expect.stringContaining('cap-exceeded: 2 new plans; at most 1'),
    })
    expect(plans()).toEqual(['0001-begin.md'])
    expect(await plan(spec, '--max-new-plans', 'many')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--max-new-plans takes a number'),
    })
  })

  test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
    ['a spec that is not there', {}, ['docs/none.md'], 'There is no docs/none.md'],
    [
      'a spec without acceptance file',
      { 'docs/lone.md': 'x' },
      ['docs/lone.md'],
      'docs/lone.acceptance.md does not exist',
    ],
    ['a spec outside the repository', {}, ['../main.md'], 'is no Markdown file inside the repository'],
    [
      'duplicate tags',
      { 'docs/product-specs/main.acceptance.md': `${criteria}- **tag: \`shop/pay\`** again\n` },
      [spec],
      'main.acceptance.md:7:1: expected each tag once, found `shop/pay`, which line 6 has too',
    ],
    ['no spec', {}, [], 'No spec is named'],
  ])('DL-19 %s: exit 2, and no run starts', async (_name, files, args, problem) => {
    const { repo, plan } = setUp([{ json: sound }], files)
    expect(await plan(...args)).toMatchObject({ code: 2, err: expect.stringContaining(problem) })
    expect(existsSync(join(repo.stateDir, 'runs/planning'))).toBe(false)
  })

  test('DL-19 resumes the unfinished planning, and only that', async () => {
    const { repo, plan } = setUp([{ fail: 'auth' }])
    expect(await plan(spec)).toMatchObject({ code: 1 })
    repo.write('docs/other.md', '# Other\n')
    repo.write('docs/other.acceptance.md', criteria)
    expect(await plan('docs/other.md')).toMatchObject({
      code: 2,
      err: expect.stringContaining('The unfinished planning is about docs/product-specs/main.md'),
    })
    repo.write('script.json', JSON.stringify({ rules: [{ role: 'planner', json: sound }] }))
    expect(await plan()).toMatchObject({ code: 0, out: expect.stringContaining('2 plans written') })
  })
})
