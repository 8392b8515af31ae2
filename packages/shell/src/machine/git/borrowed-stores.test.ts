import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { borrowedStores } from './borrowed-stores.ts'

async function repository(name: string, alternates: readonly string[]): Promise<string> {
  const root = join(await temporaryDir(), name)
  await mkdir(join(root, '.git/objects/info'), { recursive: true })
  await writeFile(join(root, '.git/HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(root, '.git/objects/info/alternates'), alternates.map((it) => `${it}\n`).join(''))
  return root
}

test('TR-01 a lane borrows the objects of the repository, and what that borrows itself', async () => {
  const far = await repository('far', [])
  const near = await repository('near', [join(far, '.git/objects'), '# no path', join(far, 'gone')])
  await appendFile(join(far, '.git/objects/info/alternates'), `${join(near, '.git/objects')}\n`)
  await mkdir(join(near, '.git/lfs'))
  expect(borrowedStores(near)).toEqual([
    join(near, '.git/objects'),
    join(far, '.git/objects'),
    join(near, '.git/lfs'),
  ])
})

test('TR-01 of a submodule, a lane borrows the objects and nothing that could hold a log-in', async () => {
  const root = await repository('main', [])
  const module = join(root, '.git/modules/vendor/x')
  await mkdir(join(module, 'objects'), { recursive: true })
  await writeFile(join(module, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(module, 'config'), '')
  expect(borrowedStores(root)).toEqual([join(root, '.git/objects'), join(module, 'objects')])
})

test('TR-01 of a linked worktree, the stores of its repository are borrowed', async () => {
  const root = await repository('main', [])
  const worktree = await temporaryDir()
  await mkdir(join(root, '.git/worktrees/one'), { recursive: true })
  await writeFile(join(root, '.git/worktrees/one/commondir'), '../..\n')
  await writeFile(join(root, '.git/worktrees/one/HEAD'), 'ref: refs/heads/one\n')
  await writeFile(join(worktree, '.git'), `gitdir: ${join(root, '.git/worktrees/one')}\n`)
  expect(borrowedStores(worktree)).toEqual([join(root, '.git/objects')])
})
