import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tried } from '@harness/formats/test-support/runs'
import { targetRepo } from '@harness/shell/test-support/target-repo'
import { describe, expect, test } from 'vitest'
import { runHere } from '../../test-support/run-here.ts'

const criteria = (...more: readonly string[]) =>
  [
    '## Release criteria',
    '- [ ] **tag: `shop/cart`** — "A customer can fill a cart."',
    '  - Tested by: `test/cart.test.js`',
    '- [ ] **tag: `shop/pay`** — "A customer can pay."',
    ...more,
    '',
  ].join('\n')

const plan = (id: string, status: string, tags: readonly string[]) => `---
id: "${id}"
title: Plan ${id}
phase: first
status: ${status}
depends_on: []
estimated_passes: 1
acceptance_tags: [${tags.join(', ')}]
---
# ${id} Plan ${id}

## Goal
It works.
`

const testOf = (title: string, body = '() => {}') =>
  `import test from 'node:test'\ntest(${JSON.stringify(title)}, ${body})\n`

const whole = {
  'docs/main.md': '# A shop\n',
  'docs/main.acceptance.md': criteria(),
  'docs/exec-plans/completed/0001-cart.md': plan('0001', 'completed', ['shop/cart']),
  'docs/exec-plans/completed/0002-pay.md': plan('0002', 'completed', ['shop/pay']),
  'test/cart.test.js': testOf('shop/cart: fills a cart'),
  'test/pay.test.js': testOf('a customer pays (shop/pay)'),
  'package.json': '{"type": "module"}',
  'harness.config.json': JSON.stringify({
    checks: [{ name: 'test', run: 'node --test --test-reporter=spec test/*.test.js' }],
    releaseGate: { specPath: 'docs/main.acceptance.md' },
    sandbox: 'off',
  }),
}

const setUp = (more: Readonly<Record<string, string>> = {}) => {
  const repo = targetRepo({ ...whole, ...more })
  return {
    repo,
    gate: (...args: readonly string[]) => runHere(repo.root, ['release-gate', ...args]),
    isMarked: () => existsSync(join(repo.stateDir, 'RELEASE_READY')),
  }
}

/** The line that says what a tag lacks. */
const lackOf = async (tag: string, more: Readonly<Record<string, string>>): Promise<string> => {
  const { gate, isMarked } = setUp(more)
  const { code, out } = await gate()
  expect([code, isMarked()]).toEqual([1, false])
  return out.split('\n').find((line) => line.startsWith(`  ${tag}: `)) ?? out
}

type Unready = readonly [what: string, tag: string, files: Readonly<Record<string, string>>, lack: string]
const isNotReady = tried<Unready>(
  [
    [
      'a plan that is active',
      'shop/pay',
      { 'docs/exec-plans/active/0003-more.md': plan('0003', 'active', ['shop/pay']) },
      'uncovered, plan 0003 is active',
    ],
    [
      'a file of tests that is not there',
      'shop/pay',
      { 'docs/main.acceptance.md': criteria('  - tests: `e2e/pay.spec.ts`') },
      'covered-but-test-missing, e2e/pay.spec.ts is not there',
    ],
    [
      'a tag that stands in no test',
      'shop/pay',
      { 'test/pay.test.js': testOf('a customer pays'), 'docs/notes.md': 'shop/pay' },
      'covered-but-test-missing, no test and no check names the tag',
    ],
    [
      'a test that is skipped',
      'shop/pay',
      { 'test/pay.test.js': testOf('shop/pay', '{skip: true}, () => {}') },
      'covered-but-test-missing, test/pay.test.js names it, but no check printed that it passed',
    ],
    [
      'a test that fails',
      'shop/pay',
      { 'test/pay.test.js': testOf('shop/pay', "() => { throw new Error('no') }") },
      'covered-but-test-failed, test failed: ✖ shop/pay',
    ],
  ],
  [
    [
      'no plan',
      'shop/pay',
      { 'docs/exec-plans/completed/0002-pay.md': plan('0002', 'completed', []) },
      'uncovered, no plan has the tag',
    ],
    [
      'a plan that the criterion names and that is not there',
      'shop/pay',
      { 'docs/main.acceptance.md': criteria('  - Covered by plans: 0002, 0007') },
      'uncovered, there is no plan 0007',
    ],
    [
      'a test that no check runs',
      'shop/pay',
      { 'test/pay.test.js': '', 'test/other/pay.test.js': testOf('shop/pay') },
      'covered-but-test-missing, test/other/pay.test.js names it, but no check printed that it passed',
    ],
    [
      'a program that says it passed, without a test',
      'shop/pay',
      { 'test/pay.test.js': "console.log('✔ shop/' + 'pay works')\n" },
      'covered-but-test-missing, no test and no check names the tag',
    ],
    [
      'another test that fails',
      'shop/pay',
      { 'test/more.test.js': testOf('more', "() => { throw new Error('no') }") },
      'covered-but-test-failed, test failed: ✔ a customer pays (shop/pay)',
    ],
  ],
)

describe('DL-18 harness release-gate', () => {
  test('DL-18 is ready if each tag has a completed plan and a test that passed; the mark and a report say so', async () => {
    const { repo, gate, isMarked } = setUp()
    const { code, out } = await gate('--json')
    expect(code, out).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      ready: true,
      missing: [],
      criteria: [
        { tag: 'shop/cart', status: 'covered', plans: ['0001'], tests: ['test/cart.test.js'] },
        { tag: 'shop/pay', status: 'covered', plans: ['0002'], proof: { check: 'test' } },
      ],
    })
    expect(isMarked()).toBe(true)
    const mark = JSON.parse(readFileSync(join(repo.stateDir, 'RELEASE_READY'), 'utf8'))
    expect(Object.keys(mark)).toEqual(['specPath', 'at', 'reportPath'])
    expect(mark).toMatchObject({
      specPath: 'docs/main.acceptance.md',
      reportPath: expect.stringMatching(/main\.json$/),
    })
    const report = JSON.parse(readFileSync(join(repo.stateDir, mark.reportPath), 'utf8'))
    expect(report).toMatchObject({ ready: true, commit: repo.git('rev-parse', 'HEAD') })
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  test('DL-18 takes the mark away once a tagged test is gone, and says what is missing', async () => {
    const { repo, gate, isMarked } = setUp()
    expect(await gate()).toMatchObject({ code: 0 })
    repo.git('rm', '-q', 'test/pay.test.js')
    repo.commit({})
    expect(await gate()).toMatchObject({
      code: 1,
      out: expect.stringContaining('shop/pay: covered-but-test-missing, no test and no check names the tag'),
    })
    expect(isMarked()).toBe(false)
    expect(readdirSync(join(repo.stateDir, 'release-reports'))).toHaveLength(2)
  })

  test('DL-18 judges what is committed, not what lies in the checkout', async () => {
    const { repo, gate } = setUp()
    writeFileSync(join(repo.root, 'test/pay.test.js'), '')
    expect(await gate()).toMatchObject({ code: 0 })
  })

  test.each(isNotReady)('DL-18 is not ready with %s', async (_what, tag, more, lack) => {
    expect(await lackOf(tag, more)).toContain(`  ${tag}: ${lack}`)
  })

  test('DL-18 a check of the config can claim a tag; it counts if it passes', async () => {
    const claims = (run: string) => ({
      'test/pay.test.js': '',
      'harness.config.json': JSON.stringify({
        checks: [
          { name: 'test', run: 'node --test --test-reporter=spec test/*.test.js' },
          { name: 'pay', run, claims: ['shop/pay'] },
        ],
        sandbox: 'off',
      }),
    })
    expect(await setUp(claims('true')).gate('docs/main.md')).toMatchObject({ code: 0 })
    expect(await setUp(claims('false')).gate('docs/main.md')).toMatchObject({
      code: 1,
      out: expect.stringContaining('shop/pay: covered-but-test-failed, the check pay did not pass'),
    })
  })

  test('DL-18 is not ready if a check fails that names no tag', async () => {
    const config = {
      ...JSON.parse(whole['harness.config.json']),
      checks: [
        { name: 'test', run: 'node --test --test-reporter=spec test/*.test.js' },
        { name: 'lint', run: 'exit 3' },
      ],
    }
    const { gate, isMarked } = setUp({ 'harness.config.json': JSON.stringify(config) })
    expect(await gate()).toMatchObject({
      code: 1,
      out: expect.stringContaining('the check lint: exit code 3'),
    })
    expect(isMarked()).toBe(false)
  })

  test('DL-18 tells what .env.example lacks', async () => {
    const environment =
      '\n## Environment requirements\n\n- `DATABASE_URL`, `OPENAI_API_KEY`\n- `AUTH_SECRET`, `NONE`\n'
    const { gate } = setUp({
      'docs/main.acceptance.md': criteria() + environment,
      '.env.example': 'DATABASE_URL=postgres://x\nOPENAI_API_KEY=changeme\n# AUTH_SECRET=\n',
    })
    expect(JSON.parse((await gate('--json')).out)).toMatchObject({
      ready: true,
      environment: [
        { name: 'DATABASE_URL', state: 'set' },
        { name: 'OPENAI_API_KEY', state: 'placeholder' },
        { name: 'AUTH_SECRET', state: 'placeholder' },
        { name: 'NONE', state: 'missing-from-template' },
      ],
    })
  })

  test.each<[string, Readonly<Record<string, string>>, readonly string[], string]>([
    [
      'a spec without acceptance file',
      { 'docs/lone.md': 'x' },
      ['docs/lone.md'],
      'docs/lone.acceptance.md does not exist',
    ],
    [
      'duplicate tags',
      { 'docs/main.acceptance.md': criteria('- **tag: `shop/cart`** again') },
      [],
      'main.acceptance.md:5:1: expected each tag once, found `shop/cart`, which line 2 has too',
    ],
    [
      'no spec',
      { 'harness.config.json': '{"checks": [{"name": "a", "run": "true"}]}' },
      [],
      'No spec is named',
    ],
  ])('DL-18 %s: exit 2, and no run starts', async (_what, more, args, problem) => {
    const { repo, gate } = setUp(more)
    expect(await gate(...args)).toMatchObject({ code: 2, err: expect.stringContaining(problem) })
    expect(existsSync(join(repo.stateDir, 'runs/release'))).toBe(false)
  })

  test('DL-18 an acceptance file that is not committed, or committed with mistakes, is no release', async () => {
    const { repo, gate } = setUp()
    repo.write('docs/new.md', 'x\n')
    repo.write('docs/new.acceptance.md', criteria())
    expect(await gate('docs/new.md')).toMatchObject({
      code: 1,
      out: expect.stringContaining('docs/new.acceptance.md is not on main'),
    })
    repo.commit({ 'docs/main.acceptance.md': '## Release criteria\n' })
    repo.write('docs/main.acceptance.md', criteria())
    expect(await gate()).toMatchObject({ code: 1, out: expect.stringContaining('no criterion in') })
  })
})
