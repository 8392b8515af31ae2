import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCommitHash } from '@harness/core/kernel/ids'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { describe, expect, it } from 'vitest'
import { firstAttempt, openLaneCommand, targetRepo } from '../../test-support/target-repo.ts'
import { fitSetUp } from './fit-set-up.ts'
import { requireLane } from './lane-record.ts'
import { openLane } from './open-lane.ts'

/** A lane whose set-up installs `deps/<version>` and counts itself outside the lane. */
async function laneWith(files: Readonly<Record<string, string>>, lanes: Partial<LanesConfig> = {}) {
  const repo = targetRepo({ '.gitignore': 'deps/\ncache/\n.env\n', ...files })
  repo.write('.env', 'KEY=1\n')
  const opened = await openLane(openLaneCommand(), firstAttempt, repo.ports(lanes))
  if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
  const { path } = opened
  return {
    repo,
    path,
    commit(changes: Readonly<Record<string, string>>) {
      for (const [file, text] of Object.entries(changes)) writeFileSync(join(path, file), text)
      repo.gitIn(path, 'add', '--all')
      repo.gitIn(path, 'commit', '--quiet', '-m', 'work')
    },
    /** What was noted. */
    async again(changes: Partial<LanesConfig> = {}) {
      const commit = asCommitHash(repo.gitIn(path, 'rev-parse', 'HEAD'))
      const record = await requireLane(repo.stateDir, opened.lane)
      return fitSetUp(commit, record, firstAttempt.signal, repo.ports({ ...lanes, ...changes }))
    },
    deps: () => readdirSync(join(path, 'deps')),
    setUps: () =>
      existsSync(join(repo.root, '../ran')) ? readFileSync(join(repo.root, '../ran'), 'utf8').length / 2 : 0,
  }
}

const installs = (file: string): string =>
  `echo x >> "$HOME/ran"; mkdir -p deps; touch "deps/$(cat '${file}')"`

describe('DL-44 a lane is set up for the lock files of its tree', () => {
  it.each(['packages/web/yarn.lock', 'requirements/test.txt'])(
    'whichever lock file changes: %s',
    async (file) => {
      const { commit, again, deps, setUps } = await laneWith({ [file]: '1' }, { setup: [installs(file)] })
      commit({ 'a.txt': 'a\n' })
      expect(await again()).toEqual([])
      expect([deps(), setUps()]).toEqual([['1'], 1])
      commit({ [file]: '2' })
      expect(await again()).toEqual([expect.stringContaining('set up again')])
      expect(await again()).toEqual([])
      expect([deps(), setUps()]).toEqual([['2'], 2])
    },
  )

  it('or by other commands', async () => {
    const { again, deps } = await laneWith({}, { setup: ['mkdir -p deps; touch deps/1'] })
    await again({ setup: ['mkdir -p deps; touch deps/2'] })
    expect(deps()).toEqual(['2'])
  })

  it('and its env files are copied again, while caches are gone', async () => {
    const { path, commit, again } = await laneWith(
      { 'go.sum': '1' },
      { setup: [installs('go.sum')], copyEnvFiles: ['.env'] },
    )
    mkdirSync(join(path, 'cache'))
    for (const file of ['cache/1', '.env']) writeFileSync(join(path, file), 'of an agent\n')
    commit({ 'go.sum': '2' })
    await again()
    expect(readFileSync(join(path, '.env'), 'utf8')).toBe('KEY=1\n')
    expect(existsSync(join(path, 'cache/1'))).toBe(false)
  })

  it('QA-01 from nothing, if a crash interrupted set-up', async () => {
    const { repo, again, deps } = await laneWith({})
    const setup = ['mkdir -p deps; touch deps/half; test -e "$HOME/go"', 'touch deps/whole; rm -f deps/half']
    await expect(again({ setup })).rejects.toMatchObject({ code: 'lane-setup-failed' })
    writeFileSync(join(repo.root, '../go'), '')
    await again({ setup })
    expect(deps()).toEqual(['whole'])
  })
})
