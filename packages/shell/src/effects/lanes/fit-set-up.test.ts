import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunChecks } from '@harness/core/effects/run-checks'
import { passed } from '@harness/core/kernel/evidence'
import { asCommitHash, asTreeHash } from '@harness/core/kernel/ids'
import type { LanesConfig } from '@harness/formats/config/harness-config'
import { describe, expect, it } from 'vitest'
import {
  firstAttempt,
  idOf,
  openLaneCommand,
  repeatedAttempt,
  targetRepo,
} from '../../test-support/target-repo.ts'
import { runChecks } from '../checks/run-checks.ts'
import { openLane } from './open-lane.ts'

const ignores = 'deps/\ncache/\n.env\nnotes\n'

/** A lane whose set-up installs `deps/<version>` and counts itself outside the lane. */
async function laneWith(files: Readonly<Record<string, string>>, lanes: Partial<LanesConfig> = {}) {
  const repo = targetRepo({ '.gitignore': ignores, ...files })
  repo.write('.env', 'KEY=1\n')
  let config = lanes
  const opened = await openLane(openLaneCommand(), firstAttempt, repo.ports(config))
  if (opened.type !== 'LaneOpened') throw new Error(JSON.stringify(opened))
  const { path } = opened
  let number = 0
  const command = (run: string, id: number): RunChecks => ({
    type: 'RunChecks',
    id: idOf(`20260101-000000/checks/0001/${id}`),
    lane: opened.lane,
    commit: asCommitHash(repo.gitIn(path, 'rev-parse', 'HEAD')),
    tree: asTreeHash(repo.gitIn(path, 'rev-parse', 'HEAD^{tree}')),
    checks: [{ name: 'test', run, timeoutMs: 20_000, claims: [] }],
  })
  return {
    repo,
    path,
    use: (changes: Partial<LanesConfig>) => {
      config = { ...config, ...changes }
    },
    commit(changes: Readonly<Record<string, string>>) {
      for (const [file, text] of Object.entries(changes)) writeFileSync(join(path, file), text)
      repo.gitIn(path, 'add', '--all')
      repo.gitIn(path, 'commit', '--quiet', '-m', 'work')
    },
    /** Whether the check passed, and what was noted. */
    async shows(run: string, attempt = firstAttempt) {
      if (attempt === firstAttempt) number += 1
      const event = await runChecks(command(run, number), attempt, repo.ports(config))
      if (event.type !== 'ChecksFinished') return event
      return { passed: event.evidence.every(passed), notes: (event.notes ?? []).join('\n') }
    },
    setUps: () =>
      existsSync(join(repo.root, '../ran')) ? readFileSync(join(repo.root, '../ran'), 'utf8').length / 2 : 0,
  }
}

const installs = (file: string): string =>
  `echo x >> "$HOME/ran"; mkdir -p deps; touch "deps/$(cat '${file}')"`
const only = (version: string): string => `test "$(ls deps)" = ${version}`

describe('DL-44 before a check, a lane is set up for the lock files of its tree', () => {
  it.each(['packages/web/yarn.lock', 'requirements/test.txt'])(
    'whichever lock file changes: %s',
    async (file) => {
      const { commit, shows, setUps } = await laneWith({ [file]: '1' }, { setup: [installs(file)] })
      expect(await shows(only('1'))).toEqual({ passed: true, notes: '' })
      commit({ 'a.txt': 'a\n' })
      expect(await shows(only('1'))).toEqual({ passed: true, notes: '' })
      expect(setUps()).toBe(1)
      commit({ [file]: '2' })
      expect(await shows(only('2'))).toEqual({ passed: true, notes: expect.stringContaining('set up again') })
      expect(await shows(only('2'))).toEqual({ passed: true, notes: '' })
      expect(setUps()).toBe(2)
    },
  )

  it('a set-up that rewrites the changed lock file fails the checks', async () => {
    const rewrites = 'test "$(cat lock/yarn.lock)" = 1 || echo 3 > lock/yarn.lock'
    const { commit, shows } = await laneWith({ 'lock/yarn.lock': '1' }, { setup: [rewrites] })
    expect(await shows('true')).toEqual({ passed: true, notes: '' })
    commit({ 'lock/yarn.lock': '2' })
    expect(await shows('true')).toEqual({ passed: false, notes: '' })
  })

  it('a lane that is removed during a check is missing', async () => {
    const { path, shows } = await laneWith({ 'yarn.lock': '1' })
    expect(await shows(`rm -rf '${path}'`)).toMatchObject({ type: 'CommandFailed', code: 'lane-missing' })
  })

  it('or by other commands', async () => {
    const lane = await laneWith({}, { setup: ['mkdir -p deps; touch deps/1'] })
    lane.use({ setup: ['mkdir -p deps; touch deps/2'] })
    expect(await lane.shows(only('2'))).toMatchObject({ passed: true })
    lane.use({ setup: [] })
    expect(await lane.shows('test ! -e deps')).toMatchObject({ passed: true })
  })

  it('env files are copied again, caches of checks are gone, and files of an agent are kept elsewhere', async () => {
    const lane = await laneWith({ 'go.sum': '1' }, { setup: [installs('go.sum')], copyEnvFiles: ['.env'] })
    expect(await lane.shows('mkdir cache && touch cache/1')).toMatchObject({ passed: true })
    lane.commit({ 'go.sum': '2' })
    writeFileSync(join(lane.path, 'notes'), 'of an agent\n')
    expect(await lane.shows('grep -q KEY=1 .env && test ! -e cache && test ! -e notes')).toMatchObject({
      passed: true,
      notes: expect.stringContaining('notes'),
    })
    const aside = join(lane.repo.ports().runDir, 'set-aside')
    expect(
      readdirSync(aside, { recursive: true })
        .map(String)
        .filter((it) => it.endsWith('notes')),
    ).toHaveLength(1)
  })

  it('checks that install for themselves start from nothing if a lock file changed', async () => {
    const { commit, shows } = await laneWith({ 'uv.lock': '1' })
    const installsIfMissing = 'test -d deps || { mkdir deps; touch "deps/$(cat uv.lock)"; }'
    expect(await shows(`${installsIfMissing}; ${only('1')}`)).toEqual({ passed: true, notes: '' })
    commit({ 'a.txt': 'a\n' })
    expect(await shows(only('1'))).toEqual({ passed: true, notes: '' })
    commit({ 'uv.lock': '2' })
    expect(await shows(`${installsIfMissing}; ${only('2')}`)).toMatchObject({ passed: true })
  })

  it('QA-01 a set-up that a crash interrupted runs again, from nothing', async () => {
    const half = 'mkdir -p deps; touch deps/half; test -e "$HOME/go"'
    const { repo, use, shows } = await laneWith({}, {})
    use({ setup: [half, 'touch deps/whole; rm -f deps/half'] })
    expect(await shows('true')).toMatchObject({ type: 'CommandFailed', code: 'lane-setup-failed' })
    writeFileSync(join(repo.root, '../go'), '')
    expect(await shows(only('whole'), repeatedAttempt)).toMatchObject({ passed: true })
  })
})
