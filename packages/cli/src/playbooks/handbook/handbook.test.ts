import { readdirSync } from 'node:fs'
import { smallHandbook } from '@harness/formats/documents/handbook/test-support/handbooks'
import { targetRepo } from '@harness/shell/test-support/target-repo'
import { describe, expect, test } from 'vitest'
import { runHere } from '../../test-support/run-here.ts'

const product = '## Users\n\nLearners.\n'
const right = {
  'IMPECCABLE_HANDBOOK.md': smallHandbook,
  'PRODUCT.md': product,
  'src/pages/a.astro': '',
  'package.json': JSON.stringify({ scripts: { check: 'true', test: 'true' } }),
  '.impeccable-skeleton.json': JSON.stringify([{ id: '0.1' }, { id: '1.1' }, { id: '1.2' }]),
}
const setUp = (files: Readonly<Record<string, string>>) => {
  const repo = targetRepo(files)
  return { repo, harness: (...args: readonly string[]) => runHere(repo.root, ['handbook', ...args]) }
}
const without = (...names: readonly string[]) =>
  Object.fromEntries(Object.entries(right).filter(([name]) => !names.includes(name)))

describe('harness handbook', () => {
  test.each([
    [['IMPECCABLE_HANDBOOK.md'], 'There is no IMPECCABLE_HANDBOOK.md in '],
    [['PRODUCT.md'], 'There is no PRODUCT.md in '],
    [['PRODUCT.md', 'IMPECCABLE_HANDBOOK.md'], 'There is no IMPECCABLE_HANDBOOK.md and no PRODUCT.md in '],
  ])('HB-01 without %j: exit 2, an error that names it, nothing written', async (missing, message) => {
    const { repo, harness } = setUp(without(...missing))
    const before = readdirSync(repo.root)
    for (const action of ['lint', 'status', 'plan'])
      expect(await harness(action)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
    expect(readdirSync(repo.root)).toEqual(before)
  })

  test('HB-40 lint of a handbook in which everything is right', async () => {
    const { harness } = setUp(right)
    expect(await harness('lint')).toMatchObject({ code: 0, out: 'right: 3 prompts in 2 phases\n' })
    expect(JSON.parse((await harness('lint', '--json')).out)).toEqual({ ok: true, exitCode: 0, findings: [] })
  })

  test('HB-40 lint tells of a document prompt whose file git ignores', async () => {
    const { harness } = setUp({ ...right, '.gitignore': 'DESIGN.md\n' })
    const { code, out } = await harness('lint')
    expect(code).toBe(1)
    expect(out).toContain('Prompt 0.1: git ignores DESIGN.md')
  })

  test('HB-40 lint tells everything with its line, and exits 1', async () => {
    const { harness } = setUp({
      ...without('src/pages/a.astro'),
      'IMPECCABLE_HANDBOOK.md': smallHandbook.replace('- [ ] COMPLETE\n', '').replace('loc:120±30', 'loc:x'),
      'DESIGN.md': '## Tokens\n',
      '.impeccable-skeleton.json': JSON.stringify(
        [
          { id: '0.1', anchors: { paths: ['src'], design_md_rules: ['## Colours'] } },
          { id: '1.1', depends_on: ['1.1'] },
          { id: '8.8' },
        ],
        null,
        1,
      ),
    })
    const { code, out } = await harness('lint')
    expect(code).toBe(1)
    expect(out.split('\n')).toEqual([
      'error IMPECCABLE_HANDBOOK.md:12:67 prompt 0.1 scope.budget: expected a whole number or ∞, found "x" malformed-envelope',
      'error IMPECCABLE_HANDBOOK.md:20:1 prompt 1.1: expected a line "- [ ] COMPLETE" after the prompt, found none no-checkbox',
      'warning IMPECCABLE_HANDBOOK.md:25 The skeleton does not have prompt 1.2. skeleton-lacks-prompt',
      'warning IMPECCABLE_HANDBOOK.md:25 Prompt 1.2 has no scope: its budget is unbounded and it may come to nothing. no-scope',
      'warning .impeccable-skeleton.json:2 Prompt 0.1: DESIGN.md has no section or Named Rule "## Colours". unknown-anchor',
      'warning .impeccable-skeleton.json:2 Prompt 0.1: the path src does not exist. missing-path',
      'warning .impeccable-skeleton.json:13 Prompt 1.1: it depends on itself. unreachable-dependency',
      'warning .impeccable-skeleton.json:19 The skeleton names prompt 8.8, which the handbook does not have. skeleton-unknown-prompt',
      '',
      '2 errors, 6 warnings in 3 prompts in 2 phases',
      '',
    ])
    const told = JSON.parse((await harness('lint', '--json')).out)
    expect(told).toMatchObject({ ok: false, exitCode: 1 })
    expect(told.findings[0]).toEqual({
      severity: 'error',
      rule: 'malformed-envelope',
      file: 'IMPECCABLE_HANDBOOK.md',
      line: 12,
      column: 67,
      promptId: '0.1',
      message: 'prompt 0.1 scope.budget: expected a whole number or ∞, found "x"',
    })
  })

  test('HB-40 a path that leads out of the repository does not exist for it', async () => {
    const skeleton = JSON.stringify([{ id: '0.1', anchors: { paths: ['../..', '/etc'] } }])
    const { harness } = setUp({ ...right, '.impeccable-skeleton.json': skeleton })
    const { out } = await harness('lint')
    expect(out).toContain('the path ../.. does not exist')
    expect(out).toContain('the path /etc does not exist')
  })

  test('HB-28 status counts the boxes of each phase and names the next prompt', async () => {
    const { harness } = setUp(right)
    const { code, out } = await harness('status')
    expect(code).toBe(0)
    expect(out.split('\n')).toEqual([
      'PHASE  TICKED  OPEN  DEFERRED  TITLE',
      '0      1       0     0         Foundations',
      '1      0       1     1         Critique',
      '',
      'next: 1.1 (first unticked checkbox in Phase 1)',
      'By hand: 0.1',
      '',
    ])
    expect(JSON.parse((await harness('status', '--json')).out)).toEqual({
      ok: true,
      phases: [
        { number: 0, title: 'Foundations', ticked: 1, open: 0, deferred: 0 },
        { number: 1, title: 'Critique', ticked: 0, open: 1, deferred: 1 },
      ],
      next: { promptIds: ['1.1'], rationale: 'first unticked checkbox in Phase 1' },
      skeleton: true,
      errors: 0,
      run: null,
      byHand: ['0.1'],
    })
  })

  test('HB-28 status says what is left when no box is open, and how many errors lint has', async () => {
    const done = setUp({ ...right, 'IMPECCABLE_HANDBOOK.md': smallHandbook.replaceAll('[ ]', '[x]') })
    expect((await done.harness('status')).out).toContain('next: Phase 1 close')
    const bare = setUp(without('.impeccable-skeleton.json'))
    expect((await bare.harness('status')).out).toContain('Skeleton absent: fallback envelope-only mode.')
    const broken = setUp({ ...right, '.impeccable-skeleton.json': '{' })
    expect((await broken.harness('status')).out).toContain('1 error, see: harness handbook lint')
  })

  test('HB-28, HB-41 status and plan of a handbook that was done before say that nothing comes next', async () => {
    const at = '2026-11-16T08:00:00.000Z'
    const times = { started_at: at, last_step_at: at }
    const iteration = { iteration: 1, max_iterations: 9, timeout_minutes: 9, ...times, last_outcome: 'pass' }
    const state = {
      prompts: [],
      iteration_state: { ...iteration, status: 'done', termination_reason: 'all_done' },
    }
    const { harness } = setUp({
      ...right,
      'IMPECCABLE_HANDBOOK.md': smallHandbook.replaceAll('[ ]', '[x]'),
      '.impeccable-state.json': JSON.stringify(state),
    })
    expect((await harness('status')).out).toContain('next: Untick a box, or add a prompt')
    expect((await harness('plan')).out).toContain('Nothing would be run: all of it was done before.')
  })

  test('HB-41 plan shows steps, envelopes and slices, and runs no agent', async () => {
    const { harness } = setUp(right)
    const { code, out } = await harness('plan')
    expect(code).toBe(0)
    expect(out).toMatch(/^1 +1\.1 +main tree +\d+ +Prompt 1\.1, PRODUCT\.md, Determinism notes$/m)
    expect(out).toMatch(/^2 +Phase 1 close +main tree +npm run check$/m)
    expect(out).toMatch(/^3 steps, about \d+ tokens of envelopes/m)
    const told = JSON.parse((await harness('plan', '--json')).out)
    expect(told.steps.map(({ type }: { type: string }) => type)).toEqual(['prompts', 'close', 'finish'])
    expect(told.steps[0].dispatches[0]).toMatchObject({
      subject: '1.1',
      part: 'work',
      slices: [{ label: 'Prompt 1.1', tokens: 15 }, { label: 'PRODUCT.md' }, { label: 'Determinism notes' }],
    })
  })

  test('HB-41 plan refuses a handbook with errors', async () => {
    const { harness } = setUp({ ...right, '.impeccable-skeleton.json': '{' })
    expect(await harness('plan')).toMatchObject({
      code: 2,
      err: expect.stringContaining('The handbook has 1 error.'),
    })
  })

  test('QA-21 an action that is none is refused with the nearest', async () => {
    const { harness } = setUp(right)
    expect(await harness('lnt')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean lint?'),
    })
  })
})
