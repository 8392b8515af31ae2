import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { targetRepo } from '../../../test-support/target-repo.ts'
import { ownFilesIn } from './own-files.ts'
import { roleFilesIn } from './role-files.ts'
import { uselessRoleTexts } from './role-overrides.ts'
import { roleText } from './role-text.ts'

test('AG-01 a role of one playbook has its texts in a folder of that playbook', async () => {
  const repo = targetRepo({
    'product/worker.md': 'You work.\n',
    'product/workflow/evaluator.md': 'You judge.\n',
    '.harness/roles/worker.md': 'You work for us.\n',
    '.harness/roles/workflow/evaluator.md': 'You judge for us.\n',
    '.harness/roles/workflow/evaluater.md': 'You misjudge.\n',
  })
  const product = join(repo.root, 'product')
  mkdirSync(join(repo.root, '.harness/roles/empty'))
  expect(await roleFilesIn(product)).toEqual(['worker.md', 'workflow/evaluator.md'])
  expect(await roleFilesIn(join(repo.root, 'none'))).toEqual([])
  const { roles } = await ownFilesIn(repo.root, product)
  expect(roles).toEqual({ worker: 'You work for us.\n', 'workflow/evaluator': 'You judge for us.\n' })
  expect(await roleText('workflow/evaluator', product, roles)).toEqual({
    text: 'You judge for us.\n',
    own: '.harness/roles/workflow/evaluator.md',
  })
  expect((await roleText('workflow/evaluator', product, {})).text).toBe('You judge.\n')
  const useless = await uselessRoleTexts(repo.root, ['worker', 'workflow/evaluator'])
  expect(useless.map(({ message }) => message)).toEqual([
    expect.stringContaining('.harness/roles/empty is the text of no role.'),
    '.harness/roles/workflow/evaluater.md is the text of no role. Did you mean workflow/evaluator?',
  ])
})
