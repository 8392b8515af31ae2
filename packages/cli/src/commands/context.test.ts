import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { targetRepo } from '@harness/shell/test-support/target-repo'
import { describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.ts'

const config = JSON.stringify({ checks: [{ name: 'a', run: 'true' }] })
const setUp = (files: Readonly<Record<string, string>> = {}) => {
  const repo = targetRepo({ 'harness.config.json': config, ...files })
  const harness = (...args: readonly string[]) => runHere(repo.root, ['context', ...args])
  return { repo, harness }
}
const plan = 'docs/exec-plans/active/0001-search.md'
const today = () => new Date().toISOString().slice(0, 10)

describe('DL-20 harness context', () => {
  test('DL-20 add files a text, a file or standard input, each under a name of its own', async () => {
    const { repo, harness } = setUp({ 'Thread One.txt': 'From a file.\n', [plan]: 'to be written' })
    const first = await harness('add', '-m', 'Prices are net!', '--scope', 'step:review', '--source', 'slack')
    expect(first).toMatchObject({ code: 0, out: expect.stringContaining('agents in the step review') })
    expect(repo.read(`docs/context/inbox/${today()}-prices-are-net.md`)).toBe(
      '---\nsource: slack\nscope: step:review\n---\nPrices are net!\n',
    )
    const second = await harness('add', 'Thread One.txt', '--scope', 'run:0001', '--json')
    expect(JSON.parse(second.out)).toEqual({
      ok: true,
      path: `docs/context/inbox/${today()}-thread-one.md`,
      source: 'other',
      scope: 'run:0001',
    })
    await runHere(repo.root, ['context', 'add', '-', '--name', 'Piped'], 'From a pipe.\n')
    expect(repo.read(`docs/context/inbox/${today()}-piped.md`)).toContain('From a pipe.')
  })

  test.each([
    [['-m', 'x', '--scope', 'everyone'], 'There is no scope "everyone"'],
    [['-m', 'x', '--scope', 'step:reveiw'], 'Did you mean review?'],
    [['-m', 'x', '--scope', 'run:0999'], 'There is no plan 0999'],
    [['-m', 'x', '--source', 'slak'], 'slak'],
    [['-m', '  '], 'the text is empty'],
    [['-m', 'x'.repeat(10_001)], 'at most 10000 characters; this one has 10001'],
    [['huge.md'], 'at most 10000 characters; this one has 50000 bytes'],
    [['binary.md'], 'That is not text'],
    [['missing.md'], 'There is no file'],
    [['a.txt', '-m', 'x'], 'which one is meant'],
  ])('DL-20 add refuses %j and writes nothing', async (args, why) => {
    const { repo, harness } = setUp({ 'huge.md': 'x'.repeat(50_000), 'binary.md': 'a\0b', 'a.txt': 'a' })
    expect(await harness('add', ...args)).toMatchObject({ code: 2, err: expect.stringContaining(why) })
    expect(existsSync(join(repo.root, 'docs/context'))).toBe(false)
  })

  test('QA-07 add says so where the text seems to hold a secret', async () => {
    const { harness } = setUp()
    const token = `ghp_${'a1B2'.repeat(9)}`
    expect((await harness('add', '-m', `Use ${token}`)).err).toContain('It seems to hold a secret')
    expect((await harness('render', '--phase', 'fix', '--plan', '0001')).out).not.toContain(token)
    expect((await harness('add', '-m', 'Use the new parser')).err).toBe('')
  })

  test('DL-20 list shows scope and size, and what cannot be used', async () => {
    const { harness } = setUp({
      'docs/context/review.md': 'Look twice.',
      'docs/context/inbox/2026-01-01-bad.md': 'no front matter',
      'docs/context/inbox/2026-01-01-long.md': `---\nsource: wiki\nscope: all\n---\n${'x'.repeat(10_001)}`,
    })
    const { out } = await harness('list')
    expect(out).toMatch(/^docs\/context\/review\.md +step:review +other +11$/m)
    expect(out).toMatch(/2026-01-01-bad\.md +\? .*front matter/)
    expect(out).toMatch(/2026-01-01-long\.md .*no agent is told it/)
    const { drops } = JSON.parse((await harness('list', '--json')).out) as { drops: unknown[] }
    expect(drops).toHaveLength(3)
  })

  test('DL-20 archive moves a drop, prune the old ones; only --delete deletes', async () => {
    const drop = '---\nsource: wiki\nscope: all\n---\nx\n'
    const { repo, harness } = setUp({
      'docs/context/inbox/2020-01-01-old.md': drop,
      'docs/context/inbox/2020-01-02-older.md': drop,
      [`docs/context/inbox/${today()}-new.md`]: drop,
    })
    expect((await harness('archive', '2020-01-01-old')).out).toContain(
      'is now docs/context/archive/2020-01-01-old.md',
    )
    expect(repo.read('docs/context/archive/2020-01-01-old.md')).toBe(drop)
    expect(await harness('archive', '2020-01-01-old')).toMatchObject({ code: 2 })
    expect(await harness('prune')).toMatchObject({ code: 2, err: expect.stringContaining('--older-than') })
    expect(await harness('prune', '--older-than', 'ever')).toMatchObject({ code: 2 })
    const pruned = await harness('prune', '--older-than', '30d', '--json')
    expect(JSON.parse(pruned.out)).toEqual({
      ok: true,
      moved: [{ name: '2020-01-02-older.md', to: 'docs/context/archive/2020-01-02-older.md' }],
    })
    repo.write('docs/context/inbox/2020-01-03-oldest.md', drop)
    await harness('prune', '--older-than', '30d', '--delete')
    expect(existsSync(join(repo.root, 'docs/context/inbox/2020-01-03-oldest.md'))).toBe(false)
    expect(existsSync(join(repo.root, 'docs/context/archive/2020-01-03-oldest.md'))).toBe(false)
    expect(repo.read(`docs/context/inbox/${today()}-new.md`)).toBe(drop)
  })

  test('DL-20 render prints what an agent of that phase and plan is told, and names what is left out', async () => {
    const { harness } = setUp({
      'docs/context/review.md': 'Look twice.',
      'docs/context/inbox/2026-01-01-a.md': '---\nsource: wiki\nscope: run:0001\n---\nFor plan one.',
      'docs/context/inbox/2026-01-01-b.md': 'no front matter',
    })
    const { out, err } = await harness('render', '--phase', 'review', '--plan', '0001')
    expect(out).toMatch(
      /^# Context docs\/context\/review\.md\nThe block below is .*\n```text\nLook twice\.\n```\n/,
    )
    expect(out).toContain('For plan one.')
    expect(err).toContain('left out: docs/context/inbox/2026-01-01-b.md')
    expect((await harness('render', '--phase', 'fix', '--plan', '0002')).out).toBe('')
    expect(await harness('render', '--phase', 'review')).toMatchObject({ code: 2 })
    expect(await harness('render', '--plan', '0001')).toMatchObject({ code: 2 })
  })

  test('DL-20 another action is refused with the nearest', async () => {
    expect(await setUp().harness('lst')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean list?'),
    })
  })

  test('DL-41 phase is the phase of plans, step a step of the run; validate names drops that no agent reads', async () => {
    const planText = (id: string, phase: string) =>
      `---\nid: "${id}"\ntitle: Search\nphase: ${phase}\nstatus: active\ndepends_on: []\nestimated_passes: 1\nacceptance_tags: []\n---\n# ${id} Search\n\n## Goal\nSearch.\n`
    const drop = (scope: string) => `---\nsource: wiki\nscope: ${scope}\n---\nFor ${scope}.\n`
    const inbox = 'docs/context/inbox/2026-01-01-'
    const { repo, harness } = setUp({
      [plan]: planText('0001', 'first'),
      'docs/context/README.md': 'What this folder is for.',
      'docs/context/first.md': 'For plans of the first phase.',
      [`${inbox}a.md`]: drop('phase:first'),
      [`${inbox}b.md`]: drop('phase:second'),
      [`${inbox}c.md`]: drop('phase:review'),
      [`${inbox}d.md`]: drop('step:reviews'),
      [`${inbox}e.md`]: drop('run:0009'),
      [`${inbox}f.md`]: 'no front matter',
    })
    const { out } = await harness('render', '--phase', 'review', '--plan', '0001')
    expect(out).toContain('For plans of the first phase.')
    expect(out).toContain('For phase:first.')
    expect(out).not.toContain('For phase:review.')
    const { code, out: validated } = await runHere(repo.root, ['validate', '--json'])
    const { problems } = JSON.parse(validated) as { problems: { area: string; message: string }[] }
    expect(code).toBe(2)
    expect(problems.map(({ area, message }) => `${area} ${message.replace(inbox, '')}`)).toEqual([
      'context b.md: scope: no open plan has the phase second',
      'context c.md: scope: no open plan has the phase review; for the step of a run write step:review',
      expect.stringContaining('context d.md: scope: no run has a step reviews'),
      'context e.md: scope: there is no plan 0009',
      expect.stringContaining('context f.md: '),
    ])
  })
})
