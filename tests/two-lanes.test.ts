/** Lanes that get in each other's way: the later one is brought on top of the earlier, or goes back to its author. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import { approves, git, planPath, planText, type Rule, sampleRepo, script } from './support/sample-repo.ts'

const writes = (plan: string, text: string): Rule => ({
  role: 'implementer',
  match: `# Plan ${plan}`,
  do: [{ write: { path: 'hello.txt', text } }],
  reply: 'Done.',
})
const two = (...rules: readonly Rule[]): string =>
  sampleRepo({
    'hello.txt': 'hello\n',
    [planPath('0002')]: planText('0002'),
    'script.json': script(...rules),
  })

describe('DL-32 a conflict with another lane', () => {
  const resolves: Rule = {
    role: 'implementer',
    match: 'Conflicts with main to resolve',
    do: [{ write: { path: 'hello.txt', text: 'hello from both\n' } }],
    reply: 'Resolved.',
  }
  const setUp = async (...rules: readonly Rule[]): Promise<string> => {
    const root = two(
      ...rules,
      writes('0001', 'hello from one\n'),
      writes('0002', 'hello from two\n'),
      approves,
    )
    expect(await harness(root, ['run', '0001', '--phase', 'implement'])).toMatchObject({ code: 0 })
    expect(await harness(root, ['run', '0002'])).toMatchObject({ code: 0 })
    return root
  }

  test('goes back to the implementer, is checked and reviewed again, and both are merged', async () => {
    const root = await setUp(resolves)
    const { code, stdout } = await harness(root, ['run', '0001'])
    expect(code).toBe(0)
    expect(stdout).toContain('conflicts with main in 1 file')
    expect(readFileSync(join(root, 'hello.txt'), 'utf8')).toBe('hello from both\n')
    const { value } = await harnessJson(root, ['show', '0001'])
    expect(value.reviewPasses).toBe(2)
    expect(git(root, 'log', '--merges', '--format=%s', 'main')).toContain('Merge plan 0001')
  })

  test('is not resolved by an implementer who leaves the marks', async () => {
    const leaves: Rule = { ...resolves, do: [{ append: { path: 'hello.txt', text: 'more\n' } }] }
    const fixes: Rule = {
      role: 'fixer',
      do: [{ append: { path: 'hello.txt', text: 'again\n' } }],
      reply: 'Done.',
    }
    const root = await setUp(leaves, fixes)
    const main = git(root, 'rev-parse', 'main')
    const { code, value } = await harnessJson(root, ['run', '0001'])
    expect(code).toBe(3)
    expect(value.reason).toContain('no conflict marks still failing')
    expect(git(root, 'rev-parse', 'main')).toBe(main)
  })
})

describe('a base that was rewritten', () => {
  test('stops the run for a person, who can let it go on', async () => {
    const root = two(writes('0001', 'hello from one\n'), writes('0002', 'hello from two\n'), approves)
    git(root, 'commit', '-q', '--allow-empty', '-m', 'Second')
    expect(await harness(root, ['run', '0001', '--phase', 'implement'])).toMatchObject({ code: 0 })
    git(root, 'commit', '-q', '--allow-empty', '--amend', '-m', 'Begun otherwise')
    const { code, value } = await harnessJson(root, ['run', '0001'])
    expect(code).toBe(3)
    expect(value.reason).toContain('main was rewritten')
    expect((await harness(root, ['grant', '0001'])).code).toBe(0)
    expect(readFileSync(join(root, 'hello.txt'), 'utf8')).toBe('hello from one\n')
  })
})
