/** Changes that pass with fewer tests than the base: the test judge holds them against the plan, and then a person decides. */
import { describe, expect, test } from 'vitest'
import { harness, harnessJson } from './support/harness-here.ts'
import { repoWithJudge } from './support/judged-repo.ts'
import { git, type Rule } from './support/sample-repo.ts'

const rules = (justified: boolean, quote: string, why: string): Rule => ({
  role: 'test-judge',
  json: { rulings: [{ check: 'test', justified, quote, why }] },
})

const called = '\nThe feature c goes: delete its tests too.\n'

describe('TR-05 a change that executes fewer tests', () => {
  test('is merged without a person if the plan calls for it, and the report quotes the plan', async () => {
    const root = await repoWithJudge(called, rules(true, 'delete its tests too', 'The feature is gone.'))
    const run = await harness(root, ['run', '0002'])
    expect(run.code, run.stdout).toBe(0)
    expect(run.stdout).toContain('the plan calls for what the tests of the check test show')
    const { stdout } = await harness(root, ['show', '0002'])
    expect(stdout).toContain('Tests touched')
    expect(stdout).toContain('it executes 1 test fewer than on the base')
    expect(stdout).toContain('The plan calls for it (test-judge): “delete its tests too”')
    expect(stdout).toContain('2 tests executed, 3 on the base')
    const { value } = await harnessJson(root, ['show', '0002'])
    expect(value.testsTouched).toMatchObject([
      { check: 'test', missingTests: 1, ruling: { by: 'test-judge', words: 'delete its tests too' } },
    ])
  })

  test('goes to the fixer if the quotation is not in the plan, to a person after two fixes, and again after theirs', async () => {
    const root = await repoWithJudge('', rules(true, 'delete all slow tests', 'They are slow.'))
    expect((await harnessJson(root, ['run', '0002'])).value).toMatchObject({ exitCode: 3 })
    const { value } = await harnessJson(root, ['show', '0002'])
    expect(value.gate).toMatchObject({
      name: 'tests-weakened',
      detail: expect.stringContaining(
        'The quotation is not in the plan: “delete all slow tests”. They are slow.',
      ),
    })
    expect(value.gate.detail).toContain('1 test fewer than on the base')
    expect(git(root, 'log', '--format=%s', 'task/0002-hello').match(/Fix failing checks/g)).toHaveLength(2)
    expect(git(root, 'log', '--format=%s', 'main')).not.toContain('0002')
    const fixed = await harness(root, ['answer', '0002', 'fix', '-m', 'Bring test c back.'])
    expect(fixed.code, fixed.stdout).toBe(3)
    expect((await harnessJson(root, ['show', '0002'])).value.gate.name).toBe('tests-weakened')
    const silent = await harness(root, ['answer', '0002', 'let-stand'])
    expect(silent.code).not.toBe(0)
    const stands = await harness(root, ['answer', '0002', 'let-stand', '-m', 'It is slow.'])
    expect(stands.code, stands.stdout).toBe(0)
    const { stdout } = await harness(root, ['show', '0002'])
    expect(stdout).toMatch(/Let stand by .+ at .+: It is slow\./)
    expect(git(root, 'log', '--format=%s', 'main')).toContain('Merge plan 0002')
  })
})
