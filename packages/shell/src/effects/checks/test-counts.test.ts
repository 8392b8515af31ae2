import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Evidence } from '@harness/core/kernel/evidence'
import { asCommitHash, asTreeHash } from '@harness/core/kernel/ids'
import { describe, expect, it } from 'vitest'
import { targetRepo } from '../../test-support/target-repo.ts'
import { countsOnBase, recordCounts } from './test-counts.ts'

const shown = (tree: string, executed: number | null, exitCode = 0): Evidence => ({
  check: 'test',
  run: 'npm test',
  tree: asTreeHash(tree),
  exitCode,
  problem: null,
  outputDigest: '',
  outputTail: '',
  durationMs: 1,
  claims: [],
  executed,
})

function repoWithCount(executed: number | null = 3, exitCode = 0) {
  const repo = targetRepo({ 'src/a.js': 'a\n', 'test/a.test.js': 'a\n' })
  const head = () => asCommitHash(repo.git('rev-parse', 'HEAD').trim())
  const record = (count = executed, code = exitCode) =>
    recordCounts(repo.stateDir, [shown(repo.git('rev-parse', 'HEAD^{tree}').trim(), count, code)])
  const commit = (path: string, text: string): void => {
    repo.write(path, text)
    repo.git('add', '--all')
    repo.git('commit', '-qm', path)
  }
  const onBase = async (run = 'npm test') => (await countsOnBase(repo.stateDir, repo.root, head()))(run)
  return { repo, head, record, commit, onBase, file: join(repo.stateDir, 'test-counts') }
}

describe('TR-05 the count of the base', () => {
  it('is what the check showed on its tree', async () => {
    const { record, onBase } = repoWithCount()
    expect(await onBase()).toBeNull()
    await record()
    expect(await onBase()).toBe(3)
    expect(await onBase('npm run other')).toBeNull()
  })
  it('holds while commits touch no test, and is unknown after', async () => {
    const { record, commit, onBase } = repoWithCount()
    await record()
    commit('src/a.js', 'b\n')
    expect(await onBase()).toBe(3)
    commit('test/a.test.js', 'b\n')
    expect(await onBase()).toBeNull()
    await record(2)
    commit('package.json', '{}\n')
    expect(await onBase()).toBeNull()
  })
  it.each([
    [null, 0],
    [3, 1],
  ])('is not known from %s tests with exit code %s', async (executed, exitCode) => {
    const { record, onBase } = repoWithCount(executed, exitCode)
    await record()
    expect(await onBase()).toBeNull()
  })
  it('is read beside lines that are not whole, and recorded behind them', async () => {
    const { record, onBase, file } = repoWithCount()
    await record()
    appendFileSync(file, '12ab')
    await record(4)
    expect(await onBase()).toBe(4)
  })
  it('is kept in a file that stays small', async () => {
    const { record, onBase, file } = repoWithCount()
    await record()
    writeFileSync(file, '\n'.repeat(3 * 1024 * 1024))
    await record(5)
    expect(readFileSync(file, 'utf8').length).toBeLessThanOrEqual(1024 * 1024)
    expect(await onBase()).toBe(5)
  })
  it('is not looked for if the checks are about no change', async () => {
    const { repo, record } = repoWithCount()
    await record()
    expect(await (await countsOnBase(repo.stateDir, repo.root, undefined))('npm test')).toBeNull()
  })
})
