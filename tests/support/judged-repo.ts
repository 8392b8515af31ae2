/** Test support: a repository whose second delivery takes a test away, and a judge who rules on that. */
import { expect } from 'vitest'
import { harness } from './harness-here.ts'
import { approves, config, planPath, planText, type Rule, sampleRepo, script } from './sample-repo.ts'

const testFile = (name: string) => ({
  [`test/${name}.test.js`]: `require('node:test')('${name}', () => {})\n`,
})
const delivers = (plan: string, step: Rule): readonly Rule[] =>
  ['implementer', 'fixer'].map((role) => ({
    role,
    match: `Plan ${plan}`,
    do: [step, { append: { path: 'log.txt', text: 'again\n' } }],
    reply: 'All tests pass.',
  }))
const hides = { run: 'test ! -e test/c.test.js || git mv test/c.test.js test/c.js' }

/** The first delivery says how many tests the base executes; the second one takes a test away. `plan` is added to its plan. */
export async function repoWithJudge(plan: string, judge: Rule): Promise<string> {
  const root = sampleRepo({
    ...Object.assign({}, ...['a', 'b', 'c'].map(testFile)),
    [planPath('0002')]: planText('0002') + plan,
    'harness.config.json': config({
      checks: [{ name: 'test', run: 'node --test test/*.test.js' }],
      sandbox: 'off',
    }),
    'script.json': script(
      ...delivers('0001', { write: { path: 'hello.txt', text: 'hello\n' } }),
      ...delivers('0002', hides),
      judge,
      approves,
    ),
  })
  const first = await harness(root, ['run', '0001'])
  expect(first.code, first.stdout).toBe(0)
  expect((await harness(root, ['show', '0001'])).stdout).toContain('3 tests executed')
  return root
}
