import { expect, it, vi } from 'vitest'
import { plantPrograms, relativeEntries } from '../../test-support/planted-programs.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { git } from './git.ts'
import { newRepository } from './new-repository.ts'
import { testRepository } from './test-support/repository.ts'

it.each(relativeEntries)('TR-01 git is never a program of the lane, with PATH=%s…', async (entry) => {
  const lane = testRepository()
  const fresh = await temporaryDir()
  const planted = await plantPrograms(lane, ['git'])
  const plantedFresh = await plantPrograms(fresh, ['git'])
  vi.stubEnv('PATH', `${entry}${process.env.PATH}`)
  expect(await git(lane, ['version'])).toMatchObject({ exitCode: 0 })
  await newRepository(fresh, 'main')
  expect([...planted.ran(), ...plantedFresh.ran()]).toEqual([])
})
