/** The sample workflow: a failing check, an automatic fix, both layers of the evaluation, and one commit. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { harnessJson as harnessProcess } from './support/harness.ts'
import { harnessJson } from './support/harness-here.ts'
import { git, temporaryFolder } from './support/sample-repo.ts'
import { ends } from './support/workflow-repo.ts'

const slug = 'refuse-visitors-while-the-hall-is-full'
const branch = `harness/${slug}`
const files = ['README.md', 'src/hall.js', 'test/full.test.js']

it('QA-20, WF-11, WF-12, WF-14, WF-15 harness demo workflow leaves one commit on its branch, and the checkout as it was', async () => {
  const { code, value } = await harnessProcess(temporaryFolder(), ['demo', 'workflow'])
  const { folder } = value
  try {
    expect(code, JSON.stringify(value)).toBe(0)
    const told = {
      phase: 'completed',
      result: 'passed',
      slug,
      docsPath: `docs/harness/${slug}/`,
      round: 2,
      layer1: { result: 'PASS', retries: 0 },
      layer2: { result: 'PASS', retries: 0 },
      autofix: 'verified',
      changedFiles: files,
    }
    expect(value).toMatchObject({ ...told, ok: true, outcome: 'done', branch, tokensTotal: 54_000 })
    expect(value.next).toContain(`git switch ${branch}`)

    expect(git(folder, 'log', '--format=%s', `main..${branch}`)).toBe(
      'Refuse visitors while the hall is full',
    )
    expect(git(folder, 'diff', '--name-only', 'main', branch).split('\n')).toEqual(files)
    expect(git(folder, 'show', `${branch}:src/hall.js`)).toContain('if (inside >= capacity) return false')
    expect(git(folder, 'log', '--format=%s', 'main')).toBe('Begin with a hall that lets everybody in')
    expect(git(folder, 'symbolic-ref', '--short', 'HEAD')).toBe('main')
    expect(git(folder, 'status', '--porcelain', '--untracked-files=all')).toBe('')
    expect(readdirSync(join(folder, '.harness'))).toEqual(['run'])
    expect(existsSync(join(folder, 'docs'))).toBe(false)
    // The folders of the lane and of its clean room are kept for the next run, on no branch.
    const [, ...kept] = git(folder, 'worktree', 'list').split('\n')
    expect(kept).toEqual(Array(2).fill(expect.stringContaining('(detached HEAD)')))

    const shown = (await harnessJson(folder, ['show', 'workflow'])).value
    expect(shown).toMatchObject({ ...told, state: 'done', lane: null, spent: { calls: 18, tokens: 54_000 } })
    expect(shown.steps.filter(({ type }: { type: string }) => type === 'AskHuman')).toHaveLength(5)
    expect(await harnessJson(folder, ['replay', 'workflow'])).toMatchObject({
      code: 0,
      value: { same: true, difference: null, diverged: null },
    })
    const resumed = await ends(0, folder, ['resume', 'workflow'])
    expect(resumed.stdout).toContain('done: ✓ Task complete: QA passed.')
    expect((await harnessJson(folder, ['show', 'workflow'])).value.spent).toEqual(shown.spent)
    expect((await ends(0, folder, ['workflow'])).stdout).toContain('No session in this directory.')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    rmSync(`${folder}.lanes`, { recursive: true, force: true })
  }
})
