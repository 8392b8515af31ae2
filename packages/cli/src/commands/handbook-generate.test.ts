import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plannedAnswer, plannedFor } from '@harness/formats/documents/handbook/test-support/planned'
import { targetRepo } from '@harness/shell/test-support/target-repo'
import { describe, expect, test } from 'vitest'
import { runHere } from '../test-support/run-here.ts'

const [files, right] = [
  ['IMPECCABLE_HANDBOOK.md', '.impeccable-skeleton.json'] as const,
  JSON.stringify(plannedAnswer),
]
const wrong = JSON.parse(right.replaceAll('src/styles.css', 'src/none.css')) as unknown

const setUp = (rules: readonly unknown[], more: Readonly<Record<string, string>> = {}) => {
  const repo = targetRepo({
    ...plannedFor,
    'package.json': JSON.stringify({ scripts: { check: 'node check.mjs' } }),
    'harness.config.json': JSON.stringify({
      agent: { provider: 'scripted', script: 'script.json' },
      checks: [{ name: 'check', run: 'true' }],
    }),
    'script.json': JSON.stringify({
      rules: rules.map((rule) => ({ role: 'handbook-planner', ...(rule as object) })),
    }),
    ...more,
  })
  return {
    repo,
    generate: (...args: readonly string[]) => runHere(repo.root, ['handbook', 'generate', ...args]),
    harness: (...args: readonly string[]) => runHere(repo.root, args),
    written: () => files.filter((name) => existsSync(join(repo.root, name))),
  }
}

describe('HB-42 harness handbook generate', () => {
  test('makes both files; lint has nothing to say, and the call is recorded under a run', async () => {
    const { repo, generate, harness, written } = setUp([{ json: plannedAnswer }])
    expect(await generate()).toMatchObject({
      code: 0,
      out: expect.stringContaining('done: Written: IMPECCABLE_HANDBOOK.md, .impeccable-skeleton.json.'),
    })
    expect(written()).toEqual(files)
    expect(await harness('handbook', 'lint')).toMatchObject({
      code: 0,
      out: 'right: 3 prompts in 2 phases\n',
    })
    const { out } = await harness('show', 'handbook-generation', 'plan/handbook/1')
    expect(out).toContain('People in a hurry.')
    expect(out).toContain('src/styles.css (8 bytes)')
    expect(out).toContain('npm run check: node check.mjs')
    expect((await harness('runs')).out).toContain('Make a handbook')
    expect(repo.git('status', '--porcelain')).toBe('?? .impeccable-skeleton.json\n?? IMPECCABLE_HANDBOOK.md')
    expect(repo.git('branch', '--list')).toBe('* main')
  })

  test('a plan that lint objects to goes back with the objections', async () => {
    const { generate, harness, written } = setUp([
      { match: 'What was wrong with your last plan', json: plannedAnswer },
      { json: wrong },
    ])
    const { code, out } = await generate('--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ ok: true, files, problems: [], outcome: 'done' })
    expect(written()).toEqual(files)
    expect((await harness('show', 'handbook-generation', 'plan/handbook/2')).out).toContain(
      'Prompt 2.2: the path src/none.css does not exist.',
    )
  })

  test('after three plans that will not do: exit 4, what was wrong, and nothing written', async () => {
    const { generate, harness, written } = setUp([{ json: wrong }])
    const { code, out } = await generate('--json')
    expect(code).toBe(4)
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      files: [],
      problems: [expect.stringContaining('the path src/none.css does not exist.')],
    })
    expect(written()).toEqual([])
    expect((await harness('show', 'handbook-generation')).out).toContain(
      'the path src/none.css does not exist.',
    )
  })

  test.each(files)('a %s that is there is not overwritten without --force', async (name) => {
    const { repo, generate, written } = setUp([{ json: plannedAnswer }])
    writeFileSync(join(repo.root, name), 'mine')
    expect(await generate()).toMatchObject({ code: 2, err: expect.stringContaining(`already: ${name}.`) })
    expect(written()).toEqual([name])
    expect(existsSync(join(repo.root, '.harness/run/runs'))).toBe(false)
    expect(await generate('--force')).toMatchObject({
      code: 0,
      out: expect.stringContaining(`what was there before is kept in ${name}.aside`),
    })
    expect(readFileSync(join(repo.root, name), 'utf8')).toContain('home')
    expect(readFileSync(join(repo.root, `${name}.aside`), 'utf8')).toBe('mine')
  })

  test('a handbook whose run is unfinished is not replaced', async () => {
    const { repo, generate, harness } = setUp([
      { json: plannedAnswer },
      { role: 'prompt-worker', fail: 'auth' },
      { role: 'prompt-reader', fail: 'auth' },
    ])
    expect((await generate()).code).toBe(0)
    expect((await harness('handbook')).code).not.toBe(0)
    const before = readFileSync(join(repo.root, files[0]), 'utf8')
    expect(await generate('--force')).toMatchObject({
      code: 2,
      err: expect.stringContaining('has an unfinished run'),
    })
    expect(readFileSync(join(repo.root, files[0]), 'utf8')).toBe(before)
    const other = join(repo.root, '../the other')
    repo.git('worktree', 'add', '--quiet', '-b', 'side', other)
    expect(await runHere(other, ['handbook', 'generate', '--force'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`there: cd ${repo.root} && harness handbook;`),
    })
    const next = async (root: string) =>
      JSON.parse((await runHere(root, ['runs', '--json'])).out).runs.find(
        ({ plan }: { readonly plan: string }) => plan === 'handbook',
      ).next
    expect(await next(other)).toContain(`there: cd ${repo.root} && harness handbook;`)
    expect(await next(repo.root)).not.toContain('cd ')
    expect((await harness('refuse', 'handbook', '-m', 'another plan')).code).toBe(0)
    expect((await generate('--force')).code).toBe(0)
  })

  test('HB-26 a handbook that takes the place of another begins with its own limits and records', async () => {
    const { repo, generate, harness } = setUp([{ json: plannedAnswer }, { role: 'prompt-reader', json: {} }])
    const state = JSON.stringify({ prompts: {}, iteration_state: { iteration: 200, max_iterations: 200 } })
    for (const name of [...files, '.impeccable-state.json']) writeFileSync(join(repo.root, name), state)
    // Names that are taken are taken, by whatever it is.
    mkdirSync(join(repo.root, `${files[0]}.aside`))
    symlinkSync('nowhere', join(repo.root, `${files[0]}.aside-2`))
    expect(await generate('--force')).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        `kept in .impeccable-state.json.aside and ${files[0]}.aside-3 and ${files[1]}.aside`,
      ),
    })
    expect(readFileSync(join(repo.root, '.impeccable-state.json.aside'), 'utf8')).toBe(state)
    expect(existsSync(join(repo.root, '.impeccable-state.json'))).toBe(false)
    const { out, err } = await harness('handbook')
    expect(out + err).toContain('Starting fresh at prompt')
    expect(out + err).not.toContain('.aside')
  })

  test('what was to replace a handbook, and was stopped, does so only in its checkout and with --force', async () => {
    const { repo, generate, harness, written } = setUp([{ fail: 'auth' }])
    for (const name of files) writeFileSync(join(repo.root, name), 'mine')
    repo.git('add', '.')
    repo.git('commit', '-qm', 'a handbook')
    expect((await generate('--force')).code).not.toBe(0)
    const other = join(repo.root, '../the other')
    repo.git('worktree', 'add', '--quiet', '-b', 'side', other)
    const script = { rules: [{ role: 'handbook-planner', json: plannedAnswer }] }
    for (const root of [repo.root, other]) writeFileSync(join(root, 'script.json'), JSON.stringify(script))
    for (const args of [[], ['--force']])
      expect(await runHere(other, ['handbook', 'generate', ...args])).toMatchObject({
        code: 2,
        err: expect.stringContaining(`there: cd ${repo.root} && harness handbook generate`),
      })
    expect(await generate()).toMatchObject({ code: 2, err: expect.stringContaining('a handbook already') })
    expect(files.map((name) => readFileSync(join(repo.root, name), 'utf8'))).toEqual(['mine', 'mine'])
    expect((await generate('--force')).code).toBe(0)
    expect(written()).toEqual(files)
    expect(readFileSync(join(other, files[0]), 'utf8')).toBe('mine')
    expect((await harness('handbook', 'lint')).code).toBe(0)
  })

  test('a file that a person writes meanwhile stays, and the other one is not written either', async () => {
    const { repo, generate, written } = setUp([
      {
        do: [{ run: 'echo mine > ../../repo/.impeccable-skeleton.json' }],
        json: plannedAnswer,
      },
    ])
    expect(await generate()).toMatchObject({
      code: 1,
      out: expect.stringContaining('There is a handbook already'),
    })
    expect(written()).toEqual(['.impeccable-skeleton.json'])
    expect(readFileSync(join(repo.root, '.impeccable-skeleton.json'), 'utf8')).toBe('mine\n')
  })

  test('--dry-run says who would be asked, and asks nobody', async () => {
    const { repo, generate } = setUp([])
    const before = readdirSync(repo.root)
    expect((await generate('--dry-run')).out).toContain('handbook-planner: scripted')
    expect(JSON.parse((await generate('--dry-run', '--json')).out)).toMatchObject({
      ok: true,
      dryRun: true,
      files,
    })
    expect(readdirSync(repo.root)).toEqual(before)
  })

  test('needs no config where somebody says whose agents work', async () => {
    const { repo, generate } = setUp([])
    repo.git('rm', '-q', 'harness.config.json')
    expect(await generate('--dry-run', '--provider', 'claude')).toMatchObject({
      code: 0,
      out: expect.stringContaining('handbook-planner: claude'),
    })
  })

  test('without PRODUCT.md: exit 2, nothing written', async () => {
    const { repo, generate } = setUp([])
    repo.git('rm', '-q', 'PRODUCT.md')
    expect(await generate()).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no PRODUCT.md in '),
    })
  })
})
