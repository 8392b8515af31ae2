import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { targetRepo } from '../../test-support/target-repo.ts'
import { temporaryDir } from '../../test-support/temporary-dir.ts'
import { readTrust, removeTrust, writeTrust } from './trust-file.ts'

const record = { at: 5_000, by: 'ada', contents: ['x'], items: [], value: { a: 1 } }

it('TR-08 the record is the user’s alone, and the same for all worktrees', async () => {
  const repo = targetRepo()
  const env = { HARNESS_DATA_DIR: join(await temporaryDir(), 'data') }
  const other = join(await temporaryDir(), 'other')
  repo.git('worktree', 'add', '--quiet', '-b', 'other', other)
  const none = readTrust(env, other)
  expect(none).toMatchObject({ record: null, damage: null, repository: repo.root })
  expect(await writeTrust(none, record)).toBeNull()
  const { path, ...kept } = readTrust(env, repo.root)
  expect(kept).toMatchObject({ record: { ...record, repository: repo.root }, damage: null })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700)
  await removeTrust(readTrust(env, repo.root))
  expect(readTrust(env, repo.root).record).toBeNull()
})

it('TR-08 a damaged record counts for nothing, and is kept beside the next one', async () => {
  const repo = targetRepo()
  const env = { HARNESS_DATA_DIR: await temporaryDir() }
  await writeTrust(readTrust(env, repo.root), record)
  const { path } = readTrust(env, repo.root)
  writeFileSync(path, '{"version":1,')
  const damaged = readTrust(env, repo.root)
  expect(damaged).toMatchObject({ record: null, damage: 'is damaged' })
  const aside = await writeTrust(damaged, record)
  expect(readFileSync(aside ?? '', 'utf8')).toBe('{"version":1,')
  expect(readTrust(env, repo.root)).toMatchObject({ record: { by: 'ada' }, damage: null })
})
